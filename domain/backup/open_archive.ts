import { createHash } from "node:crypto";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { notFound, Refusal } from "../errors.ts";
import {
  MANIFEST,
  type Manifest,
  manifest,
  SEAL_PREFIX,
  tableEntry,
  uploadEntry,
} from "./manifest.ts";
import type { Part } from "./archive_writer.ts";
import { readSeal, sealOf } from "./seal.ts";

/** An archive whose every byte was checked. */
export interface Archive extends AsyncDisposable {
  path: string;
  bytes: number;
  sha256: string;
  manifest: Manifest;
  /** A part's content; ends with an error when it is not what the manifest says. */
  read(name: string, part: Part): AsyncGenerator<Uint8Array>;
}

const MANIFEST_MAX_BYTES = 256 * 2 ** 20;

/**
 * Opens a backup and checks it wholly: the hash over all its bytes first, so that one flipped bit
 * anywhere shows before anything else is looked at, then that each part unpacks to what the manifest
 * says. Needs no database.
 *
 * @throws Refusal `not_found`, `backup_damaged` naming what is wrong
 */
export async function openArchive(
  path: string,
  onProgress: (line: string) => void = () => {},
): Promise<Archive> {
  const sealed = await checkSeal(path);
  const zip = await openPromise(path, { autoClose: false }).catch((error) => {
    throw damaged(path, error);
  });
  try {
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    const read = (name: string, part: Part) => readPart(zip, entries.get(name), name, part);
    const said = await readManifest(zip, entries.get(MANIFEST));
    await checkParts(said, entries, read, onProgress);
    return {
      path,
      ...sealed,
      manifest: said,
      read,
      [Symbol.asyncDispose]: () => Promise.resolve(zip.close()),
    };
  } catch (error) {
    zip.close();
    throw damaged(path, error);
  }
}

async function checkSeal(path: string): Promise<Part> {
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw notFound("Backup", path);
    throw error;
  }
  using _ = file;
  const { size, isFile } = await file.stat();
  if (!isFile) throw damaged(path, new Error("it is not a file"));
  const [seal, sha256] = [await readSeal(file, size), await sealOf(file, size)];
  if (!/^[0-9a-f]{64}$/.test(seal)) {
    throw damaged(
      path,
      new Error("it does not end with a checksum: it was cut off, or is no backup"),
    );
  }
  if (seal !== sha256) throw damaged(path, new Error("its checksum does not match its content"));
  return { bytes: size, sha256 };
}

async function readManifest(zip: ZipFile, entry: Entry | undefined): Promise<Manifest> {
  if (!zip.comment.startsWith(SEAL_PREFIX) || !entry) throw new Error("it has no manifest");
  if (entry.uncompressedSize > MANIFEST_MAX_BYTES) throw new Error("its manifest is too large");
  const chunks: Uint8Array[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
  }
  const given = JSON.parse(await new Blob(chunks as BlobPart[]).text());
  if (given.format > 1) throw new Error("it was made by a newer version of this program");
  const result = manifest.safeParse(given);
  if (!result.success) throw new Error("its manifest is not understood");
  return result.data;
}

async function checkParts(
  { tables, uploads }: Manifest,
  entries: Map<string, Entry>,
  read: Archive["read"],
  onProgress: (line: string) => void,
): Promise<void> {
  const parts: [string, Part][] = [
    ...tables.map((table): [string, Part] => [tableEntry(table.name), table]),
    ...uploads.map((upload): [string, Part] => [uploadEntry(upload.name), upload]),
  ];
  if (new Set(parts.map(([name]) => name)).size + 1 !== entries.size) {
    throw new Error("its parts are not those that its manifest lists");
  }
  for (const [name, part] of parts) {
    onProgress(`checking ${name}`);
    for await (const _ of read(name, part));
  }
}

async function* readPart(
  zip: ZipFile,
  entry: Entry | undefined,
  name: string,
  part: Part,
): AsyncGenerator<Uint8Array> {
  if (!entry) throw new Error(`${name} is missing`);
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry) as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    bytes += chunk.length;
    yield chunk;
  }
  if (bytes !== part.bytes || hash.digest("hex") !== part.sha256) {
    throw new Error(`${name} is not what the manifest says`);
  }
}

function damaged(path: string, cause: unknown): Refusal {
  if (cause instanceof Refusal) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  const refusal = new Refusal("backup_damaged", `The backup ${path} is damaged: ${reason}.`);
  refusal.cause = cause;
  return refusal;
}
