import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { lookup } from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import { BlockList, isIP } from "node:net";

/** How long a receiver has to answer. */
const WITHIN_MS = 10_000;

const familyOf = (address: string) => isIP(address) === 6 ? "ipv6" : "ipv4";

/** Addresses that are of this machine, of its house, or of no machine at all. */
const inside = new BlockList();
for (
  const range of [
    ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"],
    ...["172.16.0.0/12", "192.0.0.0/24", "192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/4"],
    ...["240.0.0.0/4", "::/96", "64:ff9b::/96", "fc00::/7", "fe80::/10", "ff00::/8"],
  ]
) {
  const [net, bits] = range.split("/");
  inside.addSubnet(net, Number(bits), familyOf(net));
}

function isInside(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  return inside.check(mapped, familyOf(mapped));
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
  { inHouse, signal }: { inHouse: boolean; signal?: AbortSignal },
): Promise<{ status: number | null; error: string | null }> {
  const url = new URL(text);
  try {
    if (url.protocol !== "https:" && !inHouse) throw new Error("http is not allowed: use https");
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
    const status = await post(url, await addressOf(url, inHouse), body, {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": String(Buffer.byteLength(body)),
      Host: url.host,
      "User-Agent": "back-office",
      "X-Back-Office-Delivery": String(id),
      "X-Back-Office-Timestamp": timestamp,
      "X-Back-Office-Signature": `v1=${signature}`,
    }, signal);
    return { status, error: status >= 200 && status < 300 ? null : `status ${status}` };
  } catch (error) {
    signal?.throwIfAborted();
    return { status: null, error: (error as Error).message.slice(0, 500) };
  }
}

/** Looked up once and asked at that address, so that a name cannot lead inside after it was judged. */
async function addressOf({ hostname }: URL, inHouse: boolean): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, "");
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
      over();
      resolve(answer.statusCode ?? 0);
      answer.destroy();
    });
    const timer = setTimeout(
      () => request.destroy(new Error(`no answer within ${WITHIN_MS / 1000} s`)),
      WITHIN_MS,
    );
    const stop = () => request.destroy(new Error("stopped"));
    signal?.addEventListener("abort", stop, { once: true });
    const over = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    };
    request.on("error", (error) => {
      over();
      reject(error);
    });
    request.end(body);
  });
}
