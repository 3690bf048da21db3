import { ifMissing, staleIn } from "../files/folder.ts";

const NAME = /^back-office-(\d{4}-\d{2}-\d{2}T\d{6}(?:\d{3})?Z)\.zip(?:\.enc)?$/;
const PARTIAL = /^\.back-office-.*\.partial$/;

/** `back-office-2026-01-31T235959123Z.zip`, or `….zip.enc`: names sort by time. */
export function backupName(now: Date, isEncrypted: boolean): string {
  return `back-office-${now.toISOString().replace(/[:.]/g, "")}.zip${isEncrypted ? ".enc" : ""}`;
}

/** The backups in a folder by name, newest first; other files are not looked at. */
export async function keptBackups(dir: string): Promise<string[]> {
  const names = [];
  try {
    for await (const { name } of Deno.readDir(dir)) if (NAME.test(name)) names.push(name);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return names.sort().reverse();
}

/** When a backup was begun, by its name. */
export function backedUpAt(name: string): Date | undefined {
  const [, stamp] = NAME.exec(name) ?? [];
  const parts = /^(.{10}T)(\d\d)(\d\d)(\d\d)(\d{3})?Z$/.exec(stamp ?? "");
  if (!parts) return undefined;
  const [, day, hours, minutes, seconds, milliseconds = "000"] = parts;
  return new Date(`${day}${hours}:${minutes}:${seconds}.${milliseconds}Z`);
}

/** Removes all but the newest `keep` backups of a folder, and answers the names of those removed. */
export async function removeOlder(dir: string, keep: number): Promise<string[]> {
  const older = (await keptBackups(dir)).slice(keep);
  for (const name of older) await Deno.remove(`${dir}/${name}`).catch(ifMissing);
  return older;
}

/** Removes what a killed run left half written. */
export async function removePartials(dir: string, now: Date): Promise<void> {
  for await (const path of staleIn(dir, now, PARTIAL)) await Deno.remove(path).catch(ifMissing);
}
