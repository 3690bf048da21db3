import { readTable, TableError } from "../files/read_table.ts";
import { invalid } from "../errors.ts";
import { type Decimal, decimal, isZero } from "../money/decimal.ts";
import * as field from "../records/fields.ts";

export interface StatementRow {
  date: string;
  /** above zero it came in */
  amount: Decimal;
  reference: string | null;
  description: string | null;
}

/** What banks call their columns. A bank's debit is money that went out. */
const columns = {
  date: ["date", "transaction date", "txn date", "trans date", "posting date", "value date"],
  amount: ["amount"],
  out: ["debit", "withdrawal", "withdrawals", "dr", "debit amount", "paid out"],
  in: ["credit", "deposit", "deposits", "cr", "credit amount", "paid in"],
  reference: ["reference", "ref", "ref no", "reference no", "trxid", "transaction id", "cheque no"],
  description: ["description", "particulars", "narration", "details", "remarks"],
};
const MOST_ROWS = 10_000;

/**
 * Reads a bank's statement, CSV or XLSX: a row with a date and an amount, or a debit or credit, is a line;
 * rows without an amount (what was brought forward) are left out, and totals at the end.
 *
 * @throws Refusal `invalid_fields` on `file`, naming the line
 */
export async function readStatement(path: string): Promise<StatementRow[]> {
  const rows: StatementRow[] = [];
  try {
    for await (const { line, cells } of readTable(path)) {
      const at = (names: string[]) =>
        names.map((name) => cells[name] ?? cells[name.replaceAll(" ", "_")] ?? "")
          .find((text) => text !== "") ?? "";
      const number = (names: string[]) => amountOf(at(names), line);
      const amount = number(columns.amount).plus(number(columns.in)).minus(number(columns.out));
      if (isZero(amount) || isTotal(cells, at(columns.date))) continue;
      rows.push({
        date: dayOf(at(columns.date), line),
        amount,
        reference: at(columns.reference).slice(0, 200) || null,
        description: at(columns.description).slice(0, 500) || null,
      });
      if (rows.length > MOST_ROWS) throw invalid({ file: `has more than ${MOST_ROWS} lines` });
    }
  } catch (error) {
    if (error instanceof TableError) throw invalid({ file: error.message });
    throw error;
  }
  if (rows.length === 0) {
    throw invalid({ file: "has no line with a date and an amount, or a debit or credit" });
  }
  return rows;
}

/** The sum of the columns: a row that bears no day and is called so. */
const isTotal = (cells: Record<string, string>, date: string) =>
  !/\d/.test(date) &&
  Object.values(cells).some((text) => /^(grand )?totals?:?$/i.test(text.trim()));

function amountOf(text: string, line: number): Decimal {
  if (text === "" || text === "-") return decimal("0");
  const read = field.localMoney("any").safeParse(text.replaceAll(",", ""));
  if (read.success) return read.data;
  throw invalid({ file: `line ${line}: "${text.slice(0, 40)}" is no amount` });
}

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** `2026-06-14`, `14/06/2026`, `14-Jun-2026`: the day stands first, as banks here write it. */
function dayOf(text: string, line: number): string {
  const [, d, m, y] = /^(\d{1,2})[/. -](\d{1,2}|[a-z]{3})[a-z]*[/. -](\d{4}|\d{2})\b/i.exec(text) ??
    [];
  const month = months.indexOf(m?.toLowerCase()) + 1 || Number(m);
  const day = d === undefined
    ? text.slice(0, 10)
    : `${y.padStart(4, "20")}-${String(month).padStart(2, "0")}-${d.padStart(2, "0")}`;
  if (field.isCalendarDate(day)) return day;
  throw invalid({ file: `line ${line}: "${text.slice(0, 40)}" is no date` });
}
