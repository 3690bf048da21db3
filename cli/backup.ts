import { auditKeys } from "../domain/audit/audit_keys.ts";
import { type BackupKey, findBackupKey, needBackupKey } from "../domain/backup/backup_key.ts";
import { type Backup, createBackup } from "../domain/backup/create_backup.ts";
import { type Drill, drillRestore } from "../domain/backup/drill_restore.ts";
import { type Archive, openArchive } from "../domain/backup/open_archive.ts";
import { restoreBackup } from "../domain/backup/restore_backup.ts";
import { withJobLock } from "../domain/db/job_lock.ts";
import { findActor, systemActor } from "../domain/staff/find_actor.ts";
import { openUploads } from "../domain/uploads/open_uploads.ts";
import { describeBooks } from "./books.ts";
import {
  type Command,
  type DatabaseContext,
  type Outcome,
  type SettingsContext,
  UsageError,
} from "./command.ts";

const unsigned = {
  name: "unsigned",
  help:
    "take one that this installation's key has not signed: made before there was a key, or elsewhere",
};

export const backupCommands: Command[] = [{
  name: "backup create",
  summary: "Save every table and every uploaded file in one archive; the service may go on.",
  examples: [
    "deno task cli backup create",
    "deno task cli backup create --dir /mnt/backup --keep 14 --quiet",
  ],
  options: [
    { name: "dir", value: "FOLDER", help: "where to; default: backups in DATA_DIR" },
    { name: "keep", value: "N", help: "afterwards remove all but the newest N there" },
  ],
  needs: "database",
  run: (context) => withJobLock(context.database, "backup create", () => create(context)),
}, {
  name: "backup verify",
  summary: "Check every byte of a backup; with --drill restore it on trial and verify its books.",
  arguments: "FILE",
  examples: [
    `deno task cli backup create && deno task cli backup verify "$(ls -t .data/backups/*.zip | head -1)"`,
    "deno task cli backup verify FILE --drill",
  ],
  options: [
    { name: "drill", help: "restore it into a scratch database, which is removed again" },
    unsigned,
  ],
  needs: "settings",
  run: verify,
}, {
  name: "backup restore",
  summary: "Bring a backup into an empty database and an upload folder: all of it or nothing.",
  arguments: "FILE",
  examples: [
    `deno task cli backup create && DATA_DIR=restored deno task cli backup restore "$(ls -t .data/backups/*.zip | head -1)"`,
    "DATA_DIR=new deno task cli backup restore FILE",
  ],
  options: [unsigned],
  needs: "database",
  run: (context) => withJobLock(context.database, "backup restore", () => restore(context)),
}];

async function create({ database, config, options, progress }: DatabaseContext): Promise<Outcome> {
  const began = performance.now();
  const actor = options.as === undefined ? systemActor() : await findActor(database, options.as);
  const { store } = await openUploads(config);
  const key = await needBackupKey(config);
  const backup = await createBackup(database, actor, store, {
    dir: options.dir ?? `${config.DATA_DIR}/backups`,
    key,
    keep: readKeep(options.keep),
    onProgress: progress,
  });
  progress?.("\n");
  const seconds = since(began);
  return {
    data: { ...backup, key: key.id, encrypted: key.encrypts, seconds },
    text: describeBackup(backup, key, seconds),
    warnings: backup.unsound_uploads.map((number) =>
      `The file of upload ${number} is missing from the storage or damaged.`
    ),
  };
}

function readKeep(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(given)) throw new UsageError("--keep must be a number from 1.");
  return Number(given);
}

function describeBackup(
  { path, bytes, sha256, rows, tables, uploads, removed }: Backup,
  key: BackupKey,
  s: number,
) {
  return [
    `Saved ${rows} rows of ${tables} tables and ${uploads} files in ${s} s.`,
    `File      ${path}`,
    `Size      ${bytes} bytes`,
    `Checksum  sha256:${sha256}`,
    key.encrypts
      ? `Key       ${key.id}: encrypted; without ${key.path} nobody can read it`
      : `Key       ${key.id}: signed, not encrypted; BACKUP_KEY_FILE names a key that encrypts`,
    ...removed.length > 0 ? [`Removed   ${removed.join(", ")}`] : [],
    `The service's secrets are not in it: keep JWT_SECRET and AUDIT_KEY, or jwt_secret and audit_key in DATA_DIR, elsewhere.`,
  ].join("\n");
}

async function verify(context: SettingsContext): Promise<Outcome> {
  const { config, options, progress } = context;
  const began = performance.now();
  await using archive = await opened(context);
  const drill = options.drill === undefined ? undefined : await drillRestore(
    config,
    systemActor(),
    archive,
    await auditKeys(config),
    progress,
  );
  progress?.("\n");
  const seconds = since(began);
  const { manifest: { tables, uploads, ...about }, path, bytes, sha256, signed } = archive;
  return {
    data: {
      path,
      bytes,
      sha256,
      signed,
      ...about,
      tables,
      uploads: uploads.length,
      drill,
      seconds,
    },
    text: [describeArchive(archive, seconds), ...drill ? [describeDrill(drill)] : []].join("\n"),
    exitCode: drill && !drill.books.intact ? 4 : 0,
    warnings: unsignedWarnings(archive),
  };
}

function describeArchive({ manifest, bytes, sha256 }: Archive, seconds: number): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    `The backup is whole: ${rows} rows of ${manifest.tables.length} tables and ` +
    `${manifest.uploads.length} files, made ${manifest.created_at} by version ${manifest.version}; ` +
    `${seconds} s.`,
    `Size      ${bytes} bytes`,
    `Checksum  sha256:${sha256}`,
  ].join("\n");
}

function describeDrill({ restored, books, place, restore_ms, verify_ms }: Drill): string {
  return [
    `Restored ${restored.rows} rows and ${restored.uploads} files into ${place} in ` +
    `${restore_ms} ms; the books were verified in ${verify_ms} ms.`,
    describeBooks(books),
  ].join("\n");
}

async function restore(context: DatabaseContext): Promise<Outcome> {
  const { config, database, progress } = context;
  const began = performance.now();
  await using archive = await opened(context);
  const restored = await restoreBackup(database, systemActor(), archive, {
    uploads: await openUploads(config),
    keys: await auditKeys(config),
    onProgress: progress,
  });
  progress?.("\n");
  const seconds = since(began);
  const { rows, tables, uploads, migrated, warnings } = restored;
  return {
    data: { ...restored, seconds },
    text: [
      `Restored ${rows} rows of ${tables} tables and ${uploads} files in ${seconds} s.`,
      ...migrated.length > 0 ? [`Migrations applied since: ${migrated.join(", ")}`] : [],
      `Next: deno task cli verify-books`,
    ].join("\n"),
    warnings: [...warnings, ...unsignedWarnings(archive)],
  };
}

async function opened(context: SettingsContext): Promise<Archive> {
  const { config, options, progress } = context;
  return await openArchive(oneFile(context), {
    key: await findBackupKey(config),
    unsigned: options.unsigned !== undefined,
    onProgress: progress,
  });
}

/** Of a backup that was taken without knowing who wrote it. */
function unsignedWarnings({ signed }: Archive): string[] {
  if (signed === "ours") return [];
  const why = signed === "unknown"
    ? "The key that signed the backup is not here (BACKUP_KEY_FILE, or backup_key in DATA_DIR)"
    : "The backup is not signed";
  return [`${why}: nothing tells whether somebody changed it.`];
}

function oneFile({ args }: SettingsContext): string {
  const [path, ...more] = args;
  if (!path || more.length > 0) throw new UsageError("Give one backup file.");
  return path;
}

function since(began: number): number {
  return Math.trunc((performance.now() - began) / 10) / 100;
}
