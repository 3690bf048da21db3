import { Refusal } from "../errors.ts";

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
