import { findBackupKey, makeBackupKey } from "../domain/backup/backup_key.ts";
import { decryptBackup } from "../domain/backup/decrypt_backup.ts";
import {
  type BareContext,
  type Command,
  type Outcome,
  type SettingsContext,
  UsageError,
} from "./command.ts";

export const backupKeyCommands: Command[] = [{
  name: "backup key",
  summary: "Make a key that encrypts backups; keep it where the backups are not.",
  arguments: "FILE",
  examples: [
    "deno task cli backup key ~/back-office.key",
    "BACKUP_KEY_FILE=FILE deno task cli backup create",
  ],
  needs: "nothing",
  run: makeKey,
}, {
  name: "backup decrypt",
  summary: "Write an encrypted backup as the ZIP that is within it.",
  arguments: "FILE ZIP",
  examples: ["BACKUP_KEY_FILE=KEY deno task cli backup decrypt FILE ZIP"],
  needs: "settings",
  run: decrypt,
}];

async function makeKey({ args: [path, ...more] }: BareContext): Promise<Outcome> {
  if (!path || more.length > 0) throw new UsageError("Give one file for the key.");
  try {
    const id = await makeBackupKey(path);
    return {
      data: { path, id },
      text:
        `Wrote the key ${id} to ${path}. Set BACKUP_KEY_FILE to it, and keep a copy on another machine ` +
        `and on paper: without it no backup that it encrypts can be read.`,
    };
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    throw new UsageError(`${path} is there already: a key is never written over.`);
  }
}

async function decrypt({ config, args: [path, to, ...more] }: SettingsContext): Promise<Outcome> {
  if (!path || !to || more.length > 0) throw new UsageError("Give a backup and the ZIP to write.");
  const bytes = await decryptBackup(path, to, await findBackupKey(config));
  return { data: { path: to, bytes }, text: `Wrote ${to}, ${bytes} bytes. Anybody can read it.` };
}
