import { z } from "zod";
import * as answer from "../../records/answers.ts";
import { discrepancy } from "../../claims/discrepancy.ts";
import * as field from "../../records/fields.ts";
import { upload } from "../../uploads/upload.ts";
import { receiptStatuses } from "./receipt_words.ts";

/** What came of one shipment item, or is known to be missing. */
const newReceiptLine = z.object({
  shipment_item_id: field.id(),
  /** needed to post unless the item is linked to a product */
  product_id: field.id().optional(),
  received_qty: field.quantity(),
  /** default: all that was received */
  accepted_qty: field.quantity().optional(),
  /** known missing; a part delivery is none */
  short_qty: field.quantity().optional(),
  bin_location: field.text(100).optional(),
  serial_numbers: field.serialNumbers().default([]),
  note: field.text(1000).optional(),
}).superRefine((line, context) => {
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  const accepted = line.accepted_qty ?? line.received_qty;
  if (accepted.gt(line.received_qty)) {
    refuse("accepted_qty", `must be at most received_qty, ${line.received_qty}`);
  } else if (accepted.lt(String(line.serial_numbers.length))) {
    refuse("serial_numbers", `must be at most as many as are accepted, ${accepted}`);
  }
});
export type NewReceiptLine = z.output<typeof newReceiptLine>;

/** A goods receipt as it is entered. Source: docs/imports.md, "Goods receipt". */
export const newReceipt = z.object({
  shipment_id: field.id(),
  /** default: the shipment's */
  warehouse_name: field.text().optional(),
  /** default: today */
  received_date: field.date().optional(),
  /** may be empty when the receipt is final: then nothing more came */
  items: z.array(newReceiptLine).max(1000, "must have at most 1000 lines").default([]),
  /** everything still expected of the shipment is missing */
  is_final: field.flag().default(false),
  /** more may have come than was shipped */
  allow_excess: field.flag().default(false),
  note: field.text(5000).optional(),
});

const head = {
  ...answer.common,
  status: z.enum(receiptStatuses),
  shipment_id: answer.id,
  shipment_reference_no: answer.text,
  supplier_id: answer.id,
  supplier_name: answer.text,
  warehouse_name: answer.text.nullable(),
  received_date: answer.date,
  is_final: answer.flag,
  allow_excess: answer.flag,
  note: answer.text.nullable(),
  item_count: answer.wholeNumber,
  received_qty: answer.number,
  accepted_qty: answer.number,
  rejected_qty: answer.number,
  short_qty: answer.number,
  /** local currency; follows the shipment while approved, stands from posting on */
  accepted_value: answer.number,
  approved_at: answer.instant.nullable(),
  approved_by: answer.id.nullable(),
  posted_at: answer.instant.nullable(),
  posted_by: answer.id.nullable(),
  posting_date: answer.date.nullable(),
  supplier_ledger_id: answer.id.nullable(),
  reversed_at: answer.instant.nullable(),
  reversed_by: answer.id.nullable(),
};

export const receiptRecord = z.object(head).meta({ id: "Receipt" });
export type Receipt = z.output<typeof receiptRecord>;

const receiptLine = z.object({
  id: answer.id,
  shipment_item_id: answer.id,
  /** the line's own, else the shipment item's */
  product_id: answer.id.nullable(),
  product_name: answer.text,
  sku: answer.text.nullable(),
  unit: answer.text.nullable(),
  ordered_qty: answer.number,
  shipped_qty: answer.number,
  /** of the shipment item: shipped − received − short over all receipts not cancelled or reversed, never below 0 */
  expected_qty: answer.number,
  received_qty: answer.number,
  accepted_qty: answer.number,
  rejected_qty: answer.number,
  short_qty: answer.number,
  /** of the line: received beyond what was shipped; kept from approval on */
  excess_qty: answer.number,
  bin_location: answer.text.nullable(),
  serial_numbers: z.array(answer.text),
  note: answer.text.nullable(),
  accepted_value: answer.number,
  rejected_value: answer.number,
  short_value: answer.number,
  /** accepted value per accepted piece, 4 decimals, for reading */
  unit_cost: answer.number.nullable(),
});

const residue = z.object({ product_id: answer.id, amount: answer.number });

const detail = {
  ...head,
  approved_by_name: answer.text.nullable(),
  posted_by_name: answer.text.nullable(),
  items: z.array(receiptLine),
  shipment: z.object({
    id: answer.id,
    reference_no: answer.text,
    status: answer.text,
    supplier_id: answer.id,
    currency: answer.text,
    tracking_number: answer.text.nullable(),
  }),
  discrepancies: z.array(discrepancy.schema),
  /** what a reversal left that no piece of stock can carry, local currency per product */
  valuation_residue: z.array(residue),
  uploads: z.array(upload.schema),
  history: answer.history,
};

export const receiptDetail = z.object(detail).meta({ id: "ReceiptDetail" });
export type ReceiptDetail = z.output<typeof receiptDetail>;

export const productChange = z.object({
  product_id: answer.id,
  sku: answer.text,
  stock_qty_before: answer.number,
  stock_qty_after: answer.number,
  /** local currency per piece, 4 decimals half up; 0 without stock */
  average_cost_before: answer.number,
  average_cost_after: answer.number,
});
export type ProductChange = z.output<typeof productChange>;

/** The answer of posting: the receipt, and what it did to each product's stock. */
export const postedReceipt = z.object({ ...detail, products: z.array(productChange) })
  .meta({ id: "PostedReceipt" });
export type PostedReceipt = z.output<typeof postedReceipt>;
