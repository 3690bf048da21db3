import { readFresh, readKept } from "./reads.ts";

/** What this phone knows of a path, else what the server says; undefined: neither. */
export async function readHere<T>(path: string): Promise<T | undefined> {
  const read = await readKept(path) ?? await readFresh(path).catch(() => undefined);
  return read?.data as T | undefined;
}
