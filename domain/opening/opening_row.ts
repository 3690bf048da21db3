import type { z } from "zod";
import type { GoodRow, RowProblem } from "../bulk_import/import_kind.ts";
import { asText, blamer, cleaned, judged, readCells } from "../bulk_import/read_cells.ts";
import { business } from "../business/business.ts";
import { type Decimal, decimal, roundHalfUp } from "../money/decimal.ts";
import { invalid } from "../errors.ts";
import * as field from "../records/fields.ts";
import { currency, date, money, quantity, rate, text, word } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import type { TableRow } from "../files/read_table.ts";
import { rateToLocal, toLocal } from "../money/local_currency.ts";
import type { Named, OpeningNames } from "./opening_names.ts";

/** One balance on the day the books are taken over. */
export const openingRow = record(
  "OpeningRow",
  "o",
  everybody({
    account: word(["customer", "supplier", "stock"], "What it is the balance of.", {
      example: "customer",
      entry: "required",
      spelled: { product: "stock" },
    }),
    name: text("Number or exact name; of stock the SKU; of a customer also his phone.", {
      example: "Rahim Signs",
      entry: "required",
    }),
    amount: money("Of customers and suppliers: above zero a customer owes us, we owe a supplier.", {
      example: 12500,
      seenBy: "everybody",
      entry: "optional",
      reads: field.money("any"),
    }),
    currency: currency("Of suppliers.", {
      example: "USD",
      entry: "optional",
      unsent: "the supplier's",
    }),
    exchange_rate: rate("Local units for one of it.", { example: 122.85, entry: "optional" }),
    quantity: quantity("Of stock.", {
      example: 24,
      entry: "optional",
      reads: field.quantity("positive"),
    }),
    unit_cost: money("Of stock, local currency.", {
      example: 850.5,
      seenBy: "everybody",
      entry: "optional",
      unsent: "the purchase price",
    }),
    opening_date: date("The day it counts for.", {
      example: "2026-01-01",
      entry: "optional",
      unsent: "today",
    }),
  }),
).entry;
type Row = z.output<typeof openingRow>;

export const openingColumns = Object.keys(openingRow.shape);

/** What a row of each account must give and may not. */
const fieldsOf = {
  customer: { needed: ["amount"], barred: ["quantity", "unit_cost", "exchange_rate"] },
  supplier: { needed: ["amount"], barred: ["quantity", "unit_cost"] },
  stock: { needed: ["quantity"], barred: ["amount", "currency", "exchange_rate"] },
} as const;

/** Judges one row: whose balance it is, that it has what such a balance needs, and the money of it. */
export async function readOpeningRow(
  names: OpeningNames,
  tableRow: TableRow,
): Promise<GoodRow | RowProblem[]> {
  const cells = cleaned(tableRow.cells);
  const { data, problems } = readCells(openingRow, tableRow, cells);
  if (data === undefined) return problems;
  const blame = blamer(problems, tableRow.line, cells);
  const { needed, barred } = fieldsOf[data.account];
  for (const name of needed) if (data[name] === undefined) blame(name, "is required");
  for (const name of barred) {
    if (data[name] !== undefined) blame(name, `does not belong to ${data.account}`);
  }
  const found = await names.find(data.account, data.name);
  if (typeof found === "string") blame("name", found);
  if (problems.length > 0 || typeof found === "string") return problems;
  const sum = judged(blame, () => moneyOf(data, found));
  if (data.amount?.eq("0")) blame("amount", "must not be zero");
  if (sum === undefined || problems.length > 0) return problems;
  const own = data.account === "supplier" ? `:${sum.currency}` : "";
  const { name: _named, ...rest } = data;
  return {
    key: `${data.account}:${found.id}${own}`,
    content: {
      id: String(found.id),
      ...asText(openingRow.shape, { ...rest, currency: sum.currency }),
    },
    given: ["amount", "exchange_rate", "quantity", "unit_cost", "opening_date"],
    ...sum,
  };
}

/** The amount for control totals, by the rules that count when it is posted. */
function moneyOf(data: Row, named: Named): { currency: string; amount: Decimal } {
  const local = business.localCurrency;
  if (data.account === "stock") {
    const unitCost = data.unit_cost ?? named.purchase_price ?? decimal("0");
    const value = roundHalfUp(data.quantity!.times(unitCost), 2);
    return { currency: local, amount: toLocal(value, local, decimal("1"), "unit_cost") };
  }
  const owedIn = data.currency ?? named.currency ?? local;
  if (data.account === "customer" && owedIn !== local) {
    throw invalid({ currency: `must be ${local} or left out: customers owe local currency` });
  }
  const amount = data.amount!;
  toLocal(amount, owedIn, rateToLocal(owedIn, data.exchange_rate));
  return { currency: owedIn, amount };
}
