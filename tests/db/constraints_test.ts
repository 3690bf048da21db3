import sql, { join, raw } from "sql-template-tag";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";

/** Words that are free, that other software gave, or that only the code knows as they grow with it. */
const free = [
  "accounts.role",
  "acknowledgements.kind",
  "approval_requests.made_type",
  "bills_of_entry.bill_type",
  "client_records.kind",
  "import_runs.kind",
  "imported_rows.kind",
  "invoices.source_type",
  "journal_entries.kind",
  "journal_entries.source_type",
  "login_failures.account",
  "method_accounts.method",
  "record_changes.kind",
  "rmas.board_type",
  "stock_movements.source_type",
  "suppliers.supplier_type",
  "tasks.related_type",
  "uploads.kind",
  "webhook_deliveries.kind",
];

Deno.test("the database itself knows the words of a status, kind, role, side or method", async () => {
  await using db = await freshDatabase();
  const columns = await db.database.query<{ table: string; column: string; checks: string[] }[]>(
    sql`
    select c.relname as table, a.attname as column,
      coalesce((select json_agg(pg_get_expr(k.conbin, k.conrelid)) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey)), '[]') as checks
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'text'::regtype
      and a.attgenerated = '' and a.attname ~ '^(status|kind|role|method|side|account)$|_type$'
    order by 1, 2`,
  );
  const open: string[] = [];
  for (const { table, column, checks } of columns) {
    const row = JSON.stringify({ [column]: "no such word" });
    const letIn = checks.map((check) => sql`(${raw(check)}) is not false`);
    const [{ ok }] = await db.database.query<[{ ok: boolean }]>(sql`
      select ${join([sql`true`, ...letIn], " and ")} as ok
      from jsonb_populate_record(null::${raw(table)}, ${row}::jsonb) as ${raw(table)}`);
    if (ok) open.push(`${table}.${column}`);
  }
  assertEquals(open, free);
  assert(columns.length > 2 * free.length, `${columns.length} such columns`);
});
