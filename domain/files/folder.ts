/** Leftovers of a run that was killed are a day old: a younger file may be somebody's who is at work. */
const STALE_MS = 24 * 60 * 60 * 1000;

/** The files of a folder that others write to as well: what goes while it is read is left out. */
export async function* filesIn(folder: string) {
  for await (const { name } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    const found = await Deno.stat(path).catch(ifMissing);
    if (found) yield { name, path, writtenAt: found.mtime ?? new Date() };
  }
}

/** Removes what a killed run left half written; `named` says which names are such. */
export async function removeStale(folder: string, now: Date, named = /^/): Promise<void> {
  for await (const { name, path, writtenAt } of filesIn(folder)) {
    if (named.test(name) && now.getTime() - writtenAt.getTime() > STALE_MS) await removeAny(path);
  }
}

/** Removes a file or a whole folder, which another may have done meanwhile. */
export async function removeAny(path: string): Promise<void> {
  await Deno.remove(path, { recursive: true }).catch(ifMissing);
}

/** For `catch`: that a file is not there is no fault. */
export function ifMissing(error: unknown): undefined {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
