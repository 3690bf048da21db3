import sql, { join, type Sql } from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow, type Permission } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import * as field from "../records/fields.ts";
import { allOf, listPage, listQuery, type ListSource, type Page } from "../records/paging.ts";

export const formats = ["json", "csv", "xlsx"] as const;
export type FileFormat = Exclude<typeof formats[number], "json">;

/** What every report takes; with a format other than json the whole report comes as a file. */
export const reportQuery = listQuery.extend({ format: field.oneOf(formats).default("json") });
/** The same for reports that are a state on one day, not what happened in a time. */
export const stateQuery = reportQuery.omit({ from: true, to: true });
export type ReportQuery = z.output<typeof stateQuery> & { from?: string; to?: string };

/**
 * A row of a report: `id`, `reference_no` and `title` name the document, product or party that it
 * is about, or the group (a month, a supplier) that it adds up.
 */
export type Row = Record<string, unknown> & { id: number; reference_no: string; title: string };

/** Where a report's rows come from: a list whose sums are told beside it. */
export interface ReportSource extends ListSource {
  /** sums over the whole report, whatever page is shown: name → SQL */
  totals?: Record<string, Sql>;
}

/**
 * One report: the route, the file and the command line all read it through this. The fields of
 * `record` are the columns of the file, in their order.
 */
export interface Report<Query extends z.ZodObject = z.ZodObject> {
  /** as in the path: `stock-valuation` */
  name: string;
  summary: string;
  may: Permission;
  query: Query;
  record: z.ZodObject;
  source(query: z.output<Query>, actor: Actor): ReportSource;
  /** what stands beside the rows, such as opening balances; one statement */
  beside?(db: Db, query: z.output<Query>, actor: Actor): Promise<Record<string, unknown>>;
}

/** Keeps the type of the report's own query inside, and shows every report as one kind outside. */
export function report<Query extends z.ZodObject>(definition: Report<Query>): Report {
  return definition as unknown as Report;
}

/**
 * One page of a report, with the sums of the whole of it in `meta.totals`; at most three statements.
 *
 * @throws Refusal `forbidden`, `invalid_fields`, and what the report itself refuses
 */
export async function readReport(
  db: Db,
  actor: Actor,
  { may, source, beside }: Report,
  query: ReportQuery,
): Promise<Page<Row>> {
  allow(actor, may);
  const from = source(query, actor);
  const [page, totals, meta] = await Promise.all([
    listPage<Row>(db, query, from),
    from.totals && addUp(db, from, from.totals),
    beside?.(db, query, actor),
  ]);
  return { data: page.data, meta: { ...page.meta, ...totals && { totals }, ...meta } };
}

async function addUp(
  db: Db,
  { from, where }: ReportSource,
  totals: Record<string, Sql>,
): Promise<Record<string, Decimal>> {
  const sums = Object.entries(totals).map(([name, sum]) => sql`${name}::text, ${sum}`);
  const [{ totals: found }] = await db.query<[{ totals: Record<string, Decimal> }]>(sql`
    select json_build_object(${join(sums)}) as totals from ${from} where ${allOf(where)}`);
  return found;
}

/** `sum` of a column, 0 of none. */
export function total(column: Sql): Sql {
  return sql`coalesce(sum(${column}), 0)`;
}

/** `part` of `whole` in percent at 2 decimals, half up; null where there is no whole. */
export function percent(part: Sql, whole: Sql): Sql {
  return sql`round(100 * (${part})::numeric / nullif(${whole}, 0), 2)`;
}
