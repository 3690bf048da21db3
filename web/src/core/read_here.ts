import { db } from "./db.ts";
import { readFresh, readKept } from "./reads.ts";

/**
 * A path's data, to work on: as it was last opened here, else what the server says, else what the
 * synchronised lists know, whose rows are shorter than a record; undefined: none of them.
 */
export async function readHere<T>(path: string): Promise<T | undefined> {
  const read = await (await db()).get("reads", path) ??
    await readFresh(path).catch(() => readKept(path));
  return read?.data as T | undefined;
}
