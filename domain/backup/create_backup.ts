import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { business } from "../business/business.ts";
import type { Database, Tx } from "../db/connect.ts";
import { copyOut } from "../db/copy.ts";
import { schemaState } from "../db/migrate.ts";
import { inTransaction } from "../db/transaction.ts";
import { notFound } from "../errors.ts";
import { thumbnailOf } from "../uploads/keep_files.ts";
import type { UploadStore } from "../uploads/store.ts";
import { VERSION } from "../version.ts";
import { ArchiveWriter, type Part } from "./archive_writer.ts";
import type { BackupKey } from "./backup_key.ts";
import { backupName, removeOlder, removePartials } from "./kept_backups.ts";
import { type Manifest, tableEntry, uploadEntry } from "./manifest.ts";
import { sequences, storedTables } from "./schema_tables.ts";

export interface BackupOptions {
  /** the folder that gets the archive */
  dir: string;
  /** signs it, and may encrypt it; left out: neither */
  key?: BackupKey;
  /** how many backups to keep in it, this one included; left out: all */
  keep?: number;
  onProgress?: (line: string) => void;
}

export interface Backup extends Part {
  path: string;
  rows: number;
  tables: number;
  uploads: number;
  /** uploads whose file was missing from the storage, or not what was stored */
  unsound_uploads: string[];
  /** older backups that were removed */
  removed: string[];
}

/**
 * Writes everything the business has into one archive: every table as of one moment, while the service
 * goes on, and every uploaded file. The archive gets its name only when it is complete and on the disk.
 * The service's secret is not in it, nor any other setting; people's passwords are there as hashes.
 * Source: docs/terminal.md, "Backups".
 *
 * @throws Refusal `forbidden`, `not_found` for a database without a schema of ours
 */
export async function createBackup(
  database: Database,
  actor: Actor,
  store: UploadStore,
  { dir, key, keep, onProgress = () => {} }: BackupOptions,
): Promise<Backup> {
  allow(actor, "backups.make");
  await Deno.mkdir(dir, { recursive: true, mode: 0o700 });
  const now = new Date(actor.now);
  await removePartials(dir, now);
  const name = backupName(now, key?.encrypts ?? false);
  const partial = `${dir}/.${name}.${crypto.randomUUID()}.partial`;
  const { seal, manifest, isCurrent } = await inTransaction(
    database,
    (tx) => writeArchive(tx, actor, store, new ArchiveWriter(partial, key), onProgress),
    { snapshot: true },
  );
  const path = `${dir}/${name}`;
  await Deno.rename(partial, path);
  using folder = await Deno.open(dir);
  await folder.sync(); // the name, too, must outlive a power failure
  const removed = keep === undefined ? [] : await removeOlder(dir, keep);
  const { tables, uploads, unsound_uploads } = manifest;
  const backup = {
    path,
    ...seal,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    tables: tables.length,
    uploads: uploads.length,
    unsound_uploads,
    removed,
  };
  if (isCurrent) await inTransaction(database, (tx) => record(tx, actor, backup));
  return backup;
}

async function writeArchive(
  tx: Tx,
  actor: Actor,
  store: UploadStore,
  archive: ArchiveWriter,
  onProgress: (line: string) => void,
) {
  try {
    const { applied, pending, newer } = await schemaState(tx);
    if (applied.length === 0) throw notFound("A schema of this program in the database");
    const tables = await addTables(tx, archive, onProgress);
    const files = await addUploads(tx, archive, store, onProgress);
    const [{ server_version }] = await tx.query<[{ server_version: string }]>(
      sql`select current_setting('server_version') as server_version`,
    );
    const manifest: Manifest = {
      format: 1,
      version: VERSION,
      created_at: actor.now,
      postgres_version: server_version,
      local_currency: business.localCurrency,
      migrations: applied.map(({ name, checksum }) => ({ name, checksum })),
      tables,
      sequences: await sequences(tx), // read last, so never behind the rows
      ...files,
    };
    const seal = await archive.finish(manifest);
    return { seal, manifest, isCurrent: pending.length + newer.length === 0 };
  } catch (error) {
    await archive.abandon(error);
    throw error;
  }
}

async function addTables(tx: Tx, archive: ArchiveWriter, onProgress: (line: string) => void) {
  const tables: Manifest["tables"] = [];
  for (const { table, columns } of await storedTables(tx)) {
    onProgress(`table ${table}`);
    let rows = 0;
    const content = async function* () {
      rows = yield* copyOut(tx, { table, columns });
    };
    const part = await archive.add(tableEntry(table), content(), true);
    tables.push({ name: table, columns, rows, ...part });
  }
  return tables;
}

interface UploadRow {
  id: number;
  reference_no: string;
  stored_name: string;
  sha256: string;
  width: number | null;
}

/** A file that is missing or damaged does not keep the rest from being saved; it is reported. */
async function addUploads(
  tx: Tx,
  archive: ArchiveWriter,
  store: UploadStore,
  onProgress: (line: string) => void,
) {
  const uploads: Manifest["uploads"] = [];
  const unsound: string[] = [];
  for (let after = 0;;) {
    const rows = await tx.query<UploadRow[]>(sql`
      select id, reference_no, stored_name, sha256, width from uploads where id > ${after}
      order by id limit 1000`);
    for (const { id, reference_no, stored_name, sha256, width } of rows) {
      onProgress(`file ${reference_no}`);
      const part = await addUpload(archive, store, stored_name);
      if (part) uploads.push(part);
      const thumbnail = width !== null && await addUpload(archive, store, thumbnailOf(stored_name));
      if (thumbnail) uploads.push(thumbnail);
      if (part?.sha256 !== sha256 || thumbnail === undefined) unsound.push(reference_no);
      after = id;
    }
    if (rows.length < 1000) return { uploads, unsound_uploads: unsound };
  }
}

async function addUpload(archive: ArchiveWriter, store: UploadStore, name: string) {
  const content = await store.open(name);
  return content && { name, ...await archive.add(uploadEntry(name), content, false) };
}

async function record(tx: Tx, actor: Actor, { path, bytes, sha256, rows }: Backup): Promise<void> {
  await audit(tx, actor, {
    action: "backup.create",
    entity: "backup",
    entityId: null,
    after: { file: path.split("/").at(-1), bytes, sha256, rows },
  });
}
