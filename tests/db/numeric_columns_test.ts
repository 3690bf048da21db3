import sql, { join, raw } from "sql-template-tag";
import { assert, assertEquals } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";

interface Column {
  table: string;
  column: string;
  /** the conditions of its table's constraints that name it */
  checks: string[];
}

Deno.test("no column of numbers takes NaN: it is above every limit, and a sum with it is none", async () => {
  await using db = await freshDatabase();
  // what is generated is worked out of the others
  const columns = await db.database.query<Column[]>(sql`
    select c.relname as table, a.attname as column,
      coalesce((select json_agg(pg_get_expr(k.conbin, k.conrelid)) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey)), '[]') as checks
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.atttypid = 'numeric'::regtype and a.attgenerated = ''
    order by 1, 2`);
  const asked = columns.map(({ table, column, checks }) => {
    const row = JSON.stringify({ [column]: "NaN" });
    const letIn = checks.map((check) => sql`(${raw(check)}) is not false`);
    return sql`
      select ${`${table}.${column}`} as name, ${join([sql`true`, ...letIn], " and ")} as ok
      from jsonb_populate_record(null::${raw(table)}, ${row}::jsonb) as ${raw(table)}`;
  });
  const said = await db.database.query<{ name: string; ok: boolean }[]>(join(asked, " union all "));
  assertEquals(said.filter(({ ok }) => ok).map(({ name }) => name), []);
  assert(said.length > 200, `${said.length} such columns`);
});
