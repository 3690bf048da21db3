import sql, { raw } from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import type { Database, Tx } from "../db/connect.ts";
import { inTransaction } from "../db/transaction.ts";
import { invalid } from "../errors.ts";
import type { CellValue } from "../files/cell_value.ts";
import { csvLine } from "../files/write_csv.ts";
import { writeXlsx } from "../files/write_xlsx.ts";
import { type Keyed, listStatement, withoutKeys } from "../records/paging.ts";
import { Turns } from "../turns.ts";
import { type FileFormat, type Report, type ReportQuery, type Row, sourceOf } from "./report.ts";

const BATCH = 2_000;
/** A sheet of XLSX holds 1,048,576 rows; more than this nobody reads. */
const MAX_ROWS = 1_000_000;
/** A file holds a connection for as long as it takes: most are left to the people who post. */
const turns = new Turns(2, 20);

export const contentTypes: Record<FileFormat, string> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** "stock-valuation-2026-03-31.csv" */
export function reportFileName(report: Report, actor: Actor, format: FileFormat): string {
  return `${report.name}-${actor.today}.${format}`;
}

/**
 * Writes the whole report, whatever page was asked for, to a file: a header of the record's fields
 * that the role may see, then a row for each. Numbers stay numbers, text is never a formula. It is of
 * one snapshot, so that it adds up while people go on posting, and needs the same memory here however
 * long it is; two files at a time. `signal` ends it, waiting or at work.
 *
 * @throws Refusal `forbidden`, `invalid_fields` (also for more than a million rows), `busy`; the reason
 *   of `signal`
 */
export async function writeReport(
  database: Database,
  actor: Actor,
  report: Report,
  query: ReportQuery,
  format: FileFormat,
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  allow(actor, report.may);
  await turns.take(() =>
    inTransaction(database, async (tx) => {
      await tx.query(sql`set transaction isolation level repeatable read, read only`);
      await report.beside?.(tx, query, actor); // refuses what is not there
      const header = report.record.seenBy(actor);
      const lines = cellsOf(header, reportRows(tx, actor, report, query));
      if (format === "xlsx") await writeXlsx(path, header, lines);
      else await writeCsv(path, header, lines);
    }, { unhurried: true, signal }), { signal });
}

/**
 * Every row of a report from the first on. The statement runs once, behind a cursor of the server, and
 * is fetched batch by batch, so that no more than a batch is ever here; the server sorts what does not
 * fit its memory on disk. Each batch, the first with its sorting included, has a minute.
 *
 * @throws Refusal `invalid_fields`, `busy`
 */
export async function* reportRows(
  tx: Tx,
  actor: Actor,
  report: Report,
  query: ReportQuery,
): AsyncGenerator<Row> {
  const statement = listStatement({ ...query, cursor: undefined }, sourceOf(report, query, actor));
  // the plan for all rows, not the one that is quickest with the first
  await tx.query(sql`
    select set_config('statement_timeout', '60s', true), set_config('cursor_tuple_fraction', '1', true)`);
  await tx.query(sql`declare report_rows no scroll cursor for ${statement}`);
  let count = 0;
  for (;;) {
    const batch = await tx.query<Keyed<Row>[]>(sql`fetch ${raw(String(BATCH))} from report_rows`);
    count += batch.length;
    if (count > MAX_ROWS) {
      throw invalid({
        format: `has room for ${MAX_ROWS} rows, and there are more: narrow it down`,
      });
    }
    for (const row of batch) yield withoutKeys(row);
    if (batch.length < BATCH) return void await tx.query(sql`close report_rows`);
  }
}

async function* cellsOf(header: string[], rows: AsyncIterable<Row>): AsyncGenerator<CellValue[]> {
  for await (const row of rows) {
    yield header.map((name) => {
      const value = row[name];
      return typeof value === "boolean" ? String(value) : value as CellValue;
    });
  }
}

async function writeCsv(
  path: string,
  header: string[],
  lines: AsyncIterable<CellValue[]>,
): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true, truncate: true });
  const encoder = new TextEncoder();
  let text = "\uFEFF" + csvLine(header); // the mark by which spreadsheets know UTF-8
  const flush = async () => {
    let bytes = encoder.encode(text);
    while (bytes.length > 0) bytes = bytes.subarray(await file.write(bytes));
    text = "";
  };
  for await (const line of lines) {
    text += csvLine(line);
    if (text.length >= 1 << 16) await flush();
  }
  await flush();
}
