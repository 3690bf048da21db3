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
  | "TXC";

/**
 * The next document number, `PREFIX-YYYY-000001`, gapless per prefix and business year: a rolled-back
 * transaction gives its number back. The counter row stays locked until the transaction ends, so take
 * it last. Source: docs/records.md, "Document numbers".
 */
export async function nextNumber(tx: Tx, prefix: Prefix, date: string): Promise<string> {
  return (await nextNumbers(tx, prefix, date, 1))[0];
}

/** `count` consecutive numbers at once, for bulk work. */
export async function nextNumbers(
  tx: Tx,
  prefix: Prefix,
  date: string,
  count: number,
): Promise<string[]> {
  const year = businessYear(date);
  const last = await advance(tx, `${prefix}-${year}`, count);
  return Array.from({ length: count }, (_, i) => format(`${prefix}-${year}`, last - count + 1 + i));
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
    const sku = format("SKU", await advance(tx, "SKU", 1));
    const [taken] = await tx.query<[{ id: number }?]>(
      sql`select id from products where sku = ${sku}`,
    );
    if (!taken) return sku;
  }
}

async function advance(tx: Tx, series: string, by: number): Promise<number> {
  const [{ last_number }] = await tx.query<[{ last_number: number }]>(sql`
    insert into document_counters as c (series, last_number) values (${series}, ${by})
    on conflict (series) do update set last_number = c.last_number + excluded.last_number
    returning last_number`);
  return last_number;
}

function format(series: string, number: number): string {
  return `${series}-${String(number).padStart(6, "0")}`;
}
