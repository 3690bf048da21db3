import sql, { join, raw, type Sql } from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Db, Tx } from "../db/connect.ts";
import { anybody } from "../records/kinds.ts";
import { type Page, recordPage, recordQuery } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import type { Fields, RecordOf } from "../records/record.ts";

/** A record whose rows hold from `valid_from` on, until a later one: rates and terms that change with a budget. */
export interface Dated<F extends Fields> {
  record: RecordOf<F>;
  table: string;
  /** of the table, in the record's columns */
  alias: string;
  /** in the audit log */
  entity: string;
}

interface Row {
  id: number;
  reference_no: string;
}

const sortsBy = (day: Sql): Sorts => ({ valid_from: { by: day, type: "date" } });

export const datedQuery = queryOf(recordQuery, {
  sorts: sortsBy(sql`valid_from`),
  day: "valid_from",
}).omit({ search: true });
export type DatedQuery = z.output<typeof datedQuery>;

/** All of them, the latest day first; `from` and `to` at their day. */
export function listDated<Of extends Row>(
  db: Db,
  { record, table, alias }: Dated<Fields>,
  query: DatedQuery,
): Promise<Page<Of>> {
  const day = sql`${raw(alias)}.valid_from`;
  return recordPage<Of>(db, { ...query, search: undefined }, {
    ...record.listed(anybody),
    from: sql`${raw(table)} ${raw(alias)}`,
    id: sql`${raw(alias)}.id`,
    sorts: sortsBy(day),
    defaultSort: "-valid_from",
    where: [
      query.from !== undefined && sql`${day} >= ${query.from}::date`,
      query.to !== undefined && sql`${day} <= ${query.to}::date`,
    ],
  });
}

/** Enters what holds from a day on, or corrects what was entered for that day. */
export async function setDated<Of extends Row>(
  tx: Tx,
  actor: Actor,
  { record, table, alias, entity }: Dated<Fields>,
  input: z.output<z.ZodObject> & { valid_from: string },
): Promise<Of> {
  const [before] = await tx.query<[Of?]>(sql`
    select ${record.columns(actor)} from ${raw(table)} ${raw(alias)}
    where ${raw(alias)}.valid_from = ${input.valid_from} for no key update`);
  const others = Object.keys(record.entry.shape).filter((name) => name !== "valid_from")
    .map((name) => sql`${raw(name)} = excluded.${raw(name)}`);
  const [after] = await tx.query<[Of]>(sql`
    insert into ${raw(table)} as ${
    raw(alias)
  } (${record.stored}, created_at, updated_at, created_by)
    select ${record.stored}, ${actor.now}, ${actor.now}, ${actor.userId}
    from ${record.rows([input])}
    on conflict (valid_from) do update set ${join(others)}, updated_at = excluded.updated_at,
      version = ${raw(alias)}.version + 1
    returning ${record.columns(actor)}`);
  await audit(tx, actor, {
    action: `${entity}.set`,
    entity,
    entityId: after.id,
    reference_no: after.reference_no,
    before,
    after,
  });
  return after;
}
