import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { type Entry, fromRandomAccessReaderPromise, openPromise, type ZipFile } from "yauzl";
import { notFound, Refusal } from "../errors.ts";
import {
  MANIFEST,
  type Manifest,
  manifest,
  SEAL_PREFIX,
  SIGNATURE,
  tableEntry,
  uploadEntry,
} from "./manifest.ts";
import { type BackupKey, isSignedBy } from "./backup_key.ts";
import { EncryptedFile, isEncrypted } from "./encrypted_file.ts";
import type { Part } from "./archive_writer.ts";
import { readSeal, sealOf } from "./seal.ts";

/** An archive whose every byte was checked. */
export interface Archive extends AsyncDisposable {
  path: string;
  bytes: number;
  sha256: string;
  /** whether this installation's key signed it; `unknown`: there is no key here to tell */
  signed: "ours" | "unknown" | "no";
  manifest: Manifest;
  /** A part's content; ends with an error when it is not what the manifest says. */
  read(name: string, part: Part): AsyncGenerator<Uint8Array>;
}

const MANIFEST_MAX_BYTES = 256 * 2 ** 20;

/**
 * Opens a backup and checks it wholly: all its bytes first, by the hash over them or block by block where it is
 * encrypted, so that one flipped bit anywhere shows before anything else is looked at; then that our key signed
 * it, where there is one; then that each part unpacks to what the manifest says. Needs no database.
 *
 * @param key the installation's, where it has one
 * @param unsigned takes a backup that our key has not signed all the same
 * @throws Refusal `not_found`, `backup_key_missing`, `backup_unsigned`, `backup_damaged` naming what is wrong
 */
export async function openArchive(
  path: string,
  { key, unsigned = false, onProgress = () => {} }: {
    key?: BackupKey;
    unsigned?: boolean;
    onProgress?: (line: string) => void;
  } = {},
): Promise<Archive> {
  const file = await openFile(path);
  try {
    const { zip, ...sealed } = await openSealed(path, file, key);
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    const read = (name: string, part: Part) => readPart(zip, entries.get(name), name, part);
    const { said, signed } = await readManifest(zip, entries, key);
    if (key && !signed && !unsigned) throw notOurs(path, key);
    await checkParts(said, entries, read, onProgress);
    return {
      path,
      ...sealed,
      signed: signed ? "ours" : !key && entries.has(SIGNATURE) ? "unknown" : "no",
      manifest: said,
      read,
      [Symbol.asyncDispose]: () => {
        zip.close();
        file.close();
        return Promise.resolve();
      },
    };
  } catch (error) {
    file.close();
    throw damaged(path, error);
  }
}

export async function openFile(path: string): Promise<Deno.FsFile> {
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw notFound("Backup", path);
    throw error;
  }
  if ((await file.stat()).isFile) return file;
  file.close();
  throw damaged(path, new Error("it is not a file"));
}

/** The ZIP in a file whose bytes were all checked. */
async function openSealed(path: string, file: Deno.FsFile, key: BackupKey | undefined) {
  const { size } = await file.stat();
  if (await isEncrypted(file)) {
    const within = await EncryptedFile.open(file, key);
    const sha256 = await within.check();
    const zip = await fromRandomAccessReaderPromise(within, within.size, { autoClose: false });
    return { zip, bytes: size, sha256 };
  }
  const [seal, sha256] = [await readSeal(file, size), await sealOf(file, size)];
  if (!/^[0-9a-f]{64}$/.test(seal)) {
    throw new Error("it does not end with a checksum: it was cut off, or is no backup");
  }
  if (seal !== sha256) throw new Error("its checksum does not match its content");
  return { zip: await openPromise(path, { autoClose: false }), bytes: size, sha256 };
}

async function readManifest(zip: ZipFile, entries: Map<string, Entry>, key?: BackupKey) {
  const entry = entries.get(MANIFEST);
  if (!zip.comment.startsWith(SEAL_PREFIX) || !entry) throw new Error("it has no manifest");
  const text = await readWhole(zip, entry);
  const signature = entries.get(SIGNATURE);
  const signed = key !== undefined && signature !== undefined &&
    isSignedBy(key, text, (await readWhole(zip, signature)).toString());
  const given = JSON.parse(text.toString());
  if (given.format > 1) throw new Error("it was made by a newer version of this program");
  const result = manifest.safeParse(given);
  if (!result.success) throw new Error("its manifest is not understood");
  return { said: result.data, signed };
}

async function readWhole(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.uncompressedSize > MANIFEST_MAX_BYTES) throw new Error("its manifest is too large");
  const chunks: Uint8Array[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function notOurs(path: string, key: BackupKey): Refusal {
  return new Refusal(
    "backup_unsigned",
    `The backup ${path} is not signed with the key in ${key.path}: anybody may have changed it. ` +
      `--unsigned takes it all the same.`,
  );
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
  const others = [MANIFEST, SIGNATURE].filter((name) => entries.has(name)).length;
  if (new Set(parts.map(([name]) => name)).size + others !== entries.size) {
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
