import { createHash } from "node:crypto";
import sql from "sql-template-tag";
import type { Database } from "../../domain/db/connect.ts";
import { freshDatabase } from "../support/db.ts";
import { holdLines } from "../support/kept_lines.ts";

/**
 * What all migrations together come to, as PostgreSQL says it: every column, option, constraint, index,
 * trigger and function. A migration that drops or loosens what an earlier one holds is seen here as a line that goes.
 */
const kept = new URL("schema.txt", import.meta.url);

Deno.test("the schema is the one in tests/db/schema.txt (UPDATE=1 writes it)", async () => {
  await using db = await freshDatabase();
  await holdLines(kept, await schemaOf(db.database));
});

/** A line each, by what it belongs to. */
async function schemaOf(database: Database): Promise<string[]> {
  const things = await database.query<{ of: string; what: string; body: string | null }[]>(sql`
    with tables as (
      select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v'))
    select relname as of, concat('column ', attname, ' ', format_type(atttypid, atttypmod),
      case when attnotnull then ' not null' end,
      case when d.oid is not null and attgenerated = '' then ' default ' else ' as ' end
        || pg_get_expr(d.adbin, d.adrelid),
      case when attidentity <> '' then ' identity' end) as what, null as body
    from tables t join pg_attribute a on a.attrelid = t.oid and attnum > 0 and not attisdropped
      left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
    union all
    select relname, concat('constraint ', conname, ' ', pg_get_constraintdef(k.oid)), null
    from tables t join pg_constraint k on k.conrelid = t.oid where contype <> 'n'
    union all
    select relname, concat('with ', array_to_string(v.reloptions, ', ')), null
    from tables t join pg_class v using (oid, relname) where v.reloptions is not null
    union all
    select relname, pg_get_indexdef(i.indexrelid), null
    from tables t join pg_index i on i.indrelid = t.oid
    union all
    select relname, pg_get_triggerdef(g.oid), null
    from tables t join pg_trigger g on g.tgrelid = t.oid where not tgisinternal
    union all
    select relname, 'view', pg_get_viewdef(t.oid)
    from tables t join pg_class v using (oid, relname) where v.relkind = 'v'
    union all
    select '', concat('function ', p.oid::regprocedure), pg_get_functiondef(p.oid)
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    order by 1, 2`);
  return things.map(({ of, what, body }) => {
    const hash = body === null
      ? ""
      : ` ${createHash("sha256").update(body).digest("hex").slice(0, 16)}`;
    return `${of ? `${of}: ` : ""}${what.replace(/\s+/g, " ")}${hash}`;
  }).sort();
}
