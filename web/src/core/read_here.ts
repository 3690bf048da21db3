import { db } from "./db.ts";
import { isGone, readFresh, readKept } from "./reads.ts";

/**
 * A path's data, to work on: as it was last opened here, else what the server says, else what the
 * synchronised lists know, whose rows are shorter than a record; null: the server says that it is not
 * there, or not his to see; undefined: it did not come.
 */
export async function readHere<T>(path: string): Promise<T | null | undefined> {
  let gone: null | undefined;
  const read = await (await db()).get("reads", path) ??
    await readFresh(path).catch((error) => {
      if (isGone(error.problem ?? {})) gone = null; // an ApiError has one
      return readKept(path);
    });
  const known = read?.data as T | undefined;
  return known ?? gone;
}
