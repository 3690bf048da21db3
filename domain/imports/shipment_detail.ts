import sql from "sql-template-tag";
import { z } from "zod";
import { discrepancy, discrepancyTables, isUnresolved } from "../claims/discrepancy.ts";
import * as answer from "../records/answers.ts";
import { justMade, many, one } from "../records/embedded.ts";
import { historyOf } from "../records/history.ts";
import { currency, id, money, shaped, text } from "../records/kinds.ts";
import { allowedMoves } from "../records/lifecycle.ts";
import { nextStatuses } from "../records/next_statuses.ts";
import { everybody, record } from "../records/record.ts";
import { uploadsOf } from "../uploads/upload.ts";
import { bankTitle } from "./lc_drawings.ts";
import { receipt, receiptTables } from "./receipts/receipt.ts";
import { pending } from "./receipts/receipt_words.ts";
import { shipment } from "./shipment.ts";
import { byCostAndItem, lateCost, shipmentCost } from "./shipment_cost.ts";
import { itemTables, newItemTables, shipmentItem } from "./shipment_item.ts";
import { shipmentStatuses } from "./shipment_words.ts";

const sumOf = (kind: "capitalise" | "not capitalise") =>
  sql`(select coalesce(sum(c.local_amount), 0) from shipment_costs c
    where c.shipment_id = s.id and ${sql([kind === "capitalise" ? "" : "not "])} c.capitalise)`;

const totals = z.object({
  purchase_value: answer.number.describe("What the items were bought for, its currency."),
  purchase_value_local: answer.number.describe("The same in local currency."),
  capitalised_costs: answer.number.describe("Costs that make the goods worth more."),
  other_costs: answer.number.describe("All other costs."),
  landed_value: answer.number.describe("What the items are worth, landed."),
});

const lcTt = record(
  "ShipmentLcTt",
  "l",
  everybody({
    id: id("The LC's or TT's id.", { example: 4 }),
    reference_no: text("Our number of it.", { example: "LCT-2026-000004" }),
    title: text("One line for people.", {
      example: "LC 0126-LC-0045",
      sql: bankTitle,
    }),
    type: text("What it is.", { example: "LC" }),
    reference_number: text("The bank's number.", { example: "0126-LC-0045", nullable: true }),
    status: text("How far it is.", { example: "lc_opened" }),
    amount: money("What it is over.", { example: 20000, seenBy: "everybody" }),
    currency: currency("In this currency.", { example: "USD" }),
  }),
);

/** A shipment with everything that hangs on it. */
export const shipmentDetail = record("ShipmentDetail", "s", {
  ...shipment.fields,
  next_statuses: nextStatuses(shipmentStatuses, {
    may: "shipments.status",
    after: (reader) => [{
      next: (from) =>
        allowedMoves({ ladder: shipmentStatuses, cancellable: () => true }, reader, from),
    }],
    unless: () => ({
      cancelled: sql`exists (select from receipts r
        where r.shipment_id = s.id and r.status = 'posted')`,
      closed: sql`(exists (select from receipts r
          where r.shipment_id = s.id and r.status = any(${pending}::text[]))
        or exists (select from discrepancies d where d.shipment_id = s.id and ${isUnresolved}))`,
    }),
  }),
  items: many(shipmentItem, "What is in it.", {
    seenBy: "everybody",
    from: sql`from ${itemTables} where i.shipment_id = s.id`,
  }),
  costs: many(shipmentCost, "What getting it here cost.", {
    seenBy: "costs.read",
    from: sql`from shipment_costs c where c.shipment_id = s.id`,
  }),
  late_costs: many(lateCost, "Where costs went that came after the first posting.", {
    seenBy: "costs.read",
    from: sql`from late_costs late where late.cost_id in (
      select c.id from shipment_costs c where c.shipment_id = s.id)`,
    order: byCostAndItem,
  }),
  totals: shaped(totals, "What it comes to, local currency but for `purchase_value`.", {
    example: {
      purchase_value: 180,
      purchase_value_local: 21870,
      capitalised_costs: 4240.4,
      other_costs: 0,
      landed_value: 26110.4,
    },
    seenBy: "costs.read",
    sql: sql`(select json_build_object('purchase_value', coalesce(sum(i.purchase_value), 0),
        'purchase_value_local', coalesce(sum(i.purchase_value_local), 0),
        'capitalised_costs', ${sumOf("capitalise")},
        'other_costs', ${sumOf("not capitalise")},
        'landed_value', coalesce(sum(i.landed_value), 0))
      from shipment_items i where i.shipment_id = s.id)`,
  }),
  receipts: many(
    receipt.part([
      "id",
      "reference_no",
      "title",
      "status",
      "warehouse_name",
      "received_date",
      "posting_date",
      "created_at",
      "updated_at",
      "created_by",
      "created_by_name",
      "version",
    ]),
    "Its goods receipts.",
    { seenBy: "receipts.read", from: sql`from ${receiptTables} where r.shipment_id = s.id` },
  ),
  discrepancies: many(
    discrepancy.part([
      "id",
      "reference_no",
      "title",
      "status",
      "shipment_item_id",
      "receipt_id",
      "discrepancy_type",
      "against",
      "quantity",
      "estimated_value",
      "currency",
      "estimated_value_local",
      "note",
      "resolution",
      "created_at",
      "updated_at",
      "created_by",
      "created_by_name",
      "version",
    ]),
    "Its claims.",
    {
      seenBy: "discrepancies.read",
      from: sql`from ${discrepancyTables} where d.shipment_id = s.id`,
    },
  ),
  lc_tt: one(lcTt, "The LC or TT that pays it.", {
    seenBy: "costs.read",
    from: sql`from lc_tt l where l.id = s.lc_tt_id`,
  }),
  uploads: uploadsOf("shipment", sql`s.id`),
  history: historyOf("shipment", sql`s.id`),
});

const made = justMade(shipmentDetail, [
  "costs",
  "late_costs",
  "receipts",
  "discrepancies",
  "uploads",
]);
/** The same of a shipment that was just made. */
export const newShipmentDetail = record("", "s", {
  ...made.fields,
  items: many(justMade(shipmentItem, ["shares"]), "What is in it.", {
    seenBy: "everybody",
    from: sql`from ${newItemTables} where i.shipment_id = s.id`,
  }),
});
export type ShipmentDetail = z.output<typeof shipmentDetail.schema>;
