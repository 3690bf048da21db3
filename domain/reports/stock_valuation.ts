import sql from "sql-template-tag";
import { named } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { date, localMoney, money, quantity, text, unit } from "../records/kinds.ts";
import { matches } from "../records/look_up.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { asOf, report, stateQuery } from "./report.ts";

export const row = record(
  "StockValuation",
  "p",
  everybody({
    ...named({
      example: { reference_no: "INK-CY-1L", title: "Eco-solvent ink cyan 1 l (INK-CY-1L)" },
      id: { says: "The product's." },
      reference_no: sql`p.sku`,
      title: sql`concat(p.name, ' (', p.sku, ')')`,
    }),
    sku: text("Its stock-keeping number.", { example: "INK-CY-1L" }),
    product_name: text("Its name.", { example: "Eco-solvent ink cyan 1 l", sql: sql`p.name` }),
    category: text("The shelf it belongs to.", { example: "Ink", nullable: true }),
    brand: text("The maker's name on it.", { example: "Konica", nullable: true }),
    unit: unit("What it is counted in.", { example: "liter" }),
    stock_qty: quantity("What lies there.", { example: 34, sql: sql`held.qty` }),
    average_cost: money("Value over quantity; 0 without stock.", {
      example: 913.0512,
      seenBy: "everybody",
      sql: sql`coalesce(round(held.value::numeric(35,20) / nullif(held.qty, 0), 4), 0)`,
    }),
    stock_value: localMoney("What it is worth.", {
      example: 31043.74,
      seenBy: "everybody",
      sql: sql`held.value`,
    }),
    last_movement_date: date("When it last moved.", {
      example: "2026-03-02",
      nullable: true,
      sql: sql`held.last_movement_date`,
    }),
  }),
);

const sorts: Sorts = {
  sku: { by: sql`p.sku`, type: "text" },
  name: { by: sql`lower(p.name)`, type: "text" },
  stock_value: { by: sql`held.value`, type: "numeric" },
  stock_qty: { by: sql`held.qty`, type: "numeric" },
};

/**
 * What lies in stock and what it is worth: now, or on the evening of `as_of` by the movements dated up
 * to then. Source: docs/overview.md, "Stock valuation"; docs/landed_cost.md, "Stock value".
 */
export default report({
  name: "stock-valuation",
  summary: "Stock and its value per product, now or on the evening of a day",
  may: "costs.read",
  query: queryOf(stateQuery, { sorts }).extend({
    as_of: asOf,
    category: field.text().optional().describe("Only this category."),
    in_stock: field.flag().optional().describe("Only what is there; false: what is not."),
  }),
  record: row,
  sums: ["stock_value"],
  table: ["sku", "product_name", "unit", "stock_qty", "average_cost", "stock_value"],
  totals: { products: "how many products." },
  source: (query) => ({
    from: sql`products p cross join lateral (${
      query.as_of === undefined ? now : upTo(query.as_of)
    }) held`,
    id: sql`p.id`,
    sorts,
    defaultSort: "id",
    where: [
      query.category !== undefined && sql`lower(p.category) = lower(${query.category})`,
      query.in_stock !== undefined && (query.in_stock ? sql`held.qty <> 0` : sql`held.qty = 0`),
      matches(query.search, [sql`p.name`, sql`p.sku`, sql`p.brand`, sql`p.model`]),
    ],
    totals: { products: sql`count(*)` },
  }),
});

/** What the product carries is always the sum of its movements. */
const now = sql`select p.stock_qty as qty, p.stock_value as value, (
    select max(m.movement_date) from stock_movements m where m.product_id = p.id) as last_movement_date`;

function upTo(day: string) {
  return sql`select coalesce(sum(m.quantity), 0) as qty, coalesce(sum(m.value), 0) as value,
      max(m.movement_date) as last_movement_date
    from stock_movements m where m.product_id = p.id and m.movement_date <= ${day}::date`;
}
