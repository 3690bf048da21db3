import { z } from "zod";
import type { GoodRow, RowProblem } from "../bulk_import/import_kind.ts";
import { asText, blamer, cleaned, judged, readCells } from "../bulk_import/read_cells.ts";
import { business } from "../business/business.ts";
import { type Decimal, decimal, roundHalfUp } from "../money/decimal.ts";
import { invalid } from "../errors.ts";
import * as field from "../records/fields.ts";
import type { TableRow } from "../files/read_table.ts";
import { rateToLocal, toLocal } from "../money/local_currency.ts";
import type { Named, OpeningNames } from "./opening_names.ts";

/** One balance on the day the books are taken over. */
const row = z.object({
  account: field.oneOf(["customer", "supplier", "stock"], { product: "stock" }),
  /** number or exact name; of stock the SKU; of a customer also his phone */
  name: field.text(),
  /** of customers and suppliers: above zero a customer owes us, we owe a supplier */
  amount: field.money("any").optional(),
  /** of suppliers; default the supplier's */
  currency: field.currency().optional(),
  exchange_rate: field.rate().optional(),
  /** of stock */
  quantity: field.quantity("positive").optional(),
  /** of stock, local currency per unit; default the purchase price */
  unit_cost: field.money().optional(),
  /** default today */
  opening_date: field.date().optional(),
});
type Row = z.output<typeof row>;

export const openingColumns = Object.keys(row.shape);

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
  const { data, problems } = readCells(row, tableRow, cells);
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
  const money = judged(blame, () => moneyOf(data, found));
  if (data.amount?.eq("0")) blame("amount", "must not be zero");
  if (money === undefined || problems.length > 0) return problems;
  const own = data.account === "supplier" ? `:${money.currency}` : "";
  const { name: _named, ...rest } = data;
  return {
    key: `${data.account}:${found.id}${own}`,
    content: {
      id: String(found.id),
      ...asText(row.shape, { ...rest, currency: money.currency }),
    },
    given: ["amount", "exchange_rate", "quantity", "unit_cost", "opening_date"],
    ...money,
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
  const currency = data.currency ?? named.currency ?? local;
  if (data.account === "customer" && currency !== local) {
    throw invalid({ currency: `must be ${local} or left out: customers owe local currency` });
  }
  const amount = data.amount!;
  toLocal(amount, currency, rateToLocal(currency, data.exchange_rate));
  return { currency, amount };
}
