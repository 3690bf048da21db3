import { z } from "zod";
import type { GoodRow, RowProblem } from "../bulk_import/import_kind.ts";
import { asText, blamer, cleaned, readCells } from "../bulk_import/read_cells.ts";
import type { TableRow } from "../files/read_table.ts";
import * as field from "../records/fields.ts";
import type { SupplierNames } from "../suppliers/name_supplier.ts";
import { rateFaults, rateMissing, rateOf } from "./exchange_rate.ts";
import { shipment, tooFineFor } from "./shipment.ts";
import { checkItem, shipmentItem } from "./shipment_item.ts";

const { supplier_id: _byName, discrepancy_id: _claim, ...headerShape } = shipment.entry.shape;
const { serial_numbers: _list, product_id: _id, discrepancy_id: _ofItem, ...itemShape } =
  shipmentItem.entry.shape;
const row = z.object({
  external_ref: field.text(100),
  supplier: field.text(),
  ...headerShape,
  ...itemShape,
}).superRefine(checkItem);

/** The columns a file of shipments may have, in the order of a template. */
export const shipmentColumns = Object.keys(row.shape);
export const shipmentColumnAliases = shipment.fields.eta_chittagong.options.aliases;
export const requiredColumns = ["external_ref", "supplier", "product_name", "ordered_qty"];

/**
 * Judges one row by the very schemas of the API, and by what concerns the row alone: its supplier,
 * its currency and rate. Answers a row to take, or every problem it has.
 */
export async function readShipmentRow(
  suppliers: SupplierNames,
  tableRow: TableRow,
): Promise<GoodRow | RowProblem[]> {
  const cells = cleaned(tableRow.cells);
  const supplier = cells.supplier ? await suppliers.find(cells.supplier) : undefined;
  const { data, problems } = readCells(row, tableRow, cells);
  const blame = blamer(problems, tableRow.line, cells);
  if (typeof supplier === "string") blame("supplier", supplier);
  if (data === undefined || supplier === undefined || typeof supplier === "string") {
    return problems;
  }
  const { purchase_value } = data;
  const currency = data.currency ?? supplier.currency;
  const rate = rateOf(currency, data.exchange_rate);
  const priced = purchase_value !== undefined && purchase_value.gt("0");
  const faults = {
    ...rateFaults(currency, data.exchange_rate),
    ...priced && rate === null && rateMissing(currency),
  };
  for (const [column, reasons] of Object.entries(faults)) blame(column, reasons.join(", "));
  for (const reason of tooFineFor(currency, purchase_value)) blame("purchase_value", reason);
  if (problems.length > 0) return problems;
  return {
    key: data.external_ref,
    head: { supplier_id: supplier.id, ...asText(headerShape, data) },
    content: asText(itemShape, data),
    currency,
    amount: purchase_value,
  };
}
