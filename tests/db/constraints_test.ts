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

/** What a column is tried with, by its type: in the limits of some constraint, and outside of it. */
const tries: Record<string, unknown[]> = {
  boolean: [true, false],
  number: [null, -1, 0, 1, 2, 3e4],
  text: [null, "", "no such word", "x".repeat(5000)],
  time: [null, "2026-01-01", "2026-12-31", "1000-01-01"],
};
const MOST = 4000;

Deno.test("there is a row that each constraint refuses: none holds everything true", async () => {
  await using db = await freshDatabase();
  const checks = await db.database.query<Check[]>(sql`
    select c.relname as table, k.conname as name, pg_get_expr(k.conbin, k.conrelid) as condition,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)))
        from pg_attribute a where a.attrelid = c.oid and a.attnum = any(k.conkey)) as columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'c' and c.relnamespace = 'public'::regnamespace
    order by 1, 2`);
  const holdNothing: string[] = [];
  for (const part of chunks(checks, 40)) {
    const asked = part.map(({ table, name, condition, columns }) => {
      const words = [...condition.matchAll(/'([^']*)'/g)].map(([, word]) => word);
      return sql`
        select ${`${table} ${name}`} as name, exists (
          select from jsonb_populate_recordset(
            null::${raw(table)}, ${JSON.stringify(rowsOf(columns, words))}::jsonb) as ${raw(table)}
          where not (${raw(condition)})) as refuses`;
    });
    const said = await db.database.query<{ name: string; refuses: boolean }[]>(
      join(asked, " union all "),
    );
    holdNothing.push(...said.filter(({ refuses }) => !refuses).map(({ name }) => name));
  }
  assertEquals(holdNothing, []);
  assert(checks.length > 400, `${checks.length} constraints`);
});

interface Check {
  table: string;
  name: string;
  condition: string;
  columns: { name: string; type: string }[];
}

/** Every row of the values to try, and of the words that the condition itself names. */
function rowsOf(columns: Check["columns"], words: string[]): Record<string, unknown>[] {
  let rows: Record<string, unknown>[] = [{}];
  for (const { name, type } of columns) {
    const values = valuesFor(type, words);
    rows = rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value })));
    if (rows.length > MOST) rows = rows.filter((_, at) => at % Math.ceil(rows.length / MOST) === 0);
  }
  return rows;
}

function valuesFor(type: string, words: string[]): unknown[] {
  if (type === "boolean") return tries.boolean;
  if (/^(numeric|integer|bigint|smallint)/.test(type)) {
    const [, digits, after] = /\((\d+),(\d+)\)/.exec(type)?.map(Number) ?? [];
    return digits
      ? [...tries.number.slice(0, -1), "9".repeat(digits - after), "NaN"]
      : tries.number;
  }
  if (/^(date|timestamp)/.test(type)) return tries.time;
  if (type === "text" || /^character/.test(type)) return [...tries.text, ...words.slice(0, 6)];
  if (/\[\]$/.test(type)) return [null, [], Array(300).fill("1")];
  if (type === "jsonb") return [null, {}, [], "x", 1];
  return [null];
}

function chunks<T>(all: T[], size: number): T[][] {
  return Array.from(
    { length: Math.ceil(all.length / size) },
    (_, i) => all.slice(i * size, (i + 1) * size),
  );
}
