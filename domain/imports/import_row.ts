import { z } from "zod";
import type { Db } from "../db/connect.ts";
import sql from "sql-template-tag";
import { Decimal } from "../decimal.ts";
import * as field from "../fields.ts";
import { refusalFrom, tidy, withAliases } from "../input.ts";
import { rateFaults, rateMissing, rateOf } from "./exchange_rate.ts";
import { newShipmentItem, shipmentHeader, tooFineFor } from "./shipment.ts";

/** Why a row of a file was refused; `column` is null where the row as a whole is wrong. */
export interface RowProblem {
  line: number;
  column: string | null;
  value: string | null;
  reason: string;
}

/** A row that can be taken: the header of its shipment and its one item, canonical and as text. */
export interface GoodRow {
  external_ref: string;
  supplier_id: number;
  header: Record<string, string>;
  item: Record<string, string>;
  currency: string;
  purchase_value: Decimal | undefined;
}

const { supplier_id: _byName, ...headerShape } = shipmentHeader.shape;
const header = withAliases(z.object(headerShape), {
  eta: "eta_chittagong",
  eta_date: "eta_chittagong",
});
const { serial_numbers: _list, product_id: _id, ...itemShape } = newShipmentItem.shape;
const item = z.object(itemShape);
const row = withAliases(
  z.object({
    external_ref: field.text(100),
    supplier: field.text(),
    ...headerShape,
    ...itemShape,
    sku: field.text(100).refine(
      (sku) => !/^\d+([.,]\d+)?E[+-]?\d+$/i.test(sku),
      "looks like a number that a spreadsheet shortened",
    ).optional(),
  }).superRefine((cells, context) => {
    const checked = newShipmentItem.safeParse(cells);
    if (!checked.success) {
      for (const issue of checked.error.issues) {
        if (issue.code === "custom") {
          context.addIssue({ code: "custom", message: issue.message, path: issue.path });
        }
      }
    }
  }),
  { eta: "eta_chittagong", eta_date: "eta_chittagong" },
);

/** The columns a file may have; others are named in the outcome and not read. */
export const importColumns = [...Object.keys(row.shape), "eta", "eta_date"];
export const requiredColumns = ["external_ref", "supplier", "product_name", "ordered_qty"];

interface KnownSupplier {
  id: number;
  currency: string;
}
type SupplierLookup = Map<string, KnownSupplier | string>;

/**
 * Judges one row by the very schemas of the API, and by what concerns the row alone: its supplier,
 * its currency and rate. Answers a row to take, or every problem it has.
 */
export async function readRow(
  db: Db,
  suppliers: SupplierLookup,
  line: number,
  cells: Record<string, string>,
): Promise<GoodRow | RowProblem[]> {
  const problems: RowProblem[] = [];
  const blame = (column: string, reason: string) =>
    problems.push({ line, column, value: cells[column] ?? "", reason });
  const supplier = cells.supplier ? await lookUp(db, suppliers, cells.supplier) : undefined;
  if (typeof supplier === "string") blame("supplier", supplier);
  const { value } = tidy(row, cells);
  const read = row.safeParse(value);
  if (!read.success) {
    const { errors = {} } = refusalFrom(read.error.issues, value).details;
    for (const [column, reasons] of Object.entries(errors)) blame(column, reasons.join(", "));
    return problems;
  }
  if (supplier === undefined || typeof supplier === "string") return problems;
  const currency = read.data.currency ?? supplier.currency;
  const rate = rateOf(currency, read.data.exchange_rate);
  const priced = read.data.purchase_value !== undefined && read.data.purchase_value.gt("0");
  const faults = {
    ...rateFaults(currency, read.data.exchange_rate),
    ...priced && rate === null && rateMissing(currency),
  };
  for (const [column, reasons] of Object.entries(faults)) blame(column, reasons.join(", "));
  for (const reason of tooFineFor(currency, read.data.purchase_value)) {
    blame("purchase_value", reason);
  }
  if (problems.length > 0) return problems;
  return {
    external_ref: read.data.external_ref,
    supplier_id: supplier.id,
    header: asText(header.shape, read.data),
    item: asText(item.shape, read.data),
    currency,
    purchase_value: read.data.purchase_value,
  };
}

/** The fields of a shape that have a value, in the shape's order and in one canonical spelling. */
function asText(
  shape: Record<string, unknown>,
  values: Record<string, unknown>,
): Record<string, string> {
  return Object.fromEntries(
    Object.keys(shape).filter((name) => values[name] !== undefined).map((
      name,
    ) => [name, String(values[name])]),
  );
}

/** A supplier named by id, document number or exact name; a text says why there is none. */
async function lookUp(
  db: Db,
  suppliers: SupplierLookup,
  named: string,
): Promise<KnownSupplier | string> {
  const known = suppliers.get(named);
  if (known !== undefined) return known;
  const found = await db.query<(KnownSupplier & { by: number })[]>(sql`
    select id, currency, case when id::text = ${named} then 1 when reference_no = ${named} then 2 else 3 end as by
    from suppliers where id::text = ${named} or reference_no = ${named} or name = ${named}
    order by 3, id limit 2`);
  const [first, second] = found;
  const answer = first === undefined
    ? "names no supplier: give an id, a reference number or the exact name"
    : second?.by === first.by
    ? "names more than one supplier: give its reference number"
    : { id: first.id, currency: first.currency };
  suppliers.set(named, answer);
  return answer;
}
