import sql, { raw, type Sql } from "sql-template-tag";
import { z } from "zod";
import { may, type Permission } from "../../access/access.ts";
import { discrepancy, discrepancyTables } from "../../claims/discrepancy.ts";
import * as answer from "../../records/answers.ts";
import { named, stamps, userName } from "../../records/common.ts";
import { many, one } from "../../records/embedded.ts";
import { historyOf } from "../../records/history.ts";
import {
  count,
  date,
  flag,
  id,
  instant,
  localMoney,
  money,
  quantity,
  shaped,
  text,
  word,
} from "../../records/kinds.ts";
import { nextStatuses } from "../../records/next_statuses.ts";
import { everybody, record } from "../../records/record.ts";
import { uploadsOf } from "../../uploads/upload.ts";
import { shipment } from "../shipment.ts";
import { pieceFields, pieceSums } from "./expected.ts";
import { newReceiptLine, receiptLine, receiptLineTables } from "./receipt_line.ts";
import { nextOfReceipt, type ReceiptStatus, receiptStatuses } from "./receipt_words.ts";

/** "Receipt of SHP-2026-000007 from Shenzhen Boards", of that shipment and supplier. */
export function receiptTitle(shipment = "rs", supplier = "rp"): Sql {
  return sql`concat('Receipt of ', ${raw(shipment)}.reference_no, ' from ', ${raw(supplier)}.name)`;
}

/** Source: docs/imports.md, "Goods receipt". */
const fields = everybody({
  ...named({
    example: {
      reference_no: "RCP-2026-000009",
      title: "Receipt of SHP-2026-000007 from Shenzhen Boards",
    },
    title: receiptTitle(),
  }),
  status: word(receiptStatuses, "How far it is.", { example: "approved" }),
  shipment_id: id("The shipment that came.", { example: 7, entry: "required" }),
  shipment_reference_no: text("That shipment's number.", {
    example: "SHP-2026-000007",
    sql: sql`rs.reference_no`,
  }),
  supplier_id: id("From whom it came.", { example: 3, sql: sql`rs.supplier_id` }),
  supplier_name: text("His name.", { example: "Shenzhen Boards", sql: sql`rp.name` }),
  warehouse_name: text("Where it was counted.", {
    example: "Tejgaon",
    entry: "optional",
    unsent: "the shipment's",
  }),
  place_id: id("The place that the good pieces come to.", {
    example: 1,
    entry: "optional",
    unsent: "the one that `warehouse_name` names, else the default",
  }),
  received_date: date("The day it came.", {
    example: "2026-03-14",
    entry: "optional",
    unsent: "today",
    nullable: false,
  }),
  is_final: flag("Whether everything still expected of the shipment is missing.", {
    example: false,
    entry: { default: false },
  }),
  allow_excess: flag("Whether more may have come than was shipped.", {
    example: false,
    entry: { default: false },
  }),
  note: text("What was found.", { example: "Two boxes wet.", max: 5000, entry: "optional" }),
  item_count: count("How many lines it has.", { example: 3, sql: sql`rt.item_count` }),
  ...pieceFields("rt"),
  accepted_value: localMoney("Of the good ones, landed; it stands from posting on.", {
    example: 20670.73,
    seenBy: "costs.read",
    sql: sql`rt.accepted_value`,
  }),
  approved_at: instant("When it was confirmed.", {
    example: "2026-03-14T09:30:00.000Z",
    nullable: true,
  }),
  approved_by: id("The user who confirmed it.", { example: 2, nullable: true }),
  posted_at: instant("When it entered stock.", {
    example: "2026-03-14T10:00:00.000Z",
    nullable: true,
  }),
  posted_by: id("The user who posted it.", { example: 2, nullable: true }),
  posting_date: date("The day it counts for in stock.", { example: "2026-03-14", nullable: true }),
  supplier_ledger_id: id("The credit it wrote into the supplier's ledger.", {
    example: 88,
    nullable: true,
  }),
  reversed_at: instant("When it was taken back.", {
    example: "2026-03-20T10:00:00.000Z",
    nullable: true,
  }),
  reversed_by: id("The user who took it back.", { example: 1, nullable: true }),
  ...stamps(),
});

/** What was counted at the warehouse. */
export const receipt = record("Receipt", "r", fields);
export type Receipt = z.output<typeof receipt.schema>;

/** A goods receipt as it is entered. */
export const newReceipt = receipt.entry.extend({
  items: z.array(newReceiptLine).max(1000, "must have at most 1000 lines").default([])
    .describe("What came; may be empty when the receipt is final: then nothing more did."),
});

/** What a receipt's columns stand on beside it; names that no query around it uses. */
export const besideReceipt = sql`join shipments rs on rs.id = r.shipment_id
  join suppliers rp on rp.id = rs.supplier_id
  left join lateral (
    select count(*) as item_count, ${pieceSums("line")},
      coalesce(sum(line.accepted_value), 0) as accepted_value
    from receipt_items line where line.receipt_id = r.id) rt on true`;
/** The same with the receipt, behind `from`. */
export const receiptTables = sql`receipts r ${besideReceipt}`;

const residue = z.object({
  product_id: answer.id.describe("The product."),
  amount: answer.number.describe("What was left, local currency."),
});

const needs: Partial<Record<ReceiptStatus, Permission>> = {
  cancelled: "receipts.create",
  posted: "receipts.post",
};

export const receiptDetail = record("ReceiptDetail", "r", {
  ...fields,
  next_statuses: nextStatuses(receiptStatuses, {
    may: (reader, to) => may(reader, needs[to] ?? "receipts.approve"),
    after: () => [{ next: (from) => nextOfReceipt[from] }],
  }),
  approved_by_name: text("Who confirmed it.", {
    example: "Karim",
    seenBy: "everybody",
    nullable: true,
    ...userName("approver", () => sql`r.approved_by`),
  }),
  posted_by_name: text("Who posted it.", {
    example: "Karim",
    seenBy: "everybody",
    nullable: true,
    ...userName("poster", () => sql`r.posted_by`),
  }),
  items: many(receiptLine, "What came of each item.", {
    seenBy: "everybody",
    from: sql`from ${receiptLineTables} where line.receipt_id = r.id`,
  }),
  shipment: one(
    shipment.part([
      "id",
      "reference_no",
      "status",
      "supplier_id",
      "currency",
      "tracking_number",
    ]),
    "The shipment that came.",
    {
      seenBy: "everybody",
      nullable: false,
      from: sql`from shipments s where s.id = r.shipment_id`,
    },
  ),
  discrepancies: many(discrepancy, "The claims made on it.", {
    seenBy: "everybody",
    from: sql`from ${discrepancyTables} where d.receipt_id = r.id`,
  }),
  valuation_residue: shaped(
    z.array(residue),
    "What a reversal left that no piece of stock can carry, by product.",
    {
      example: [],
      seenBy: "costs.read",
      sql: sql`(select coalesce(json_agg(json_build_object('product_id', product_id,
          'amount', amount) order by product_id), '[]')
        from (select e.product_id, sum(e.amount) as amount from valuation_expenses e
          where e.receipt_id = r.id and e.kind = 'valuation_residue'
          group by e.product_id) as left_over)`,
    },
  ),
  uploads: uploadsOf("receipt", sql`r.id`),
  history: historyOf("receipt", sql`r.id`),
});
export type ReceiptDetail = z.output<typeof receiptDetail.schema>;

const average = { example: 913.0512, seenBy: "costs.read" } as const;

/** What a posting did to one product's stock. */
export const productChange = record(
  "ProductChange",
  "p",
  everybody({
    product_id: id("The product.", { example: 5 }),
    sku: text("Its stock-keeping number.", { example: "INK-CY-1L" }),
    stock_qty_before: quantity("What lay there before.", { example: 14 }),
    stock_qty_after: quantity("What lies there now.", { example: 33 }),
    average_cost_before: money("Of one piece before, local currency; 0 without stock.", average),
    average_cost_after: money("Of one piece now, local currency.", average),
  }),
);
export type ProductChange = z.output<typeof productChange.schema>;

/** The answer of posting: the receipt, and what it did to each product's stock. */
export const postedReceipt = receiptDetail.schema.extend({
  products: z.array(productChange.schema).describe("What it did to each product's stock."),
}).meta({ id: "PostedReceipt" });
export type PostedReceipt = z.output<typeof postedReceipt>;
