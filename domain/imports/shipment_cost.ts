import sql from "sql-template-tag";
import { z } from "zod";
import * as answer from "../records/answers.ts";
import { named, unchanging } from "../records/common.ts";
import { many } from "../records/embedded.ts";
import * as field from "../records/fields.ts";
import { withAliases } from "../records/input.ts";
import {
  currency,
  date,
  flag,
  id,
  localMoney,
  money,
  rate,
  shaped,
  text,
  word,
} from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import {
  allocationMethodAliases,
  allocationMethods,
  costHeadAliases,
  costHeads,
} from "./shipment_words.ts";

const item = id("The shipment's item.", { example: 19 });

/** What of a late cost went where. Local currency. */
export const lateCost = record(
  "LateCost",
  "late",
  everybody({
    cost_id: id("The cost.", { example: 4 }),
    shipment_item_id: item,
    stock_part: localMoney("Onto pieces that are in stock.", { example: 30, seenBy: "everybody" }),
    expense_part: localMoney("For pieces that have left it: an expense.", {
      example: 0,
      seenBy: "everybody",
    }),
    waiting_part: localMoney("For pieces that are still to come.", {
      example: 70,
      seenBy: "everybody",
    }),
  }),
);
export const byCostAndItem = sql`r.cost_id, r.shipment_item_id`;

const share = record(
  "CostShare",
  "share",
  everybody({
    shipment_item_id: item,
    amount: localMoney("Its part.", { example: 1250.5, seenBy: "everybody" }),
  }),
);

const allocation = z.object({
  shipment_item_id: field.id().describe("The shipment's item."),
  amount: field.money().describe("Its part, in the cost's currency."),
});

/** A cost of a shipment, for who may read costs. Source: docs/imports.md, "Cost". */
export const shipmentCost = record(
  "ShipmentCost",
  "c",
  everybody({
    ...named({
      example: { reference_no: "SHP-2026-000007", title: "freight 1200 USD" },
      reference_no: sql`s.reference_no`,
      title: sql`concat_ws(' ', replace(c.cost_head, '_', ' '), trim_scale(c.amount), c.currency)`,
    }),
    shipment_id: id("The shipment it is for.", { example: 7 }),
    cost_head: word(costHeads, "What it is for.", {
      example: "freight",
      entry: "required",
      spelled: costHeadAliases,
    }),
    amount: money("How much, in its currency; below zero for a reversal.", {
      example: 1200,
      seenBy: "everybody",
      entry: "required",
      reads: field.money("positive"),
    }),
    currency: currency("Its currency.", {
      example: "USD",
      entry: "optional",
      unsent: "the local currency",
      nullable: false,
    }),
    exchange_rate: rate("Local units for one of its currency.", {
      example: 121.5,
      entry: "optional",
      unsent: "the shipment's, in its currency",
      nullable: false,
    }),
    local_amount: localMoney("The same in local currency, half up.", {
      example: 145800,
      seenBy: "everybody",
    }),
    allocation_method: word(allocationMethods, "How it is shared over the items.", {
      example: "weight",
      entry: "optional",
      unsent: "freight by weight where every item has one, the rest by value",
      nullable: false,
      spelled: allocationMethodAliases,
      sql: sql`coalesce(c.allocation_method, case when c.cost_head = 'freight' and (
          select bool_and(coalesce(weighed.weight_kg, 0) > 0) from shipment_items weighed
          where weighed.shipment_id = c.shipment_id) then 'weight' else 'value' end)`,
      stored: true,
    }),
    allocations: shaped(
      z.array(z.object({
        shipment_item_id: answer.id.describe("The shipment's item."),
        amount: answer.number.describe("Its part, in the cost's currency."),
      })),
      "What each item bears, for `manual`.",
      {
        example: [{ shipment_item_id: 19, amount: 120.5 }],
        entry: "optional",
        reads: z.array(allocation).min(1, "must name at least one item"),
        sql: sql`c.manual_allocations`,
        stored: false,
      },
    ),
    capitalise: flag("Whether it makes the goods worth more.", {
      example: true,
      entry: "optional",
      unsent: "true but for taxes, demurrage and detention",
      nullable: false,
      aliases: ["capitalize"],
    }),
    entry_date: date("The day it counts for.", {
      example: "2026-03-02",
      entry: "optional",
      unsent: "today",
      nullable: false,
    }),
    payee_id: id("Whom it is owed to, or was paid to: a supplier, an agent, a forwarder.", {
      example: 5,
      entry: "optional",
    }),
    payee_name: text("His name.", {
      example: "Chattogram C&F Services",
      nullable: true,
      sql: sql`(select payee.name from suppliers payee where payee.id = c.payee_id)`,
    }),
    bill_number: text("The number of his bill; needs a payee.", {
      example: "CF-2026-0412",
      max: 100,
      entry: "optional",
    }),
    bill_date: date("The day on it.", { example: "2026-03-01", entry: "optional" }),
    due_date: date("When it is to be paid.", { example: "2026-03-31", entry: "optional" }),
    paid_from: id("The money account it was paid from at once; then it is owed to nobody.", {
      example: null,
      entry: "optional",
    }),
    supplier_ledger_id: id("The row of the payee's ledger that it made.", {
      example: 91,
      nullable: true,
      sql: sql`(select bill.supplier_ledger_id from shipment_cost_bills bill
        where bill.cost_id = c.id)`,
    }),
    reference: text("What the bill is known by.", { example: "INV-8812", entry: "optional" }),
    note: text("What was said.", { example: "Ocean freight.", max: 2000, entry: "optional" }),
    is_late: flag("Whether a receipt had been posted before it.", { example: false }),
    reverses_id: id("The cost that it takes back.", { example: null, nullable: true }),
    reversed_by_id: id("The cost that takes it back.", {
      example: null,
      nullable: true,
      sql: sql`(select mirror.id from shipment_costs mirror where mirror.reverses_id = c.id)`,
    }),
    shares: many(share, "What each item bears, local currency.", {
      from: sql`from shipment_cost_shares share where share.cost_id = c.id`,
      order: sql`r.shipment_item_id`,
    }),
    late_costs: many(lateCost, "Where it went, if it was late.", {
      from: sql`from late_costs late where late.cost_id = c.id`,
      order: byCostAndItem,
    }),
    ...unchanging("c"),
  }),
);
export type ShipmentCost = z.output<typeof shipmentCost.schema>;

/** A cost as it is entered. */
export const newShipmentCost = shipmentCost.entry.extend({
  allow_duplicate: field.flag().optional()
    .describe("Takes the same bill number of the same payee again; needs a note."),
}).superRefine(
  ({ allocation_method, allocations, allow_duplicate, ...cost }, context) => {
    const refuse = (message: string, name = "allocations") =>
      context.addIssue({ code: "custom", path: [name], message });
    if (allocation_method === "manual" && !allocations) refuse("is required for manual");
    if (allocation_method && allocation_method !== "manual" && allocations) {
      refuse(`is only for manual, not for ${allocation_method}`);
    }
    if (allow_duplicate && !cost.note) refuse("is required with allow_duplicate", "note");
    if (cost.bill_number && cost.payee_id === undefined) {
      refuse("is required with a bill number", "payee_id");
    }
    if (cost.bill_date && cost.due_date && cost.due_date < cost.bill_date) {
      refuse("must not be before bill_date", "due_date");
    }
  },
);
export type NewShipmentCost = z.output<typeof newShipmentCost>;

/** No field is required: an empty body reverses too. */
export const costReversal = withAliases(
  z.object({
    reason: field.text(2000).optional().describe("Why it is taken back."),
    date: field.date().optional()
      .describe("The day it counts for, never before the cost's own. Left out: today."),
  }),
  { note: "reason" },
);
