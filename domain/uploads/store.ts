import type { Config } from "../config.ts";
import { Refusal } from "../errors.ts";
import { folderStore } from "./folder_store.ts";

/** A file on its way in, in the folder `incoming`. */
export interface LocalFile {
  path: string;
  size_bytes: number;
  sha256: string;
}

/** A file as it came with a request. */
export interface IncomingFile extends LocalFile {
  /** as the sender calls it; never used as a path */
  file_name: string;
}

/**
 * Where uploaded files lie: a folder of this machine or an S3-compatible bucket. Names are ours and
 * random; nothing from outside reaches the storage as a name.
 */
export interface UploadStore {
  /** Keeps a file under a new name. Once it returns, the file outlives a crash; the local one may be gone. */
  put(name: string, file: LocalFile): Promise<void>;
  /** The content; undefined where there is none of this name. */
  open(name: string): Promise<ReadableStream<Uint8Array> | undefined>;
  remove(name: string): Promise<void>;
  /** Everything kept, with when it was put there. */
  list(): AsyncIterable<{ name: string; storedAt: Date }>;
}

export interface Uploads {
  store: UploadStore;
  /** a folder for files that are being received, on this machine */
  incoming: string;
  /** how large one file may be */
  maxBytes: number;
  /** how much one user may send in a day */
  quotaBytes: number;
}

/** Opens the storage that the settings name, and clears away what a crash left half received. */
export async function openUploads(config: Config): Promise<Uploads> {
  const folder = config.UPLOAD_DIR ?? `${config.DATA_DIR}/uploads`;
  const incoming = `${folder}/incoming`;
  await Deno.mkdir(incoming, { recursive: true, mode: 0o700 });
  await removeStale(incoming);
  return {
    store: config.UPLOAD_S3_ENDPOINT
      ? (await import("./s3_store.ts")).s3Store({
        endpoint: config.UPLOAD_S3_ENDPOINT,
        bucket: config.UPLOAD_S3_BUCKET!,
        region: config.UPLOAD_S3_REGION,
        accessKeyId: config.UPLOAD_S3_ACCESS_KEY_ID!,
        secretAccessKey: config.UPLOAD_S3_SECRET_ACCESS_KEY!,
      })
      : await folderStore(`${folder}/files`),
    incoming,
    maxBytes: config.UPLOAD_MAX_BYTES,
    quotaBytes: config.UPLOAD_QUOTA_BYTES,
  };
}

const STALE_MS = 24 * 60 * 60 * 1000;

async function removeStale(incoming: string): Promise<void> {
  for await (const { name } of Deno.readDir(incoming)) {
    const path = `${incoming}/${name}`;
    const { mtime } = await Deno.stat(path);
    if (mtime && Date.now() - mtime.getTime() > STALE_MS) {
      await Deno.remove(path, { recursive: true });
    }
  }
}

/** Whether the machine failed, such as a full disk, and neither the file nor we. */
export function isOfTheDisk(error: unknown): boolean {
  return /^E[A-Z]+$/.test(String((error as { code?: unknown } | null)?.code));
}

export function storageAway(cause: unknown): Refusal {
  const refusal = new Refusal(
    "storage_unavailable",
    "The storage for files cannot take or give a file now. Try again shortly.",
    { retryAfterSeconds: 5 },
  );
  refusal.cause = cause;
  return refusal;
}
