import sql, { raw } from "sql-template-tag";
import { type Database } from "./connect.ts";
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

/**
 * Brings the schema forward to this version and answers the names of what it applied. Forward only;
 * any number of processes may call it at once: one applies, the others wait and find nothing to do.
 *
 * @throws Error when a landed migration was edited, or the database is newer than this service
 */
export async function migrate(database: Database): Promise<string[]> {
  const shipped = await shippedMigrations();
  return await inTransaction(database, async (tx) => {
    await tx.query(
      sql`select pg_advisory_xact_lock(hashtextextended('back-office migrations', 0))`,
    );
    await tx.query(sql`
      create table if not exists schema_migrations (
        name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const applied = await tx.query<{ name: string; checksum: string }[]>(
      sql`select name, checksum from schema_migrations order by name`,
    );
    const pending = compare(shipped, applied);
    for (const migration of pending) {
      await tx.query(raw(migration.text));
      await tx.query(sql`
        insert into schema_migrations (name, checksum) values (${migration.name}, ${migration.checksum})`);
    }
    return pending.map((migration) => migration.name);
  }, { unhurried: true });
}

function compare(shipped: Migration[], applied: { name: string; checksum: string }[]): Migration[] {
  for (const { name, checksum } of applied) {
    const ours = shipped.find((migration) => migration.name === name);
    if (!ours) {
      throw new Error(`The database is newer than this version of the service: it has ${name}`);
    }
    if (ours.checksum !== checksum) {
      throw new Error(`${name} was edited after it was applied; migrations are never edited`);
    }
  }
  const names = new Set(applied.map((migration) => migration.name));
  return shipped.filter((migration) => !names.has(migration.name));
}
