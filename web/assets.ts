import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { etagOf } from "../api/http/etag.ts";
import type { Built } from "./build.ts";

/** A file as it is sent, in each form that it has; what nobody asks for is not packed. */
export interface Asset {
  type: string;
  tag: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** the forms it has beside `bytes`, the smallest first */
  codings: readonly Coding[];
  readonly gzip?: Uint8Array<ArrayBuffer>;
  readonly br?: Uint8Array<ArrayBuffer>;
}
type Coding = "br" | "gzip";

const dist = new URL("dist/", import.meta.url);
const fixed = new URL("static/", import.meta.url);

export const built: Built = JSON.parse(Deno.readTextFileSync(new URL("built.json", dist)));

const types: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  wasm: "application/wasm",
};

/** The reader of barcodes for browsers that have none; its version is part of the name. */
export const READER = "zxing_reader-3.1.3.wasm";
const icons = new Set(["icon.svg", "icon-192.png", "icon-512.png", "icon-maskable-512.png"]);

const made = new Map<string, Promise<Asset>>();

/** A file of web/dist; only those that the build names, so no path from outside reaches the disk. */
export function hashedAsset(name: string): Promise<Asset> | undefined {
  return built.files.includes(name) ? once(name, new URL(name, dist)) : undefined;
}

/** An icon, or the reader of barcodes. */
export function namedAsset(name: string): Promise<Asset> | undefined {
  if (icons.has(name)) return once(name, new URL(name, fixed));
  if (name !== READER) return undefined;
  return once(name, new URL(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm")));
}

function once(name: string, from: URL): Promise<Asset> {
  const known = made.get(name);
  if (known) return known;
  const making = Deno.readFile(from).then((bytes) => packed(bytes, typeOf(name)));
  made.set(name, making);
  making.catch(() => made.delete(name));
  return making;
}

function typeOf(name: string): string {
  return types[name.split(".").at(-1)!] ?? "application/octet-stream";
}

export function textAsset(text: string, type: string): Asset {
  return packed(new TextEncoder().encode(text), type);
}

const compressible = /^(text|application\/(manifest|wasm))|svg/;

function packed(bytes: Uint8Array<ArrayBuffer>, type: string): Asset {
  const tag = etagOf(new TextDecoder("latin1").decode(bytes), undefined);
  if (!compressible.test(type)) return { type, tag, bytes, codings: [] };
  const forms: Partial<Record<Coding, Uint8Array<ArrayBuffer>>> = {};
  return {
    type,
    tag,
    bytes,
    codings: ["br", "gzip"],
    get gzip() {
      return forms.gzip ??= new Uint8Array(gzipSync(bytes, { level: 9 }));
    },
    get br() {
      return forms.br ??= new Uint8Array(
        brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality(bytes) } }),
      );
    },
  };
}

/** The highest takes seconds for the reader, so for large files one step less. */
function quality(bytes: Uint8Array): number {
  return bytes.length > 200_000 ? 9 : 11;
}
