import sql from "sql-template-tag";
import { z } from "zod";
import { named, stamps } from "../records/common.ts";
import { many } from "../records/embedded.ts";
import * as field from "../records/fields.ts";
import {
  flag,
  id,
  localMoney,
  money,
  quantity,
  serialNumbers,
  text,
  unit,
  volume,
  weight,
  word,
} from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import {
  countedLines,
  expectedOf,
  expectedSerials,
  pieceFields,
  pieceSums,
} from "./receipts/expected.ts";
import { costHeads } from "./shipment_words.ts";

const share = record(
  "ItemShare",
  "share",
  everybody({
    cost_id: id("The cost.", { example: 4 }),
    cost_head: word(costHeads, "What it is for.", { example: "freight", sql: sql`c.cost_head` }),
    amount: localMoney("This item's part.", { example: 1250.5, seenBy: "everybody" }),
  }),
);

const accounted = sql`counted.received_qty + counted.short_qty`;

/** A line of a shipment. Source: docs/imports.md, "Shipment". */
export const shipmentItem = record(
  "ShipmentItem",
  "i",
  everybody({
    ...named({
      example: { reference_no: "SHP-2026-000007", title: "Eco-solvent ink cyan 1 l" },
      reference_no: sql`s.reference_no`,
      title: sql`i.product_name`,
    }),
    shipment_id: id("The shipment it came with.", { example: 7 }),
    product_id: id("The product it is.", {
      example: 5,
      entry: "optional",
      unsent: "the product of that SKU",
    }),
    product_name: text("What it is called on the papers.", {
      example: "Eco-solvent ink cyan 1 l",
      entry: "required",
    }),
    sku: text("Its stock-keeping number.", {
      example: "INK-CY-1L",
      max: 100,
      entry: "optional",
      unsent: "the product's",
    }),
    ordered_qty: quantity("How many were ordered.", {
      example: 24,
      entry: "required",
      reads: field.quantity("positive"),
    }),
    shipped_qty: quantity("How many were shipped.", {
      example: 24,
      entry: "optional",
      unsent: "as many as ordered",
      nullable: false,
    }),
    unit: unit("What they are counted in.", {
      example: "liter",
      entry: "optional",
      unsent: "the product's, else pcs",
    }),
    purchase_value: money("Of the whole line, in the shipment's currency.", {
      example: 180,
      seenBy: "costs.read",
      entry: "optional",
    }),
    weight_kg: weight("Of the whole line, kilograms.", { example: 28.8, entry: "optional" }),
    volume_cbm: volume("Of the whole line, cubic metres.", { example: 0.06, entry: "optional" }),
    hs_code: text("The customs tariff's number.", {
      example: "3215.19.00",
      max: 40,
      entry: "optional",
      unsent: "the product's",
      stored: true,
      sql: sql`coalesce(i.hs_code, (select p.hs_code from products p where p.id = i.product_id))`,
    }),
    serial_numbers: serialNumbers("The pieces, where they have numbers.", {
      example: [],
      entry: { default: [] },
    }),
    expected_serial_numbers: serialNumbers("Of these, the ones that no receipt names.", {
      example: [],
      sql: expectedSerials,
    }),
    is_serialized: flag("Whether its product's pieces are kept by their numbers.", {
      example: false,
      sql: sql`coalesce((select p.is_serialized from products p where p.id = i.product_id), false)`,
    }),
    discrepancy_id: id("The claim whose pieces these replace.", {
      example: null,
      entry: "optional",
      unsent: "the shipment's",
    }),
    purchase_value_local: localMoney("The purchase value in local currency.", {
      example: 21870,
      seenBy: "costs.read",
    }),
    landed_value: localMoney("That and its capitalised shares.", {
      example: 26110.4,
      seenBy: "costs.read",
    }),
    // divided with 20 decimals, so that it is rounded once
    landed_unit_cost: money("Of one piece; null where nothing was shipped.", {
      example: 1087.9333,
      seenBy: "costs.read",
      nullable: true,
      sql: sql`round(i.landed_value::numeric(35,20) / nullif(i.shipped_qty, 0), 4)`,
    }),
    ...pieceFields("counted", "Pieces that came, over all receipts that count."),
    expected_qty: quantity("Still to come: shipped − received − short, never below 0.", {
      example: 4,
      sql: expectedOf(accounted),
    }),
    excess_qty: quantity("Received beyond what was shipped.", {
      example: 0,
      sql: sql`greatest(0, ${accounted} - i.shipped_qty)`,
    }),
    shares: many(share, "Its part of each cost, local currency.", {
      seenBy: "costs.read",
      from: sql`from shipment_cost_shares share join shipment_costs c on c.id = share.cost_id
        where share.shipment_item_id = i.id`,
      order: sql`r.cost_id`,
    }),
    ...stamps({ updated_at: sql`s.updated_at`, version: sql`s.version` }),
  }),
);
export type ShipmentItem = z.output<typeof shipmentItem.schema>;

/** Items `i` with their pieces received, accepted and short, over all receipts that count. */
export const itemTables = sql`shipment_items i
  cross join lateral (select ${pieceSums("counted")} ${countedLines}) as counted`;

/** Items `i` of a shipment that was just made: nobody has counted any. */
export const newItemTables = sql`shipment_items i cross join (select 0::numeric as received_qty,
  0::numeric as accepted_qty, 0::numeric as short_qty) as counted`;

type ItemFields = Partial<z.output<typeof shipmentItem.entry>>;

/**
 * Judges the fields of an item against each other: nothing shipped has no price, and there are no
 * more serial numbers than pieces.
 */
export function checkItem(item: ItemFields, context: z.RefinementCtx): void {
  const refuse = (name: keyof ItemFields, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  const shipped = item.shipped_qty ?? item.ordered_qty;
  if (shipped === undefined) return;
  if (shipped.eq("0") && item.purchase_value?.gt("0")) {
    refuse("purchase_value", "must be absent or 0 where nothing was shipped");
  }
  if (shipped.lt(String(item.serial_numbers?.length ?? 0))) {
    refuse("serial_numbers", "must not be more than the shipped quantity");
  }
}

/** A line of a shipment as it is entered. */
export const newShipmentItem = shipmentItem.entry.superRefine(checkItem);
export type NewShipmentItem = z.output<typeof newShipmentItem>;

/** One item, or several in `items`. */
export const addedItems = shipmentItem.entry.partial().extend({
  serial_numbers: shipmentItem.entry.shape.serial_numbers.unwrap().optional()
    .describe("The pieces, where they have numbers."),
  items: z.array(newShipmentItem).min(1, "must have at least one item").optional()
    .describe("Several items, instead of the fields of one."),
}).superRefine((body, context) => {
  const { items, ...one } = body;
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  if (items === undefined) {
    if (one.product_name === undefined) refuse("product_name", "is required");
    if (one.ordered_qty === undefined) refuse("ordered_qty", "is required");
    checkItem(one, context);
  } else {
    for (const [name, value] of Object.entries(one)) {
      if (value !== undefined) refuse(name, "belongs to one item; `items` was sent too");
    }
  }
});
