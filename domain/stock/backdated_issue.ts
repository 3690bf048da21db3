import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import { type Decimal, decimal } from "../money/decimal.ts";
import { conflict } from "../errors.ts";
import type { Movement, StockedProduct } from "./post_movements.ts";

interface Short {
  product_id: number;
  day: string;
  /** what would lie there on the evening of that day, below zero */
  left: Decimal;
  wanted: Decimal;
}

/**
 * Refuses an issue dated so that on its day, or on any later one, less than nothing would lie in stock:
 * goods are not sold before they came. Looks only where the product moved after the day of the issue.
 * Source: docs/books.md, "Stock".
 *
 * @throws Refusal `insufficient_stock` with the first such day
 */
export async function refuseBackdatedIssue(
  tx: Tx,
  products: Map<number, StockedProduct>,
  movements: Movement[],
): Promise<void> {
  const backdated = new Set(movements.flatMap(({ product_id, quantity, movement_date }) => {
    const { last_moved_on } = products.get(product_id)!;
    const late = quantity.lt("0") && last_moved_on !== null && movement_date < last_moved_on;
    return late ? [product_id] : [];
  }));
  if (backdated.size === 0) return;
  const asked = movements.filter(({ product_id }) => backdated.has(product_id))
    .map(({ product_id, movement_date, quantity }) => ({ product_id, movement_date, quantity }));
  const [short] = await tx.query<[Short?]>(sql`
    with asked as (
      select product_id, movement_date, quantity from jsonb_to_recordset(${
    JSON.stringify(asked)
  }::jsonb)
        as a (product_id bigint, movement_date date, quantity numeric)),
    moved as (
      select product_id, movement_date, quantity from stock_movements
      where product_id = any(${[...backdated]}::bigint[])
      union all select product_id, movement_date, quantity from asked),
    day as (
      select product_id, movement_date, sum(sum(quantity)) over (
        partition by product_id order by movement_date) as qty
      from moved group by product_id, movement_date),
    issued as (
      select product_id, min(movement_date) as first, -sum(quantity) as wanted
      from asked where quantity < 0 group by product_id)
    select day.product_id, day.movement_date as day, day.qty as left, issued.wanted
    from day join issued using (product_id)
    where day.qty < 0 and day.movement_date >= issued.first
    order by day.movement_date, day.product_id limit 1`);
  if (!short) return;
  const { name, sku } = products.get(short.product_id)!;
  const there = short.wanted.plus(short.left);
  const available = there.gt("0") ? there : decimal("0");
  throw conflict(
    "insufficient_stock",
    `on ${short.day} there are ${available} of ${name} (${sku}) in stock, ${short.wanted} are wanted.`,
    {
      product_id: short.product_id,
      sku,
      product_name: name,
      wanted: short.wanted,
      available,
      day: short.day,
    },
  );
}
