import { Buffer } from "node:buffer";
import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { type Config, ConfigError, keptSecret } from "../config/config.ts";
import { writeNew } from "../files/write_new.ts";

/** What signs the backups of an installation, and encrypts them where it is kept elsewhere. */
export interface BackupKey {
  bytes: Buffer;
  /** tells keys apart, and tells nothing of them: 16 hexadecimal digits */
  id: string;
  path: string;
  /** only a key that the owner keeps himself encrypts: one in the data folder is lost with it */
  encrypts: boolean;
}

const KEY_BYTES = 32;
const keptIn = ({ DATA_DIR }: Config) => `${DATA_DIR}/backup_key`;

/**
 * The key in the file that `BACKUP_KEY_FILE` names, else the one in the data folder.
 * @returns undefined where no backup was ever made here
 * @throws ConfigError for a named file that is missing or holds no key
 */
export async function findBackupKey(config: Config): Promise<BackupKey | undefined> {
  const named = config.BACKUP_KEY_FILE;
  const path = named ?? keptIn(config);
  try {
    const bytes = Buffer.from((await Deno.readTextFile(path)).trim(), "base64url");
    if (bytes.length === KEY_BYTES) return { bytes, id: idOf(bytes), path, encrypts: !!named };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    if (!named) return undefined;
  }
  throw new ConfigError([`${path} holds no backup key: make one with backup key FILE`]);
}

/** The same; where there is none yet, one is made in the data folder. */
export async function needBackupKey(config: Config): Promise<BackupKey> {
  const found = await findBackupKey(config);
  if (found) return found;
  await Deno.mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
  await keptSecret(keptIn(config), KEY_BYTES);
  return (await findBackupKey(config))!;
}

/** Writes a new key for its owner's eyes only. @throws Deno.errors.AlreadyExists */
export async function makeBackupKey(path: string): Promise<string> {
  const bytes = randomBytes(KEY_BYTES);
  await writeNew(path, `${bytes.toString("base64url")}\n`);
  return idOf(bytes);
}

function idOf(bytes: Buffer): string {
  return createHash("sha256").update("back-office backup key").update(bytes).digest("hex")
    .slice(0, 16);
}

/** A key of its own for one purpose, or for one file by its salt. */
export function derived({ bytes }: BackupKey, purpose: string, salt: Uint8Array = Buffer.alloc(0)) {
  return Buffer.from(hkdfSync("sha256", bytes, salt, purpose, 32));
}

/** HMAC-SHA-256 of a manifest, behind the key's id. */
export function signatureOf(key: BackupKey, manifest: Uint8Array): string {
  const mac = createHmac("sha256", derived(key, "sign")).update(manifest).digest("hex");
  return `${key.id}:${mac}`;
}

export function isSignedBy(key: BackupKey, manifest: Uint8Array, signature: string): boolean {
  const [given, right] = [signature, signatureOf(key, manifest)].map((text) => Buffer.from(text));
  return given.length === right.length && timingSafeEqual(given, right);
}
