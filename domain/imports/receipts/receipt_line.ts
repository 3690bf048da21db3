import sql from "sql-template-tag";
import type { z } from "zod";
import { id, localMoney, money, quantity, serialNumbers, text } from "../../records/kinds.ts";
import { everybody, record } from "../../records/record.ts";
import { expectedQty, lineExcessQty } from "./expected.ts";

/** What came of one shipment item, or is known to be missing. */
export const receiptLine = record(
  "ReceiptLine",
  "line",
  everybody({
    id: id("The line's id.", { example: 31 }),
    shipment_item_id: id("The shipment's item.", { example: 19, entry: "required" }),
    product_id: id("The product it enters stock as.", {
      example: 5,
      entry: "optional",
      unsent: "the item's",
      sql: sql`coalesce(line.product_id, i.product_id)`,
      stored: true,
    }),
    product_name: text("What the item is.", {
      example: "Eco-solvent ink cyan 1 l",
      sql: sql`i.product_name`,
    }),
    sku: text("The product's SKU, else the item's.", {
      example: "INK-CY-1L",
      nullable: true,
      sql: sql`coalesce(product.sku, i.sku)`,
    }),
    unit: text("What it is counted in.", { example: "liter", nullable: true, sql: sql`i.unit` }),
    ordered_qty: quantity("How many were ordered.", { example: 24, sql: sql`i.ordered_qty` }),
    shipped_qty: quantity("How many were shipped.", { example: 24, sql: sql`i.shipped_qty` }),
    expected_qty: quantity("Still to come of the item over all receipts, never below 0.", {
      example: 4,
      sql: expectedQty,
    }),
    received_qty: quantity("How many came.", { example: 20, entry: "required" }),
    accepted_qty: quantity("Of these, how many were good.", {
      example: 19,
      entry: "optional",
      unsent: "all that came",
      nullable: false,
    }),
    rejected_qty: quantity("Of these, how many were not.", {
      example: 1,
      sql: sql`line.received_qty - line.accepted_qty`,
    }),
    short_qty: quantity("Known to be missing; what is still to come is not.", {
      example: 0,
      entry: "optional",
      unsent: "0",
      nullable: false,
    }),
    excess_qty: quantity("Received beyond what was shipped; kept from approval on.", {
      example: 0,
      sql: lineExcessQty,
    }),
    bin_location: text("The shelf or bin.", { example: "A-03", max: 100, entry: "optional" }),
    serial_numbers: serialNumbers("The accepted pieces, where they have numbers.", {
      example: [],
      entry: { default: [] },
    }),
    rejected_serial_numbers: serialNumbers(
      "The pieces that were not good, where they have numbers.",
      {
        example: [],
        entry: { default: [] },
      },
    ),
    note: text("What was found.", { example: "One leaked.", max: 1000, entry: "optional" }),
    accepted_value: localMoney("Of the good ones, landed, local currency.", {
      example: 20670.73,
      seenBy: "costs.read",
    }),
    rejected_value: localMoney("Of the others.", { example: 1087.93, seenBy: "costs.read" }),
    short_value: localMoney("Of the missing ones.", { example: 0, seenBy: "costs.read" }),
    unit_cost: money("Of one good piece, 4 decimals, for reading.", {
      example: 1087.9332,
      seenBy: "costs.read",
      nullable: true,
      sql: sql`round(line.accepted_value::numeric(35,20) / nullif(line.accepted_qty, 0), 4)`,
    }),
  }),
);

/** What a line's columns stand on beside its receipt `r`, behind `from`. */
export const receiptLineTables = sql`receipt_items line
  join shipment_items i on i.id = line.shipment_item_id
  left join products product on product.id = coalesce(line.product_id, i.product_id)`;

export const newReceiptLine = receiptLine.entry.superRefine((line, context) => {
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  const accepted = line.accepted_qty ?? line.received_qty;
  if (accepted.gt(line.received_qty)) {
    refuse("accepted_qty", `must be at most received_qty, ${line.received_qty}`);
  } else if (accepted.lt(String(line.serial_numbers.length))) {
    refuse("serial_numbers", `must be at most as many as are accepted, ${accepted}`);
  }
  const rejected = line.received_qty.minus(accepted);
  if (rejected.gte("0") && rejected.lt(String(line.rejected_serial_numbers.length))) {
    refuse("rejected_serial_numbers", `must be at most as many as are rejected, ${rejected}`);
  }
});
export type NewReceiptLine = z.output<typeof newReceiptLine>;
