import sql, { raw } from "sql-template-tag";
import { business } from "../business/business.ts";
import type { Database, Db, Tx } from "./connect.ts";
import { letAtTables } from "./roles.ts";
import { inTransaction } from "./transaction.ts";

export interface Migration {
  name: string;
  text: string;
  checksum: string;
}

const folder = new URL("../../migrations/", import.meta.url);

/** The migrations this version of the service carries, in order. */
export async function shippedMigrations(): Promise<Migration[]> {
  const names = [...Deno.readDirSync(folder)].map((entry) => entry.name)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return await Promise.all(names.map(async (name) => {
    const text = await Deno.readTextFile(new URL(name, folder));
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return { name, text, checksum: new Uint8Array(digest).toHex() };
  }));
}

/** A migration as the database remembers it. */
export interface Applied {
  name: string;
  checksum: string;
  applied_at: string;
}

/**
 * Brings the schema forward to this version and answers the names of what it applied. Forward only;
 * any number of processes may call it at once: one applies, the others wait and find nothing to do.
 *
 * @throws Error when a landed migration was edited, or the database is newer than this service
 */
export async function migrate(database: Database): Promise<string[]> {
  return await inTransaction(database, (tx) => migrateIn(tx), { unhurried: true });
}

/** The same within a transaction; `upTo` applies only these, for data of an earlier version. */
export async function migrateIn(tx: Tx, upTo?: string[]): Promise<string[]> {
  await lockSchema(tx);
  await tx.query(sql`
    create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  const { pending, newer, edited } = compare(await shippedMigrations(), await appliedTo(tx));
  if (newer.length > 0) {
    throw new Error(`The database is newer than this version of the service: it has ${newer[0]}`);
  }
  if (edited.length > 0) {
    throw new Error(`${edited[0]} was edited after it was applied; migrations are never edited`);
  }
  const due = pending.filter(({ name }) => upTo?.includes(name) ?? true);
  await apply(tx, due);
  await letAtTables(tx);
  return due.map(({ name }) => name);
}

async function apply(tx: Tx, due: Migration[]): Promise<void> {
  if (due.length === 0) return;
  // what a migration asks that dates and numbers old documents
  await tx.query(sql`
    select set_config('back_office.time_zone', ${business.timeZone}, true),
      set_config('back_office.currency', ${business.localCurrency}, true),
      set_config('back_office.fiscal_month', ${String(business.fiscalYearStartMonth)}, true)`);
  for (const migration of due) {
    await tx.query(raw(migration.text));
    await tx.query(sql`
      insert into schema_migrations (name, checksum) values (${migration.name}, ${migration.checksum})`);
  }
}

/** One at a time changes the schema, on any machine. */
export async function lockSchema(tx: Tx): Promise<void> {
  await tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended('back-office migrations', 0))`);
}

export interface SchemaState {
  applied: Applied[];
  /** this version brings them, the database does not have them yet */
  pending: string[];
  /** the database has them, this version does not know them */
  newer: string[];
  /** applied with another content than this version brings */
  edited: string[];
}

/** How the schema of the database stands to this version. Changes nothing. */
export async function schemaState(db: Db): Promise<SchemaState> {
  const applied = await appliedTo(db);
  const { pending, newer, edited } = compare(await shippedMigrations(), applied);
  return { applied, pending: pending.map(({ name }) => name), newer, edited };
}

/** In order; none where the database has no schema of ours. */
async function appliedTo(db: Db): Promise<Applied[]> {
  const [{ there }] = await db.query<[{ there: boolean }]>(
    sql`select to_regclass('schema_migrations') is not null as there`,
  );
  if (!there) return [];
  return await db.query<Applied[]>(
    sql`select name, checksum, applied_at from schema_migrations order by name`,
  );
}

/** How migrations that were applied, here or where a backup was made, stand to those we bring. */
export function compare(shipped: Migration[], applied: Pick<Applied, "name" | "checksum">[]) {
  const ours = new Map(shipped.map(({ name, checksum }) => [name, checksum]));
  const theirs = new Set(applied.map(({ name }) => name));
  return {
    pending: shipped.filter(({ name }) => !theirs.has(name)),
    newer: applied.filter(({ name }) => !ours.has(name)).map(({ name }) => name),
    edited: applied.filter(({ name, checksum }) => ours.has(name) && ours.get(name) !== checksum)
      .map(({ name }) => name),
  };
}
