import sql, { raw } from "sql-template-tag";
import type { Db, Tx } from "../db/connect.ts";
import { quoted, type TableColumns } from "../db/copy.ts";

/** Rebuilt by the migrations themselves; a backup lists them in its manifest. */
const MIGRATIONS = "schema_migrations";

/** The tables of the schema with the columns that are stored, not derived; extensions' own are left out. */
export function storedTables(db: Db): Promise<TableColumns[]> {
  return db.query<TableColumns[]>(sql`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and c.relname <> ${MIGRATIONS} and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass
        and d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`);
}

/** Where the numbering of each identity column stands; null before its first number. */
export function sequences(db: Db): Promise<{ name: string; last_value: number | null }[]> {
  return db.query(sql`
    select sequencename as name, last_value from pg_sequences
    where schemaname = current_schema() order by sequencename`);
}

/** Rows that the migrations themselves put in, or that come without anybody doing business. */
const rowsThatDoNotCount = [
  "accounts",
  "customs_terms",
  "audit_head",
  "login_failures",
  "method_accounts",
  "settings",
  "stock_places",
  "vat_rates",
];

/**
 * The tables that hold records, locked against whoever else would write. A database with tables that
 * are not ours counts as holding records too.
 */
export async function tablesWithRecords(tx: Tx): Promise<string[]> {
  const tables = (await storedTables(tx)).map(({ table }) => table);
  if (tables.length === 0) return [];
  const [{ ours }] = await tx.query<[{ ours: boolean }]>(
    sql`select to_regclass(${MIGRATIONS}) is not null as ours`,
  );
  if (!ours) return tables;
  await tx.query(raw(`lock table ${tables.map(quoted).join(", ")} in access exclusive mode`));
  const questions = tables.filter((table) => !rowsThatDoNotCount.includes(table)).map((table) =>
    `select '${table.replaceAll("'", "''")}' as "table" where exists (select from ${quoted(table)})`
  );
  return (await tx.query<{ table: string }[]>(raw(questions.join(" union all "))))
    .map(({ table }) => table);
}

/** Takes an empty schema away, so that it can be built as the backup needs it. */
export async function dropSchema(tx: Tx): Promise<void> {
  const tables = [...(await storedTables(tx)).map(({ table }) => table), MIGRATIONS];
  await tx.query(raw(`drop table if exists ${tables.map(quoted).join(", ")} cascade`));
  const functions = await tx.query<{ signature: string }[]>(sql`
    select p.oid::regprocedure::text as signature from pg_proc p
    where p.pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass
        and d.objid = p.oid and d.deptype = 'e')`);
  for (const { signature } of functions) {
    await tx.query(raw(`drop routine if exists ${signature} cascade`));
  }
}

/**
 * Runs `load` without foreign keys and without the triggers of the tables, as their owner may, and puts
 * both back: the keys are checked then, over everything at once, so the order of tables does not matter.
 */
export async function withoutChecks(tx: Tx, load: () => Promise<void>): Promise<void> {
  const keys = await tx.query<{ table: string; name: string; definition: string }[]>(sql`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
    order by conrelid, conname`);
  const tables = await storedTables(tx);
  const eachTable = (what: string) =>
    tx.query(raw(tables.map(({ table }) => `alter table ${quoted(table)} ${what}`).join(";\n")));
  await eachTable("disable trigger user");
  for (const { table, name } of keys) {
    await tx.query(raw(`alter table ${table} drop constraint ${quoted(name)}`));
  }
  await load();
  for (const { table, name, definition } of keys) {
    await tx.query(raw(`alter table ${table} add constraint ${quoted(name)} ${definition}`));
  }
  await eachTable("enable trigger user");
}
