import sql, { raw } from "sql-template-tag";
import { withoutChecks } from "../domain/backup/schema_tables.ts";
import type { Database, Tx } from "../domain/db/connect.ts";
import { inTransaction } from "../domain/db/transaction.ts";

/** There once, however long the business runs, or not the business's. */
const notGrown = new Set([
  "account_months",
  "accounts",
  "audit_head",
  "audit_seals",
  "audit_unsealed",
  "client_records",
  "collection_days",
  "customs_tariffs",
  "customs_terms",
  "demurrage_tariffs",
  "devices",
  "document_counters",
  "idempotency_keys",
  "imported_rows",
  "installation",
  "known_addresses",
  "login_failures",
  "method_accounts",
  "rates",
  "receipt_months",
  "refresh_tokens",
  "sales_days",
  "sessions",
  "settings",
  "statement_lines",
  "stock_places",
  "users",
  "vat_rates",
  "vat_returns",
]);
/** Texts that stand once in their table, or that people look for. */
const distinct =
  /^(reference_no|number|sku|serial|serial_number|cheque_number|certificate_number|reference|external_ref|stored_name|tracking_number)$/;
const APART = 10_000_000;

/**
 * Copies every row of the business `times` − 1 times, with ids of their own that refer to each other.
 * Indexes that hold no rule are built anew after it, which is several times as quick as row by row.
 *
 * @returns how many rows there are then
 */
export async function grow(database: Database, times: number): Promise<number> {
  await inTransaction(database, async (tx) => {
    const tables = (await columnsOf(tx)).filter(({ table }) => !notGrown.has(table));
    const grown = new Set(tables.map(({ table }) => table));
    const indexes = await indexesOf(tx, [...grown]);
    for (const { name } of indexes) await tx.query(raw(`drop index ${name}`));
    await withoutChecks(tx, async () => {
      for (const { table, columns } of tables) {
        const copied = columns.map(({ name, type, refers }) => {
          const isId = type === "bigint" && (name === "id" || name.endsWith("_id"));
          if (isId && (refers === null || grown.has(refers))) return `${name} + k * ${APART}`;
          return type === "text" && distinct.test(name) ? `${name} || '~' || k` : name;
        });
        const names = columns.map(({ name }) => name).join(", ");
        await tx.query(raw(`insert into ${table} (${names}) overriding system value
          select ${copied.join(", ")} from ${table}, generate_series(1, ${times - 1}::bigint) k`));
      }
      await tx.query(sql`update vat_returns set notes = (
        select jsonb_agg(n || jsonb_build_object('value', (n -> 'value')::numeric * ${times}::integer,
          'vat', (n -> 'vat')::numeric * ${times}::integer)) from jsonb_array_elements(notes) n)`);
    });
    await tx.query(sql`update account_months
      set debit = debit * ${times}::integer, credit = credit * ${times}::integer`);
    await tx.query(
      sql`update receipt_months set accepted_value = accepted_value * ${times}::integer`,
    );
    await tx.query(
      sql`update sales_days set total = total * ${times}::integer, due = due * ${times}::integer`,
    );
    await tx.query(sql`update collection_days set amount = amount * ${times}::integer`);
    for (const { made } of indexes) await tx.query(raw(made));
  }, { unhurried: true });
  await vacuum(database);
  const [{ rows }] = await database.query<[{ rows: number }]>(sql`
    select sum(reltuples)::bigint as rows from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`);
  return rows;
}

/** What PostgreSQL does by itself in time. */
export async function vacuum(database: Database): Promise<void> {
  const admin = await database.checkOut(); // which no transaction may
  await admin.query("vacuum analyze").finally(() => admin.release());
}

interface Column {
  name: string;
  type: string;
  /** the table that it refers to */
  refers: string | null;
}

function columnsOf(tx: Tx): Promise<{ table: string; columns: Column[] }[]> {
  return tx.query(sql`
    select c.relname as table, json_agg(json_build_object('name', a.attname,
      'type', format_type(a.atttypid, null), 'refers', (
        select k.confrelid::regclass::text from pg_constraint k
        where k.contype = 'f' and k.conrelid = c.oid and k.conkey = array[a.attnum]))
      order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and c.relname <> 'schema_migrations' and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    group by c.relname order by c.relname`);
}

function indexesOf(tx: Tx, tables: string[]): Promise<{ name: string; made: string }[]> {
  return tx.query(sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made
    from pg_index where indrelid = any(${tables}::regclass[]) and not indisunique
    order by indexrelid`);
}
