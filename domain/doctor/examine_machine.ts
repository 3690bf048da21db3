import { statfs } from "node:fs/promises";
import { keysOf, ownAuditKey } from "../audit/audit_keys.ts";
import { findBackupKey } from "../backup/backup_key.ts";
import { backedUpAt, keptBackups } from "../backup/kept_backups.ts";
import type { Config } from "../config/config.ts";
import { tokenKeys } from "../access/token_keys.ts";
import { isCommon } from "./examine_settings.ts";
import { bad, type Finding, good, warning } from "./finding.ts";

const GIB = 2 ** 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What can be told without a database: secrets, room on the disks, the last backup. Changes nothing. */
export async function examineMachine(config: Config, now: Date): Promise<Finding[]> {
  const folders = new Set([config.DATA_DIR, config.UPLOAD_DIR ?? config.DATA_DIR]);
  return [
    await examineSecret(config),
    await examineAuditKey(config),
    ...await examineSecretFiles(config),
    ...await Promise.all([...folders].map(examineDisk)),
    await examineBackups(`${config.DATA_DIR}/backups`, now),
    await examineBackupKey(config),
  ];
}

async function examineSecret(config: Config): Promise<Finding> {
  const kept = `${config.DATA_DIR}/jwt_secret`;
  const secret = config.JWT_SECRET ?? await Deno.readTextFile(kept).catch(() => undefined);
  if (secret === undefined) {
    return warning(
      "secret",
      "There is no secret for tokens yet.",
      "It is made at the first start.",
    );
  }
  try {
    tokenKeys([secret, ...config.JWT_SECRET_PREVIOUS ? [config.JWT_SECRET_PREVIOUS] : []]);
  } catch (error) {
    return bad(
      "secret",
      `${(error as Error).message}.`,
      "Set JWT_SECRET to 32 random bytes or more.",
    );
  }
  if (isCommon(secret)) {
    return warning(
      "secret",
      "The secret for tokens has words or patterns that are tried first.",
      "Set JWT_SECRET to 32 random bytes, such as openssl rand -base64 32 prints.",
    );
  }
  return good("secret", "The secret for tokens is long enough.");
}

/** Who can sign tokens should not be able to sign for a log that he has changed. */
async function examineAuditKey(config: Config): Promise<Finding> {
  const name = "audit_key";
  const own = await ownAuditKey(config);
  if (own === undefined) {
    return config.DATABASE_URL
      ? warning(
        name,
        "The audit log is signed with the secret of tokens.",
        "Set AUDIT_KEY to 32 random bytes, and AUDIT_KEY_PREVIOUS to JWT_SECRET for the first start.",
      )
      : warning(name, "There is no key of the audit log yet.", "It is made at the next start.");
  }
  try {
    return good(name, `The audit log has a key of its own, ${keysOf(own)[0].id}.`);
  } catch (error) {
    return bad(name, `${(error as Error).message}.`, "Set AUDIT_KEY to 32 random bytes or more.");
  }
}

/** Nobody else on the machine should read them; those that a container hands over are its own matter. */
async function examineSecretFiles(config: Config): Promise<Finding[]> {
  const findings = [];
  const kept = config.BACKUP_KEY_FILE ?? `${config.DATA_DIR}/backup_key`;
  const own = ["jwt_secret", "audit_key"].map((name) => `${config.DATA_DIR}/${name}`);
  for (const path of [...config.JWT_SECRET ? own.slice(1) : own, kept]) {
    const mode = (await Deno.stat(path).catch(() => undefined))?.mode;
    if (mode === undefined || mode === null) continue;
    const bits = (mode & 0o777).toString(8).padStart(4, "0");
    findings.push(
      (mode & 0o077) === 0
        ? good("secret_file", `${path} is readable by its owner only.`)
        : bad("secret_file", `${path} can be read by others (mode ${bits}).`, `chmod 600 ${path}`),
    );
  }
  return findings;
}

async function examineDisk(folder: string): Promise<Finding> {
  const name = "disk";
  try {
    const { bavail, bsize } = await statfs(folder);
    const bytes = bavail * bsize;
    const gib = Math.trunc(bytes / GIB * 10) / 10;
    const found = `${gib} GiB are free in ${folder}.`;
    if (bytes < GIB / 4) {
      return bad(name, found, "Free some space at once: PostgreSQL stops without.");
    }
    if (bytes < 2 * GIB) return warning(name, found, "Free some space, or move the folder.");
    return good(name, found);
  } catch (error) {
    return (error as { code?: string }).code === "ENOENT"
      ? warning(name, `${folder} is not there yet.`, "It is made at the first start.")
      : bad(
        name,
        `${folder} cannot be looked at: ${(error as Error).message}.`,
        "Check its rights.",
      );
  }
}

async function examineBackups(dir: string, now: Date): Promise<Finding> {
  const name = "backup";
  const todo = "Run deno task cli backup create every night, and keep copies on another machine.";
  const [newest] = await keptBackups(dir);
  const at = newest && backedUpAt(newest);
  if (!at) return warning(name, `There is no backup in ${dir}.`, todo);
  const days = Math.trunc((now.getTime() - at.getTime()) / DAY_MS);
  const found = `The last backup in ${dir} is ${days} days old.`;
  return days > 2 ? warning(name, found, todo) : good(name, found);
}

/** A key beside the data is lost with it, and found by whoever takes it. */
async function examineBackupKey(config: Config): Promise<Finding> {
  const name = "backup_key";
  try {
    const key = await findBackupKey(config);
    if (key?.encrypts) return good(name, `Backups are encrypted with the key ${key.id}.`);
  } catch (error) {
    const todo = "Bring the key back; deno task cli backup key FILE makes a new one.";
    return bad(name, `${(error as Error).message}.`, todo);
  }
  return good(
    name,
    "Backups are signed, not encrypted; BACKUP_KEY_FILE names a key that encrypts them.",
  );
}
