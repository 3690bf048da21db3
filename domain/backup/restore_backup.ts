import sql, { raw } from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import type { AuditKeys } from "../audit/audit_keys.ts";
import { isSigned } from "../audit/chain.ts";
import { signHeadAgain } from "../audit/seal_audit.ts";
import { audit } from "../audit/audit.ts";
import { business } from "../business/business.ts";
import type { Database, Tx } from "../db/connect.ts";
import { copyIn, quoted } from "../db/copy.ts";
import { compare, lockSchema, migrateIn, shippedMigrations } from "../db/migrate.ts";
import { inTransaction } from "../db/transaction.ts";
import { conflict, Refusal } from "../errors.ts";
import type { Uploads } from "../uploads/store.ts";
import { type Manifest, tableEntry } from "./manifest.ts";
import type { Archive } from "./open_archive.ts";
import { restoreUploads } from "./restore_uploads.ts";
import {
  dropSchema,
  sequences,
  storedTables,
  tablesWithRecords,
  withoutChecks,
} from "./schema_tables.ts";

export interface Restored {
  tables: number;
  rows: number;
  uploads: number;
  /** migrations that came after the backup was made, and were applied to it */
  migrated: string[];
  warnings: string[];
}

/**
 * Brings an archive, checked wholly before, into an empty database: the schema as it was at the backup,
 * every row, the numbering, the uploaded files, then the migrations that came since. One transaction:
 * all of it or nothing. Every login ends: one that was ended since the backup must not go on. The end of the audit log is signed anew where another key had signed it.
 * Source: docs/terminal.md, "Backups".
 *
 * @throws Refusal `forbidden`, `backup_newer`, `backup_currency`, `database_not_empty`
 */
export async function restoreBackup(
  database: Database,
  actor: Actor,
  archive: Archive,
  { uploads, keys, onProgress = () => {} }: {
    uploads: Uploads;
    keys: AuditKeys;
    onProgress?: (line: string) => void;
  },
): Promise<Restored> {
  allow(actor, "backups.restore");
  const { manifest } = archive;
  await refuseForeign(manifest);
  const files = restoreUploads(archive, uploads, onProgress);
  try {
    return await inTransaction(database, async (tx) => {
      await refuseUnlessEmpty(tx);
      await dropSchema(tx);
      await migrateIn(tx, manifest.migrations.map(({ name }) => name));
      const warnings = await load(tx, archive, onProgress);
      await files.put();
      const migrated = await migrateIn(tx);
      await endLogins(tx);
      warnings.push(...await signHead(tx, actor, keys));
      const { tables, uploads } = manifest;
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      await record(tx, actor, archive, rows);
      await tx.query(sql`analyze`); // without it the first questions are planned blindly
      return { tables: tables.length, rows, uploads: uploads.length, migrated, warnings };
    }, { unhurried: true });
  } catch (error) {
    await files.undo();
    throw error;
  }
}

async function refuseForeign({ migrations, local_currency, version }: Manifest): Promise<void> {
  const { newer, edited } = compare(await shippedMigrations(), migrations);
  const unknown = [...newer, ...edited];
  if (unknown.length > 0) {
    throw conflict(
      "backup_newer",
      `the backup was made by version ${version}, whose schema this version does not know ` +
        `(${unknown[0]}). Restore it with that version or a later one.`,
    );
  }
  if (local_currency !== business.localCurrency) {
    throw conflict(
      "backup_currency",
      `the backup's books are kept in ${local_currency}, this installation's in ` +
        `${business.localCurrency}. Set LOCAL_CURRENCY=${local_currency}.`,
    );
  }
}

async function endLogins(tx: Tx): Promise<void> {
  await tx.query(sql`
    update sessions set revoked_at = now(), revoked_because = 'restored' where revoked_at is null`);
  await tx.query(sql`delete from devices`);
}

async function refuseUnlessEmpty(tx: Tx): Promise<void> {
  await lockSchema(tx);
  const tables = await tablesWithRecords(tx);
  if (tables.length === 0) return;
  const named = tables.slice(0, 5).join(", ") + (tables.length > 5 ? ", …" : "");
  throw conflict(
    "database_not_empty",
    `the database already holds records (${named}). Restore into an empty one: nothing was changed.`,
    { tables },
  );
}

/** Answers warnings about what this version has no table for. */
async function load(tx: Tx, { manifest, read }: Archive, onProgress: (line: string) => void) {
  const known = new Map((await storedTables(tx)).map(({ table, columns }) => [table, columns]));
  const strange = manifest.tables.filter(({ name, columns }) =>
    !columns.every((column) => known.get(name)?.includes(column))
  );
  await withoutChecks(tx, async () => {
    for (const part of manifest.tables.filter((table) => !strange.includes(table))) {
      onProgress(`table ${part.name}`);
      const into = { table: part.name, columns: part.columns };
      await emptyTable(tx, part.name);
      const rows = await copyIn(tx, into, read(tableEntry(part.name), part));
      if (rows !== part.rows) {
        throw new Error(`${part.name} has ${rows} rows, the manifest says ${part.rows}`);
      }
    }
  });
  await continueNumbering(tx, manifest);
  return strange.map(({ name, rows }) =>
    `The table ${name} (${rows} rows) is not one of this program's: it was not restored.`
  );
}

/** Rows that the migrations put in come again with the backup. */
async function emptyTable(tx: Tx, table: string): Promise<void> {
  await tx.query(raw(`delete from ${quoted(table)}`));
}

async function continueNumbering(tx: Tx, manifest: Manifest): Promise<void> {
  const known = new Set((await sequences(tx)).map(({ name }) => name));
  for (const { name, last_value } of manifest.sequences) {
    if (last_value === null || !known.has(name)) continue;
    await tx.query(sql`select setval(${quoted(name)}::regclass, ${last_value})`);
  }
}

/** Sealing refuses to go on from a head that another key signed; restoring is the moment to take over. */
async function signHead(tx: Tx, actor: Actor, keys: AuditKeys): Promise<string[]> {
  const [head] = await tx.query<
    [{ sealed_rows: number; hash: string; signature: string | null }?]
  >(sql`select sealed_rows, hash, signature from audit_head where id = 1`);
  if (head && isSigned(head, keys)) return [];
  try {
    await signHeadAgain(tx, actor, keys);
    return [
      "The backup came from a service with another key for its audit log: its end was signed with " +
      "this one's.",
    ];
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "audit_chain_broken")) throw error;
    return [`${error.message} It was so in the backup already.`];
  }
}

async function record(tx: Tx, actor: Actor, archive: Archive, rows: number): Promise<void> {
  const { path, sha256, manifest: { created_at, version } } = archive;
  await audit(tx, actor, {
    action: "backup.restore",
    entity: "backup",
    entityId: null,
    after: { file: path.split("/").at(-1), sha256, created_at, version, rows },
  });
}
