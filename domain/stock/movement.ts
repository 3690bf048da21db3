import sql from "sql-template-tag";
import type { z } from "zod";
import * as field from "../records/fields.ts";
import { named, unchanging } from "../records/common.ts";
import {
  date,
  id,
  localMoney,
  money,
  quantity,
  serialNumbers,
  text,
  word,
} from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import { movementKinds } from "./post_movements.ts";

/** One row of the stock ledger. It never changes: its version is always 1. */
export const movement = record(
  "StockMovement",
  "m",
  everybody({
    ...named({
      example: {
        reference_no: "STK-2026-000041",
        title: "Ink cyan 1 l (INK-CY-1L): receipt +24 liter",
      },
      title: sql`concat_ws(' ', mp.name, '(' || mp.sku || '):', replace(m.kind, '_', ' '),
      case when m.quantity > 0 then '+' end || trim_scale(m.quantity),
      case when m.quantity < 0 then trim_scale(m.quantity) end,
      case when m.quantity <> 0 then mp.unit end)`,
    }),
    product_id: id("The product that moved.", { example: 5, entry: "required" }),
    sku: text("Its stock-keeping number.", { example: "INK-CY-1L", sql: sql`mp.sku` }),
    product_name: text("Its name.", { example: "Eco-solvent ink cyan 1 l", sql: sql`mp.name` }),
    movement_date: date("The business day it counts for.", {
      example: "2026-03-02",
      entry: "optional",
      unsent: "today",
      nullable: false,
      aliases: ["date"],
    }),
    type: word(["in", "out", "adjustment"], "Which way, for movements by hand.", {
      example: "in",
      seenBy: "nobody",
      entry: "required",
      spelled: { stock_in: "in", stock_out: "out" },
    }),
    kind: word(movementKinds, "What moved it.", { example: "receipt" }),
    quantity: quantity("Signed: in above zero, out below; entered unsigned but for adjustments.", {
      example: 24,
      entry: "required",
      reads: field.quantity("any"),
    }),
    unit_cost: money("What one piece cost, local currency.", {
      example: 913.0512,
      seenBy: "costs.read",
      setBy: "products.set_prices",
      entry: "optional",
      unsent: "the average, else the purchase price; what goes out takes the average",
      nullable: false,
    }),
    value: localMoney("Signed as the quantity, local currency.", {
      example: 21913.23,
      seenBy: "costs.read",
    }),
    balance_after: quantity("What lay in stock after it.", { example: 34 }),
    value_after: localMoney("What that stock was worth, local currency.", {
      example: 31043.74,
      seenBy: "costs.read",
    }),
    place_id: id("The place that goods came to or left; null where it was several.", {
      example: 1,
      entry: "optional",
      unsent: "in: the default; out: wherever it lies, the default first",
    }),
    place_name: text("Its name; several with commas.", {
      example: "Main store",
      nullable: true,
      sql: sql`case when m.place_id is not null then ml.name when m.quantity <> 0 then (
        select string_agg(pl.name, ', ' order by pm.id) from stock_place_moves pm
        join stock_places pl on pl.id = pm.place_id where pm.movement_id = m.id) end`,
    }),
    warehouse_name: text("Where it happened, in words; a place's name means that place.", {
      example: "Tejgaon",
      entry: "optional",
    }),
    bin_location: text("The shelf or bin.", { example: "A-03", max: 100, entry: "optional" }),
    serial_numbers: serialNumbers("The pieces, where they have numbers.", {
      example: [],
      entry: "optional",
      nullable: false,
    }),
    reason: text("Why it moved.", {
      example: "Counted",
      max: 500,
      entry: "required",
      nullable: true,
    }),
    note: text("What else was said.", { example: "Box was wet", max: 5000, entry: "optional" }),
    source_type: text("The kind of document behind it.", { example: "receipt", nullable: true }),
    source_id: id("That document's id.", { example: 7, nullable: true }),
    source_reference_no: text("That document's number.", {
      example: "RCP-2026-000007",
      nullable: true,
    }),
    reverses_id: id("The movement that it takes back.", { example: null, nullable: true }),
    ...unchanging("m", sql`mu.name`),
  }),
);
export type StockMovement = z.output<typeof movement.schema>;

/** What a movement's columns stand on, behind `from`. */
export const movementTables = sql`stock_movements m join products mp on mp.id = m.product_id
  left join stock_places ml on ml.id = m.place_id left join users mu on mu.id = m.created_by`;
