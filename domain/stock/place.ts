import sql from "sql-template-tag";
import type { z } from "zod";
import { named, stamps, userName } from "../records/common.ts";
import { flag, id, instant, quantity, text, word } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";

export const placeKinds = ["warehouse", "showroom", "van"] as const;
/** `transit` is the one place of goods that are on the way between two others. */
const shownKinds = [...placeKinds, "transit"] as const;

/** Where goods lie. Source: docs/places.md, "Places". */
export const place = record(
  "StockPlace",
  "l",
  everybody({
    ...named({
      example: { reference_no: "SHOW", title: "Showroom Banani" },
      reference_no: sql`l.code`,
      title: sql`l.name`,
    }),
    code: text("A short name; no two are the same, whatever their case.", {
      example: "SHOW",
      max: 20,
      entry: "required",
    }),
    name: text("What people call it; a `warehouse_name` that is the same means it.", {
      example: "Showroom Banani",
      entry: "required",
    }),
    kind: word(shownKinds, "What it is; `transit`: goods on the way, made by the service.", {
      example: "showroom",
      entry: { default: "warehouse" },
      change: "kept",
    }),
    user_id: id("Whose van it is: parts that he uses come from it first.", {
      example: null,
      nullable: true,
      entry: "optional",
    }),
    user_name: text("His name.", {
      example: null,
      nullable: true,
      ...userName("driver", () => sql`l.user_id`),
    }),
    is_default: flag("Whether goods come to it and leave it where nobody names a place.", {
      example: false,
      entry: { default: false },
      change: "kept",
    }),
    active: flag("Whether goods may come to it.", {
      example: true,
      entry: { default: true },
      change: "kept",
    }),
    note: text("Anything else worth knowing.", {
      example: "Key at the guard.",
      max: 2000,
      entry: "optional",
    }),
    ...stamps(),
  }),
);
export type Place = z.output<typeof place.schema>;

/** How much of a product lies at a place. */
export const placeStock = record(
  "PlaceStock",
  "s",
  everybody({
    ...named({
      example: { reference_no: "SHOW INK-CY-1L", title: "Showroom Banani: 12 liter of ink" },
      reference_no: sql`concat(sl.code, ' ', sp.sku)`,
      title: sql`concat(sl.name, ': ', trim_scale(s.quantity), ' ', sp.unit, ' ', sp.name)`,
    }),
    place_id: id("Where it lies.", { example: 2 }),
    place_code: text("That place's code.", { example: "SHOW", sql: sql`sl.code` }),
    place_name: text("Its name.", { example: "Showroom Banani", sql: sql`sl.name` }),
    product_id: id("What lies there.", { example: 5 }),
    sku: text("Its stock-keeping number.", { example: "INK-CY-1L", sql: sql`sp.sku` }),
    product_name: text("Its name.", { example: "Eco-solvent ink cyan 1 l", sql: sql`sp.name` }),
    quantity: quantity("How much.", { example: 12 }),
    unit: text("What it is counted in.", { example: "liter", sql: sql`sp.unit` }),
    updated_at: instant("When it last changed.", { example: "2026-03-02T04:15:00.000Z" }),
  }),
);
export type PlaceStock = z.output<typeof placeStock.schema>;

/** What the columns of stock at places stand on, behind `from`. */
export const placeStockTables = sql`place_stock s join stock_places sl on sl.id = s.place_id
  join products sp on sp.id = s.product_id`;
