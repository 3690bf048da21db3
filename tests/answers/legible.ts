import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { text } from "node:stream/consumers";
import { fromBuffer } from "yauzl";
import { linesOf, readPdf } from "../support/pdf.ts";

/** An answer as it is kept: what a program can see of it, in its own order. */
export interface Kept {
  request: string;
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** Headers that a route decides about; the others are the same everywhere. */
const shown = ["content-type", "content-disposition", "location", "etag", "allow", "retry-after"]
  .concat("idempotency-replayed", "cache-control");

export function legibleHeaders(headers: Headers): Record<string, string> {
  const kept = shown.flatMap((name) => headers.has(name) ? [[name, headers.get(name)!]] : []);
  // the hash is of the body, which is kept itself; of files it is by chance
  const plain = (value: string) =>
    value.replace(/^"(\d+-)?[\w-]{20}"$/, '"$1<hash>"').replace(/^"[^<]{21,}"$/, '"<hash>"');
  return Object.fromEntries(kept.map(([name, value]) => [name, plain(value)]));
}

/** What is in a body: JSON with its numbers as they are written, rows of files, lines of prints. */
export async function legibleBody(type: string, bytes: Uint8Array): Promise<unknown> {
  if (/ndjson/.test(type)) return new TextDecoder().decode(bytes).split("\n").map(exactJson);
  if (/json/.test(type)) return exactJson(new TextDecoder().decode(bytes));
  if (/^text\//.test(type)) return new TextDecoder().decode(bytes).split("\n");
  if (/pdf/.test(type) && isPrint(bytes)) return readPdf(bytes).map(linesOf);
  if (/spreadsheet/.test(type)) return await sheetsOf(bytes);
  return { bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** Our own prints; a file that was uploaded is kept by its hash. */
const isPrint = (bytes: Uint8Array) => Buffer.from(bytes).includes("/ToUnicode");

export function exactJson(source: string): unknown {
  const exact = (_key: string, value: unknown, context?: { source: string }) =>
    typeof value === "number" && context ? JSON.rawJSON(context.source) : value;
  return source === "" ? null : JSON.parse(source, exact as Parameters<typeof JSON.parse>[1]);
}

/** The parts of a workbook, a row of the sheet a line. */
async function sheetsOf(bytes: Uint8Array): Promise<Record<string, string[]>> {
  const parts: Record<string, string[]> = {};
  const done = Promise.withResolvers<void>();
  fromBuffer(Buffer.from(bytes), { lazyEntries: true }, (error, zip) => {
    if (error) return done.reject(error);
    zip.on("end", done.resolve);
    zip.on("error", done.reject);
    zip.on("entry", (entry) =>
      zip.openReadStream(entry, async (failed, stream) => {
        if (failed) return done.reject(failed);
        parts[entry.fileName] = (await text(stream)).replaceAll("<row", "\n<row").split("\n");
        zip.readEntry();
      }));
    zip.readEntry();
  });
  await done.promise;
  return parts;
}

const secrets = new Set(["token", "access_token", "refresh_token", "generated_password"]);
const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Without what chance made: tokens and passwords by their field's name, UUIDs by the order in which
 * they come, cursors by what is in them, tokens of the sync (transactions' numbers) by their state.
 */
export function withoutChance(value: unknown): unknown {
  const seen = new Map<string, number>();
  const nameOf = (found: string) => {
    if (!seen.has(found)) seen.set(found, seen.size + 1);
    return `<uuid ${seen.get(found)}>`;
  };
  function walk(part: unknown, key: string): unknown {
    if (typeof part === "string") {
      if (secrets.has(key)) return `<${key}>`;
      if (key === "next_cursor") return `<cursor ${decoded(part)}>`;
      if (key === "next_since") return `<token ${stateOf(part)}>`;
      return part.replace(uuid, nameOf);
    }
    if (Array.isArray(part)) return part.map((each) => walk(each, key));
    if (!isObject(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, walk(each, name)]));
  }
  return walk(value, "");
}

/** A record; a number that keeps how it was written is none. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value) &&
    Object.getPrototypeOf(value) !== null;
}

/** What a token of the sync says beside the database's name and the numbers of its transactions. */
function stateOf(token: string): string {
  const number = (_key: string, value: unknown) =>
    typeof value === "string" && /^\d+(:\d+:[\d,]*)?$/.test(value) ? "…" : value;
  if (!token.startsWith("eyJ")) return token; // as the document's examples have it
  const { user, day, since, horizon, after } = JSON.parse(decoded(token), number);
  return JSON.stringify({ user, day, since, horizon, after });
}

function decoded(base64: string): string {
  return new TextDecoder().decode(Uint8Array.fromBase64(base64, { alphabet: "base64url" }));
}
