import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { notFound } from "../errors.ts";
import { writeSeal } from "./seal.ts";
import type { BackupKey } from "./backup_key.ts";
import { openFile } from "./open_archive.ts";
import { EncryptedFile, isEncrypted } from "./encrypted_file.ts";

/**
 * Writes what is within an encrypted backup, a ZIP that any program opens, for its owner's eyes only. A block
 * that was changed ends it.
 * @returns the ZIP's bytes
 * @throws Refusal `not_found` for what is no encrypted backup, `backup_key_missing`
 */
export async function decryptBackup(
  path: string,
  to: string,
  key: BackupKey | undefined,
): Promise<number> {
  using file = await openFile(path);
  if (!await isEncrypted(file)) throw notFound("Encrypted backup", path);
  const within = await EncryptedFile.open(file, key);
  await pipeline(
    within._readStreamForRange(0, within.size),
    createWriteStream(to, { flags: "wx", mode: 0o600 }),
  );
  return (await writeSeal(to)).bytes;
}
