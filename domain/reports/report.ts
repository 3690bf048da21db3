import sql, { join, type Sql } from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow, type Permission } from "../access/access.ts";
import type { Database, Db } from "../db/connect.ts";
import { together } from "../db/one_moment.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Printout, PrintQuery } from "../documents/printing.ts";
import type { Decimal } from "../money/decimal.ts";
import * as answer from "../records/answers.ts";
import * as field from "../records/fields.ts";
import { listPage, listQuery, type Page } from "../records/paging.ts";
import { allOf, type ListSource } from "../records/list_statement.ts";
import type { Fields, RecordOf } from "../records/record.ts";
import { everyRow, isLaterBatch, WholeList } from "../records/whole_list.ts";

/** What a list takes, for reports that are a state on one day, not what happened in a time. */
export const stateQuery = listQuery.omit({ from: true, to: true });
export type ReportQuery = z.output<typeof stateQuery> & { from?: string; to?: string };

/** The day of a report that is a state. */
export const asOf = field.date().optional()
  .describe("On the evening of this day; left out: as it stands now.");

/**
 * A row of a report: `id`, `reference_no` and `title` name the document, product or party that it
 * is about, or the group (a month, a supplier) that it adds up.
 */
export type Row = Record<string, unknown> & { id: number; reference_no: string; title: string };

/** Where a report's rows come from. */
export interface ReportSource extends Omit<ListSource, "columns" | "joins"> {
  /** figures over the whole report beside the sums of `Report.sums`: name → SQL */
  totals?: Record<string, Sql>;
}

/**
 * One report is one file of this folder, which exports it as `default`: the route, the file for
 * spreadsheets, the documentation and the command at the terminal follow from it.
 */
export interface Report<Query extends z.ZodObject = z.ZodObject, F extends Fields = Fields> {
  /** as in the path: `stock-valuation` */
  name: string;
  summary: string;
  may: Permission;
  /** each parameter of its own is an option at the terminal too */
  query: Query;
  /** its rows: the columns of the file, in their order */
  record: RecordOf<F>;
  source(query: z.output<Query>, actor: Actor): ReportSource;
  /** fields whose sum over the whole report stands in `meta.totals` */
  sums?: readonly (keyof F)[];
  /** what `source` adds to the totals beside those sums: name → sentence */
  totals?: Record<string, string>;
  /** what `beside` answers */
  said?: z.ZodRawShape;
  /** what stands beside the rows, such as opening balances; one statement */
  beside?(db: Db, query: z.output<Query>, actor: Actor): Promise<Record<string, unknown>>;
  /** fields in the table at the terminal, where there is no room for all */
  table?: readonly (keyof F)[];
  /** the whole of it as a document, for reports that are sent to people */
  print?(
    db: Db,
    actor: Actor,
    query: z.output<Query>,
    whole: Whole,
    how: PrintQuery,
  ): Promise<Printout>;
}

/** The totals of a report in its `meta`. */
export function totalsOf(figures: z.ZodRawShape) {
  return z.object(figures).describe("Figures over the whole report, whatever page is shown.");
}

/** What a report's `meta` says beside what every list says there. */
export function reportMeta({ record, sums = [], totals = {}, said }: Report): z.ZodRawShape {
  const added = {
    ...Object.fromEntries(sums.map((name) => [name, record.fields[name].says])),
    ...totals,
  };
  const figures = Object.entries(added).map(([name, says]) => [
    name,
    answer.number.nullable().optional().describe(`Over the whole report: ${says}`),
  ]);
  return {
    ...figures.length > 0 && {
      totals: totalsOf(Object.fromEntries(figures)),
    },
    ...said,
  };
}

/** Every row of a report from its first to its last, and what stands beside them. */
export interface Whole {
  rows: Row[];
  beside: Record<string, unknown>;
}

/** Keeps the types of the report's own query and row inside, and shows every report as one kind outside. */
export function report<Query extends z.ZodObject, F extends Fields>(
  definition: Report<Query, F>,
): Report {
  return definition as unknown as Report;
}

/**
 * One page of a report, with the sums of the whole of it in `meta.totals`; at most three statements, of one
 * moment. A report that is read whole comes without the sums, and with what stands beside the rows once.
 *
 * @throws Refusal `forbidden`, `invalid_fields`, and what the report itself refuses
 */
export async function readReport(
  db: Db,
  actor: Actor,
  report: Report,
  query: ReportQuery,
): Promise<Page<Row>> {
  const from = sourceOf(actor, report, query);
  const sums = report.sums?.map((name) => [name, total(report.record.column(actor, name))]) ?? [];
  const totals = { ...from.totals, ...Object.fromEntries(sums) };
  const adds = Object.keys(totals).length > 0 && !(db instanceof WholeList);
  const { beside } = isLaterBatch(db, query) ? {} as Partial<Report> : report;
  if (!adds && !beside) return await listPage<Row>(db, query, from);
  const [page, added, said] = await together(db, (db) => [
    listPage<Row>(db, query, from),
    adds ? addUp(db, from, totals).then((totals) => ({ totals })) : Promise.resolve({}),
    beside?.(db, query, actor) ?? Promise.resolve({}),
  ]);
  return { data: page.data, meta: { ...page.meta, ...added, ...said } };
}

/**
 * One page of a report alone, for what needs no sums over it.
 *
 * @throws Refusal `forbidden`, `invalid_fields`
 */
export function reportRows(
  db: Db,
  actor: Actor,
  report: Report,
  query: ReportQuery,
): Promise<Page<Row>> {
  return listPage<Row>(db, query, sourceOf(actor, report, query));
}

/** Where a report's rows come from, for who may read them. */
function sourceOf(actor: Actor, report: Report, query: ReportQuery) {
  allow(actor, report.may);
  return { ...report.record.listed(actor), ...report.source(query, actor) };
}

/** A report from its first row to its last, with the sums over it and what else stands beside, of one moment. */
export function readWholeReport(
  database: Database,
  actor: Actor,
  report: Report,
  query: ReportQuery,
): Promise<Whole> {
  return inTransaction(
    database,
    (tx) => wholeOf(new WholeList(database, tx), actor, report, query),
    { snapshot: true },
  );
}

/** The document of a report that has one, of one moment. @throws Refusal what the report refuses */
export function printReport(
  database: Database,
  actor: Actor,
  report: Report,
  query: ReportQuery,
  how: PrintQuery,
  signal?: AbortSignal,
): Promise<Printout> {
  return inTransaction(database, async (tx) => {
    const whole = await wholeOf(new WholeList(database, tx), actor, report, query);
    return await report.print!(tx, actor, query, whole, how);
  }, { snapshot: true, signal });
}

async function wholeOf(list: WholeList, actor: Actor, report: Report, query: ReportQuery) {
  const first = await readReport(list.tx, actor, report, { ...query, limit: 1 });
  const { limit: _, next_cursor: __, ...beside } = first.meta;
  const rows = await Array.fromAsync(
    everyRow(list, query, (list, page) => readReport(list, actor, report, page)),
  );
  return { rows, beside };
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
function total(column: Sql): Sql {
  return sql`coalesce(sum(${column}), 0)`;
}

/** `part` of `whole` in percent at 2 decimals, half up; null where there is no whole. */
export function percent(part: Sql, whole: Sql): Sql {
  return sql`round(100 * (${part})::numeric / nullif(${whole}, 0), 2)`;
}
