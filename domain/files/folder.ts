/** Leftovers of a run that was killed are a day old: a younger file may be somebody's who is at work. */
const STALE_MS = 24 * 60 * 60 * 1000;

/** The files of a folder that others write to as well, by their names: what goes while it is read is left out. */
export async function* filesIn(folder: string, named = /^/) {
  for await (const { name } of Deno.readDir(folder)) {
    if (!named.test(name)) continue;
    const path = `${folder}/${name}`;
    const found = await Deno.stat(path).catch(ifMissing);
    if (found) yield { name, path, writtenAt: found.mtime ?? new Date() };
  }
}

/** Paths of what a killed run left half written; another program may remove it meanwhile. */
export async function* staleIn(folder: string, now: Date, named?: RegExp) {
  for await (const { path, writtenAt } of filesIn(folder, named)) {
    if (now.getTime() - writtenAt.getTime() > STALE_MS) yield path;
  }
}

/** For `catch`: that a file is not there is no fault. */
export function ifMissing(error: unknown): undefined {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
