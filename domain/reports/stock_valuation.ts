import sql from "sql-template-tag";
import { z } from "zod";
import * as answer from "../records/answers.ts";
import * as field from "../records/fields.ts";
import { matches } from "../records/paging.ts";
import { report, stateQuery, total } from "./report.ts";

export const stockValuationRecord = z.object({
  /** the product's */
  id: answer.id,
  reference_no: answer.text,
  title: answer.text,
  sku: answer.text,
  product_name: answer.text,
  category: answer.text.nullable(),
  brand: answer.text.nullable(),
  unit: answer.text,
  stock_qty: answer.number,
  /** local currency per unit, 4 decimals; 0 without stock */
  average_cost: answer.number,
  /** local currency, 2 decimals */
  stock_value: answer.number,
  last_movement_date: answer.date.nullable(),
}).meta({ id: "StockValuation" });

/**
 * What lies in stock and what it is worth: now, or on the evening of `as_of` by the movements dated up
 * to then. Source: docs/overview.md, "Stock valuation"; docs/landed_cost.md, "Stock value".
 */
export const stockValuation = report({
  name: "stock-valuation",
  summary: "Stock and its value per product, now or on the evening of a day",
  may: "costs.read",
  query: stateQuery.extend({
    as_of: field.date().optional(),
    category: field.text().optional(),
    in_stock: field.flag().optional(),
  }),
  record: stockValuationRecord,
  source: (query) => ({
    columns: sql`p.id, p.sku as reference_no, concat(p.name, ' (', p.sku, ')') as title, p.sku,
      p.name as product_name, p.category, p.brand, p.unit, held.qty as stock_qty,
      coalesce(round(held.value::numeric(35,20) / nullif(held.qty, 0), 4), 0) as average_cost,
      held.value as stock_value, held.last_movement_date`,
    from: sql`products p cross join lateral (${
      query.as_of === undefined ? now : upTo(query.as_of)
    }) held`,
    id: sql`p.id`,
    sorts: {
      sku: { by: sql`p.sku`, type: "text" },
      name: { by: sql`lower(p.name)`, type: "text" },
      stock_value: { by: sql`held.value`, type: "numeric" },
      stock_qty: { by: sql`held.qty`, type: "numeric" },
    },
    defaultSort: "id",
    where: [
      query.category !== undefined && sql`lower(p.category) = lower(${query.category})`,
      query.in_stock !== undefined && (query.in_stock ? sql`held.qty <> 0` : sql`held.qty = 0`),
      matches(query.search, [sql`p.name`, sql`p.sku`, sql`p.brand`, sql`p.model`]),
    ],
    totals: { products: sql`count(*)`, stock_value: total(sql`held.value`) },
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
