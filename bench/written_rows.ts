import sql, { raw } from "sql-template-tag";
import type { Database } from "../domain/db/connect.ts";
import type { Json } from "./service.ts";

/** A table as the catalogue has it. */
export interface Table {
  name: string;
  /** those that may be written, in order */
  columns: string[];
  key: string[];
  /** column → table whose id it holds */
  refers: Record<string, string>;
}

/** The rows that one deed leaves, new ones and those that it changed, each as it stands in the end. */
export interface Deed {
  created: Record<string, Json[]>;
  changed: Record<string, Json[]>;
}

/** Written by triggers, in their own time, or for who asks and not for what he does. */
const aside = [
  "account_months",
  "audit_seals",
  "audit_unsealed",
  "collection_days",
  "customer_balances",
  "receipt_months",
  "record_changes",
  "sales_days",
  "schema_migrations",
  "sessions",
  "supplier_balances",
];

export async function tablesOf(db: Database): Promise<Table[]> {
  return await db.query<Table[]>(sql`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = i.indrelid
        and a.attnum = any(i.indkey) where i.indrelid = c.oid and i.indisprimary) as key,
      (select coalesce(jsonb_object_agg(a.attname, f.confrelid::regclass), '{}') from pg_constraint f
        join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]
        where f.conrelid = c.oid and f.contype = 'f' and cardinality(f.conkey) = 1) as refers
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relname <> all(${aside}::text[])
    order by c.relname`);
}

const hasId = ({ key }: Table) => key.join() === "id";

/** The highest id of each table. */
export async function lastIds(db: Database, tables: Table[]): Promise<Record<string, number>> {
  const each = tables.filter(hasId).map(({ name }) =>
    `select '${name}' as name, coalesce(max(id), 0)::float8 as last from ${name}`
  );
  const rows = await db.query<{ name: string; last: number }[]>(
    sql`${raw(each.join(" union all "))}`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** Does the deed while nobody else writes, and answers what it left. */
export async function writtenBy(
  db: Database,
  tables: Table[],
  deed: () => Promise<unknown>,
): Promise<Deed> {
  const last = await lastIds(db, tables);
  const moment = sql`select pg_current_xact_id()::text as xid`;
  const [{ xid: from }] = await db.query<{ xid: string }[]>(moment);
  await deed();
  const each = tables.map(({ name }) =>
    `select '${name}' as name, to_jsonb(t) as row from ${name} t where t.xmin::text::bigint > ${from}`
  );
  const rows = await db.query<{ name: string; row: Json }[]>(sql`${raw(each.join(" union all "))}`);
  // in one order, in which whoever writes them takes their locks
  const keyOf = ({ id, ...row }: Json) => id ?? Object.values(row).join();
  rows.sort((a, b) => a.name.localeCompare(b.name) || (keyOf(a.row) > keyOf(b.row) ? 1 : -1));
  const left: Deed = { created: {}, changed: {} };
  for (const { name, row } of rows) {
    const to = name in last && row.id > last[name] ? left.created : left.changed;
    (to[name] ??= []).push(row);
  }
  return left;
}
