import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { lockProducts, type StockedProduct } from "../stock/post_movements.ts";
import type { NewLine } from "./invoice_line.ts";

/**
 * Locks the products of an invoice's lines.
 * @throws Refusal `invalid_fields` on every line that names no product
 */
export async function lockLineProducts(
  tx: Tx,
  items: NewLine[],
): Promise<Map<number, StockedProduct>> {
  const ids = items.flatMap(({ product_id }) => product_id ?? []);
  if (ids.length === 0) return new Map();
  const found = await tx.query<{ id: number }[]>(
    sql`select id from products where id = any(${ids}::bigint[])`,
  );
  const known = new Set(found.map(({ id }) => id));
  const unknown = items.flatMap(({ product_id }, i) =>
    product_id === undefined || known.has(product_id) ? [] : [`items.${i}.product_id`]
  );
  if (unknown.length > 0) {
    throw invalid(Object.fromEntries(unknown.map((field) => [field, "names no product"])));
  }
  return await lockProducts(tx, ids);
}
