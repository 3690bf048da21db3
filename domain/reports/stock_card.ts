import { z } from "zod";
import * as answer from "../records/answers.ts";
import sql, { type Sql } from "sql-template-tag";
import { type Actor, may } from "../access/access.ts";
import type { Decimal } from "../money/decimal.ts";
import { notFound } from "../errors.ts";
import { named } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { date, localMoney, money, quantity, text, word } from "../records/kinds.ts";
import { listQuery } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { movementKinds } from "../stock/post_movements.ts";
import { report } from "./report.ts";

export const row = record(
  "StockCardRow",
  "m",
  everybody({
    ...named({
      example: { reference_no: "STK-2026-000041", title: "Receipt RCP-2026-000007" },
      id: { says: "The movement's." },
      title: sql`concat_ws(' ', initcap(replace(m.kind, '_', ' ')), m.source_reference_no)`,
    }),
    movement_date: date("The business day it counts for.", { example: "2026-03-02" }),
    kind: word(movementKinds, "What moved it.", { example: "receipt" }),
    source_reference_no: text("The number of the document behind it.", {
      example: "RCP-2026-000007",
      nullable: true,
    }),
    warehouse_name: text("Where it happened.", { example: "Tejgaon", nullable: true }),
    reason: text("Why it moved.", { example: null, nullable: true }),
    quantity: quantity("Signed: in above zero, out below.", { example: 24 }),
    running_quantity: quantity("What lay in stock after it.", { example: 34, sql: "around" }),
    unit_cost: money("What one piece cost.", { example: 913.0512, seenBy: "costs.read" }),
    value: localMoney("Signed as the quantity.", { example: 21913.23, seenBy: "costs.read" }),
    running_value: localMoney("What the stock was worth after it.", {
      example: 31043.74,
      seenBy: "costs.read",
      sql: "around",
    }),
  }),
);

const sorts: Sorts = { movement_date: { by: sql`m.movement_date`, type: "date" } };

/**
 * Every movement of one product in the order of its dates, with quantity and value after each. That is
 * another order than the one they were posted in when something was entered late, so what runs here
 * need not be the movement's own `balance_after`. Beside it stands what there was before `from` and
 * after `to`. Source: docs/overview.md, "Stock card".
 *
 * @throws Refusal `not_found`
 */
export default report({
  name: "stock-card",
  summary: "The movements of one product with running quantity and value",
  may: "products.read",
  query: queryOf(listQuery.omit({ search: true }), { sorts, day: "movement_date" }).extend({
    product_id: field.id().describe("The product."),
  }),
  record: row,
  source: ({ product_id, from, to }, actor) => ({
    from: sql`stock_movements m`,
    id: sql`m.id`,
    sorts,
    defaultSort: "movement_date",
    where: [
      sql`m.product_id = ${product_id}`,
      from !== undefined && sql`m.movement_date >= ${from}::date`,
      to !== undefined && sql`m.movement_date <= ${to}::date`,
    ],
    around: (page) => withRunning(page, product_id, actor),
  }),
  said: {
    product: z.object({
      id: answer.id.describe("Its id."),
      sku: answer.text.describe("Its stock-keeping number."),
      name: answer.text.describe("What it is called."),
      unit: answer.text.describe("What it is counted in."),
    }).describe("The product that it is about."),
    opening_quantity: answer.number.describe("What was there before the first day."),
    closing_quantity: answer.number.describe("What was there on the evening of the last day."),
    opening_value: answer.number.optional()
      .describe("What that was worth, local currency. Shown with costs.read only."),
    closing_value: answer.number.optional()
      .describe("What that was worth, local currency. Shown with costs.read only."),
  },
  async beside(db, { product_id, from, to }, actor) {
    const [found] = await db.query<[Beside?]>(sql`
      select p.id, p.sku, p.name, p.unit,
        coalesce(sum(m.quantity) filter (where m.movement_date < ${from ?? "-infinity"}::date), 0)
          as opening_quantity,
        coalesce(sum(m.value) filter (where m.movement_date < ${from ?? "-infinity"}::date), 0)
          as opening_value,
        coalesce(sum(m.quantity), 0) as closing_quantity,
        coalesce(sum(m.value), 0) as closing_value
      from products p left join stock_movements m on m.product_id = p.id
        and m.movement_date <= ${to ?? "infinity"}::date
      where p.id = ${product_id} group by p.id`);
    if (!found) throw notFound("Product", product_id);
    const { opening_quantity, opening_value, closing_quantity, closing_value, ...product } = found;
    return {
      product,
      opening_quantity,
      closing_quantity,
      ...may(actor, "costs.read") && { opening_value, closing_value },
    };
  },
});

interface Beside {
  id: number;
  sku: string;
  name: string;
  unit: string;
  opening_quantity: Decimal;
  opening_value: Decimal;
  closing_quantity: Decimal;
  closing_value: Decimal;
}

/** What lies before the page's first day is added up at once; only its days are walked row by row. */
function withRunning(page: Sql, productId: number, actor: Actor): Sql {
  return sql`
    with page as (${page}),
    span as (select min(movement_date) as first, max(movement_date) as last from page),
    moved as (
      select null::date as movement_date, null::bigint as id, sum(m.quantity) as quantity,
        sum(m.value) as value
      from span, stock_movements m
      where m.product_id = ${productId} and m.movement_date < span.first
      union all
      select m.movement_date, m.id, m.quantity, m.value from span, stock_movements m
      where m.product_id = ${productId} and m.movement_date between span.first and span.last),
    running as (
      select id, sum(quantity) over so_far as running_quantity, sum(value) over so_far as running_value
      from moved window so_far as (order by movement_date nulls first, id nulls first))
    select page.*${row.around(actor)} from page join running on running.id = page.id`;
}
