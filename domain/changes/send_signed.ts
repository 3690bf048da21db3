import { Buffer } from "node:buffer";
import { lookup } from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import { BlockList, isIP } from "node:net";

/** How long a receiver has to answer. */
const WITHIN_MS = 10_000;

/** Addresses that are of this machine, of its house, or of no machine at all. */
const inside = new BlockList();
for (
  const [net, bits] of [
    ...[["0.0.0.0", 8], ["10.0.0.0", 8], ["100.64.0.0", 10], ["127.0.0.0", 8], ["169.254.0.0", 16]],
    ...[["172.16.0.0", 12], ["192.0.0.0", 24], ["192.168.0.0", 16], ["198.18.0.0", 15]],
    ...[["224.0.0.0", 4], ["240.0.0.0", 4]],
  ] as [string, number][]
) inside.addSubnet(net, bits, "ipv4");
for (
  const [net, bits] of [["::", 96], ["64:ff9b::", 96], ["fc00::", 7], ["fe80::", 10], [
    "ff00::",
    8,
  ]] as [
    string,
    number,
  ][]
) inside.addSubnet(net, bits, "ipv6");

function isInside(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return isInside(mapped);
  return inside.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** What a receiver gets, and where. */
export interface Message {
  url: string;
  secret: string;
  id: number;
  body: string;
}

/** @returns what it answered; anything but 2xx has not taken it. Redirects are not followed. */
export async function sendSigned(
  { url: text, secret, id, body }: Message,
  { inHouse, signal, now = Date.now() }: { inHouse: boolean; signal?: AbortSignal; now?: number },
): Promise<{ status: number | null; error: string | null }> {
  const url = new URL(text);
  try {
    if (url.protocol !== "https:" && !inHouse) throw new Error("http is not allowed: use https");
    const address = await addressOf(url.hostname.replace(/^\[|\]$/g, ""), inHouse);
    const timestamp = String(Math.floor(now / 1000));
    const status = await post(url, address, body, {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": String(Buffer.byteLength(body)),
      Host: url.host,
      "User-Agent": "back-office",
      "X-Back-Office-Delivery": String(id),
      "X-Back-Office-Timestamp": timestamp,
      "X-Back-Office-Signature": `v1=${await sign(secret, `${timestamp}.${body}`)}`,
    }, signal);
    return { status, error: status >= 200 && status < 300 ? null : `status ${status}` };
  } catch (error) {
    signal?.throwIfAborted();
    return { status: null, error: (error as Error).message.slice(0, 500) };
  }
}

/** Looked up once and asked at that address, so that a name cannot lead inside after it was judged. */
async function addressOf(host: string, inHouse: boolean): Promise<string> {
  const found = isIP(host) ? [host] : (await lookup(host, { all: true })).map((one) => one.address);
  if (!inHouse) {
    const hidden = found.find(isInside);
    if (hidden) throw new Error(`${host} is a private address, ${hidden}`);
  }
  return found[0];
}

function post(
  url: URL,
  host: string,
  body: string,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<number> {
  const module = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const request = module.request({
      host,
      port: url.port || (url.protocol === "https:" ? 443 : 80),
      path: url.pathname + url.search,
      method: "POST",
      headers,
      agent: false,
      ...!isIP(url.hostname) && { servername: url.hostname },
    }, (answer) => {
      clearTimeout(timer);
      resolve(answer.statusCode ?? 0);
      answer.destroy();
    });
    const end = (why: string) => request.destroy(new Error(why));
    const timer = setTimeout(() => end(`no answer within ${WITHIN_MS / 1000} s`), WITHIN_MS);
    signal?.addEventListener("abort", () => end("stopped"), { once: true });
    request.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    request.end(body);
  });
}

/** HMAC-SHA256, in hexadecimal digits. */
export async function sign(secret: string, text: string): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(secret), algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(text))).toHex();
}
