import sql from "sql-template-tag";
import { businessYear } from "../business/business.ts";
import type { Tx } from "../db/connect.ts";

export type Prefix =
  | "RMA"
  | "SHP"
  | "RCP"
  | "CLM"
  | "INV"
  | "PAY"
  | "TKT"
  | "TSK"
  | "LCT"
  | "CUS"
  | "SUP"
  | "USR"
  | "SLE"
  | "STK"
  | "FIL"
  | "JRN"
  | "CRN"
  | "EXP"
  | "TRF"
  | "TXC"
  | "CHQ"
  | "BOE"
  | "VCH"
  | "VCN"
  | "STR"
  | "SRT"
  | "VRT"
  | "WHT"
  | "LTR"
  | "REQ";

/**
 * Numbers of several series for documents of one day, in one statement: for a verb that then writes all of
 * them without waiting, because writers wait for each other at the counters. In the order of `counts`, which
 * is to be the order in which others draw them. Every number must be used; one that is left over is a gap.
 */
export async function drawNumbers<const P extends Prefix>(
  tx: Tx,
  date: string,
  counts: [prefix: P, count: number][],
): Promise<Record<P, string[]>> {
  const year = businessYear(date);
  const asked = counts.map(([prefix, count]) => ({ series: `${prefix}-${year}`, count }));
  const last = await advance(tx, asked);
  return Object.fromEntries(counts.map(([prefix, count], i) => {
    const { series } = asked[i];
    return [prefix, numbered(series, last.get(series) ?? 0, count)];
  })) as Record<P, string[]>;
}

/**
 * The next document number, `PREFIX-YYYY-000001`, gapless per prefix and business year: a rolled-back
 * transaction gives its number back. The counter row stays locked until the transaction ends, so take
 * it last. Source: docs/records.md, "Document numbers".
 */
export async function nextNumber(tx: Tx, prefix: Prefix, date: string): Promise<string> {
  return (await nextNumbers(tx, prefix, date, 1))[0];
}

/** The same in a year that is not the business's, such as the tax year of a paper. */
export async function nextNumberOfYear(tx: Tx, prefix: Prefix, year: number): Promise<string> {
  const series = `${prefix}-${year}`;
  return format(series, (await advance(tx, [{ series, count: 1 }])).get(series)!);
}

/** `count` consecutive numbers at once, for bulk work. */
export async function nextNumbers(
  tx: Tx,
  prefix: Prefix,
  date: string,
  count: number,
): Promise<string[]> {
  return (await drawNumbers(tx, date, [[prefix, count]]))[prefix];
}

/** The `count` numbers up to `last`. */
function numbered(series: string, last: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) => format(series, last - count + 1 + i));
}

/** Draws ids for rows that are about to be written, so that others can name them at once. */
export async function drawIds<Table extends string>(
  tx: Tx,
  counts: Record<Table, number>,
): Promise<Record<Table, number[]>> {
  const rows = await tx.query<{ table: Table; id: number }[]>(sql`
    select "table", nextval(pg_get_serial_sequence("table", 'id')) as id
    from jsonb_each_text(${JSON.stringify(counts)}::jsonb) as asked ("table", count),
      generate_series(1, count::bigint)`);
  const ids = (table: string) => rows.flatMap((row) => row.table === table ? [row.id] : []);
  return Object.fromEntries(Object.keys(counts).map((table) => [table, ids(table)])) as never;
}

/** A number for each of many documents, in the business year of its own date. */
export async function nextNumbersOf(tx: Tx, prefix: Prefix, dates: string[]): Promise<string[]> {
  const byYear = Map.groupBy(dates, (date) => businessYear(date));
  const taken = new Map<number, Iterator<string>>();
  for (const [year, of] of [...byYear].sort(([a], [b]) => a - b)) {
    taken.set(year, (await nextNumbers(tx, prefix, of[0], of.length)).values());
  }
  return dates.map((date) => taken.get(businessYear(date))!.next().value as string);
}

/** The next free `SKU-000001`, for a product that comes without one. */
export async function nextSku(tx: Tx): Promise<string> {
  for (;;) {
    const [sku] = numbered(
      "SKU",
      (await advance(tx, [{ series: "SKU", count: 1 }])).get("SKU")!,
      1,
    );
    const [taken] = await tx.query<[{ id: number }?]>(
      sql`select id from products where sku = ${sku}`,
    );
    if (!taken) return sku;
  }
}

/** Counts on, in the order given. @returns the last number of each series of which any is wanted */
async function advance(
  tx: Tx,
  asked: { series: string; count: number }[],
): Promise<Map<string, number>> {
  const drawn = await tx.query<{ series: string; last_number: number }[]>(sql`
    insert into document_counters as c (series, last_number)
    select series, count from rows from (jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as (series text, count bigint)) with ordinality where count > 0 order by ordinality
    on conflict (series) do update set last_number = c.last_number + excluded.last_number
    returning series, last_number`);
  return new Map(drawn.map(({ series, last_number }) => [series, last_number]));
}

function format(series: string, number: number): string {
  return `${series}-${String(number).padStart(6, "0")}`;
}
