import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import type { Answer, Caller } from "../support/app.ts";

/** Files to send, made here so that nobody's photo lies in the repository. */

export interface Part {
  /** of the form field; a file where `file` is given */
  name?: string;
  file?: string;
  type?: string;
  body: Uint8Array | string;
}

export function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: "#c03020" } });
}

/** A picture that does not pack: `width × height × 3` random bytes. */
export function noise(width: number, height: number) {
  const create = { width, height, channels: 3, background: "#000" } as const;
  return sharp({ create: { ...create, noise: { type: "gaussian", mean: 128, sigma: 60 } } });
}

export const jpeg = (width = 60, height = 40) => picture(width, height).jpeg().toBuffer();
export const png = (width = 60, height = 40) => picture(width, height).png().toBuffer();
export const webp = (width = 60, height = 40) => picture(width, height).webp().toBuffer();

/** A whole PDF of one empty page, with what else is given in its catalogue or behind it. */
export function pdf({ catalogue = "", objects = "", length = 0 } = {}): Uint8Array {
  const head = `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R${catalogue}>>endobj\n` +
    `2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n` +
    `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n${objects}`;
  const tail = `\ntrailer<</Root 1 0 R/Size 4>>\nstartxref\n0\n%%EOF\n`;
  return text(head + " ".repeat(Math.max(0, length - head.length - tail.length)) + tail);
}

export function text(value: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(value);
}

export function joined(...parts: (Uint8Array | string)[]): Uint8Array<ArrayBuffer> {
  const all = parts.map((part) => typeof part === "string" ? text(part) : part);
  return new Uint8Array(Buffer.concat(all));
}

/** A segment of a JPEG: marker and content. */
export function segment(marker: number, content: Uint8Array | string): Uint8Array {
  const bytes = joined(content);
  return joined(
    new Uint8Array([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255]),
    bytes,
  );
}

/** A chunk of a PNG with its checksum. */
export function chunk(type: string, content: Uint8Array | string): Uint8Array {
  const bytes = joined(content);
  const whole = new Uint8Array(bytes.length + 12);
  const view = new DataView(whole.buffer);
  view.setUint32(0, bytes.length);
  whole.set(text(type), 4);
  whole.set(bytes, 8);
  view.setUint32(whole.length - 4, crc32(whole.subarray(4, -4)));
  return whole;
}

/** A PNG that claims to be this large and holds a few bytes. */
export function claimingPng(width: number, height: number): Uint8Array {
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head.set([8, 2, 0, 0, 0], 8);
  return joined(
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(new Uint8Array(1000))),
    chunk("IEND", ""),
  );
}

/** A multipart body as it goes over the wire, byte for byte. */
export function body(
  parts: Part[],
  boundary: string,
  end = `--${boundary}--\r\n`,
): Uint8Array<ArrayBuffer> {
  return joined(
    ...parts.flatMap((part) => [
      `--${boundary}\r\nContent-Disposition: form-data; name="${part.name ?? "file"}"` +
      `${part.file === undefined ? "" : `; filename="${part.file}"`}\r\n` +
      `${part.type ? `Content-Type: ${part.type}\r\n` : ""}\r\n`,
      part.body,
      "\r\n",
    ]),
    end,
  );
}

type App = { request(url: string, init: RequestInit): Response | Promise<Response> };

/** Sends parts as a form, with a new boundary each time, as clients do. */
export async function send(
  app: App,
  caller: Pick<Caller, "token">,
  parts: Part[],
  headers: Record<string, string> = {},
): Promise<Answer> {
  const boundary = crypto.randomUUID();
  return await sendRaw(app, caller, body(parts, boundary), {
    "content-type": `multipart/form-data; boundary=${boundary}`,
    ...headers,
  });
}

export async function sendRaw(
  app: App,
  { token }: Pick<Caller, "token">,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Promise<Answer> {
  const answer = await app.request("http://localhost/api/v1/uploads", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: bytes,
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

/** The bytes of a file or thumbnail, with status and headers. */
export async function fetchFile(
  app: App,
  { token }: Pick<Caller, "token">,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
) {
  const answer = await app.request(`http://localhost/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes };
}
