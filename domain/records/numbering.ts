import sql from "sql-template-tag";
import { businessYear } from "../business/business.ts";
import type { Tx } from "../db/connect.ts";
import { MARK, newMark } from "../db/marks.ts";

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

interface Asked {
  series: string;
  count: number;
}

/** So many of a transaction are put in where they are written: each of them is looked for in what is. */
const MOST_MARKS = 50;
const marks = new WeakMap<Tx, number>();

/**
 * The next document number, `PREFIX-YYYY-000001`, gapless per prefix and business year: a rolled-back
 * transaction gives its number back. The counter row stays locked until the transaction ends, so take
 * it last, and send what is written with it without waiting. Source: docs/records.md, "Document numbers".
 *
 * @returns what this transaction may write in its place, and nobody else may see: a mark, for which
 *   PostgreSQL puts the number, so that who waits at the counter does not wait for this program as well
 */
export async function nextNumber(tx: Tx, prefix: Prefix, date: string): Promise<string> {
  return (await nextNumbers(tx, prefix, date, 1))[0];
}

/** `count` consecutive numbers at once. */
export async function nextNumbers(
  tx: Tx,
  prefix: Prefix,
  date: string,
  count: number,
): Promise<string[]> {
  return (await drawNumbers(tx, date, [[prefix, count]]))[prefix];
}

/**
 * Numbers of several series for documents of one day, in one statement. In the order of `counts`, which
 * is to be the order in which others draw them. Every number must be used; one that is left over is a gap.
 */
export async function drawNumbers<const P extends Prefix>(
  tx: Tx,
  date: string,
  counts: [prefix: P, count: number][],
): Promise<Record<P, string[]>> {
  const year = businessYear(date);
  const asked = counts.map(([prefix, count]) => ({ series: `${prefix}-${year}`, count }));
  const made = counts.reduce((all, [, count]) => all + count, marks.get(tx) ?? 0);
  const few = made <= MOST_MARKS;
  if (few) marks.set(tx, made);
  const numbers = few ? await advanceMarked(tx, asked) : await advance(tx, asked);
  return Object.fromEntries(counts.map(([prefix], i) => [prefix, numbers[i]])) as Record<
    P,
    string[]
  >;
}

/** The number itself, in a year that is not the business's, such as the tax year of a paper. */
export async function nextNumberOfYear(tx: Tx, prefix: Prefix, year: number): Promise<string> {
  const [[number]] = await advance(tx, [{ series: `${prefix}-${year}`, count: 1 }]);
  return number;
}

/** Draws ids for rows that are about to be written, so that others can name them at once. */
export async function drawIds<Table extends string>(
  tx: Tx,
  counts: Record<Table, number>,
): Promise<Record<Table, number[]>> {
  const rows = await tx.query<{ table: Table; id: number }[]>(sql`
    select "table", nextval(sequence) as id
    from (
      select "table", count::bigint, pg_get_serial_sequence("table", 'id')::regclass as sequence
      from jsonb_each_text(${JSON.stringify(counts)}::jsonb) as asked ("table", count) offset 0
    ) asked, generate_series(1, count)`);
  const ids = (table: string) => rows.flatMap((row) => row.table === table ? [row.id] : []);
  return Object.fromEntries(Object.keys(counts).map((table) => [table, ids(table)])) as never;
}

/** A number or a mark for each of many documents, in the business year of its own date. */
export async function nextNumbersOf(tx: Tx, prefix: Prefix, dates: string[]): Promise<string[]> {
  const byYear = Map.groupBy(dates, (date) => businessYear(date));
  const taken = new Map<number, Iterator<string>>();
  for (const [year, of] of [...byYear].sort(([a], [b]) => a - b)) {
    taken.set(year, (await nextNumbers(tx, prefix, of[0], of.length)).values());
  }
  return dates.map((date) => taken.get(businessYear(date))!.next().value as string);
}

/** The next free `SKU-000001` itself, for a product that comes without one. */
export async function nextSku(tx: Tx): Promise<string> {
  for (;;) {
    const [[sku]] = await advance(tx, [{ series: "SKU", count: 1 }]);
    const [taken] = await tx.query<[{ id: number }?]>(
      sql`select id from products where sku = ${sku}`,
    );
    if (!taken) return sku;
  }
}

/** Counts on, in the order given. @returns the numbers of each series */
async function advance(tx: Tx, asked: Asked[]): Promise<string[][]> {
  const drawn = await tx.query<{ series: string; last_number: number }[]>(sql`
    insert into document_counters as c (series, last_number)
    select series, count from rows from (jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as (series text, count bigint)) with ordinality where count > 0 order by ordinality
    on conflict (series) do update set last_number = c.last_number + excluded.last_number
    returning series, last_number`);
  const last = new Map(drawn.map(({ series, last_number }) => [series, last_number]));
  return asked.map(({ series, count }) =>
    Array.from(
      { length: count },
      (_, i) => `${series}-${String(last.get(series)! - count + 1 + i).padStart(6, "0")}`,
    )
  );
}

/** The same, sent and not waited for. @returns marks that stand for the numbers */
async function advanceMarked(tx: Tx, asked: Asked[]): Promise<string[][]> {
  const marks = asked.map(({ count }) => Array.from({ length: count }, newMark));
  const rows = asked.map((each, i) => ({ ...each, endings: marks[i].map(({ ending }) => ending) }));
  await tx.later(tx.query(sql`
    with asked as (
      select series, count, endings, ordinality from rows from (jsonb_to_recordset(${
    JSON.stringify(rows)
  }::jsonb)
        as (series text, count bigint, endings text[])) with ordinality where count > 0
    ), drawn as (
      insert into document_counters as c (series, last_number)
      select series, count from asked order by ordinality
      on conflict (series) do update set last_number = c.last_number + excluded.last_number
      returning series, last_number
    ), numbers as (
      select ending, series, (last_number - count + place)::text as number
      from drawn join asked using (series), unnest(endings) with ordinality as mark (ending, place)
    )
    select set_config('back_office.drawn', concat(current_setting('back_office.drawn', true),
      string_agg(concat(${MARK}::text, '.', ending, ' ', series, '-',
        lpad(number, greatest(length(number), 6), '0'), chr(10)), '')), true)
    from numbers`));
  return marks.map((of) => of.map(({ text }) => text));
}
