import sql, { raw } from "sql-template-tag";
import { sequences, storedTables } from "../../domain/backup/schema_tables.ts";
import type { Database } from "../../domain/db/connect.ts";

/** What two databases have in common when they are the same: rows, constraints, triggers, numbering. */
export async function fingerprint(database: Database, { without = [] as string[] } = {}) {
  const rows: Record<string, string> = {};
  for (const { table, columns } of await storedTables(database)) {
    if (without.includes(table)) continue;
    const [{ hash }] = await database.query<[{ hash: string }]>(sql`
      select count(*) || ' ' || md5(coalesce(string_agg(row::text, '|' order by row::text), '')) as hash
      from (select ${raw(columns.map((name) => `"${name}"`).join(", "))} from ${raw(table)}) row`);
    rows[table] = hash;
  }
  const constraints = await database.query<{ constraint: string }[]>(sql`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated::text
      as constraint
    from pg_constraint where connamespace = current_schema()::regnamespace order by 1`);
  const triggers = await database.query<{ trigger: string }[]>(sql`
    select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text as trigger from pg_trigger
    where not tgisinternal order by 1`);
  const numbering = (await sequences(database)).map(({ name, last_value }) =>
    [name, last_value ?? 0] as const
  );
  return { rows, constraints, triggers, sequences: Object.fromEntries(numbering) };
}
