import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, may } from "../access/access.ts";
import type { Reader } from "../records/kinds.ts";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { lookUp } from "../records/look_up.ts";
import { madeWithin, type Page, recordPage, recordQuery } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { withRows } from "../records/with_rows.ts";
import { type Product, product, type ProductDetail, productDetail } from "./product.ts";
import { readOne } from "../records/read_one.ts";

/** Come down to its own minimum; 0 sets none. */
export const isLow = sql`p.is_low`;

const sorts: Sorts = {
  name: { by: sql`lower(p.name)`, type: "text" },
  sku: { by: sql`p.sku`, type: "text" },
  stock_qty: { by: sql`p.stock_qty`, type: "numeric" },
  created_at: { by: sql`p.created_at`, type: "timestamptz" },
  stock_value: { by: sql`p.stock_value`, type: "numeric" },
};

export const listedProduct = withRows("ListedProduct", product, productDetail);
export const productQuery = queryOf(recordQuery, { sorts, day: "created_at" }).extend({
  include: listedProduct.include,
  active: field.flag().optional().describe("Still traded, or with false the others."),
  category: field.text(100).optional().describe("Of this category, in any case."),
  brand: field.text(100).optional().describe("Of this maker, in any case."),
  low_stock: field.flag().optional().describe("Come down to their own minimum, or not."),
  in_stock: field.flag().optional().describe("With pieces in stock, or without."),
});

/**
 * Products, newest first. `search` looks at SKU, name, brand, model and HS code; `low_stock` finds
 * what has come down to its own minimum. Sorting by value is for those who may see costs: an order
 * tells them too.
 */
export function listProducts(
  db: Db,
  actor: Actor,
  query: z.output<typeof productQuery>,
): Promise<Page<Product>> {
  const { stock_value: _, ...sortsOfAll } = sorts;
  return recordPage<Product>(db, query, {
    ...listedProduct.listed(actor, query.include),
    from: sql`products p`,
    id: sql`p.id`,
    sorts: may(actor, "costs.read") ? sorts : sortsOfAll,
    where: [
      query.active !== undefined && sql`p.active = ${query.active}`,
      query.category !== undefined && sql`lower(p.category) = lower(${query.category})`,
      query.brand !== undefined && sql`lower(p.brand) = lower(${query.brand})`,
      query.low_stock !== undefined && sql`${isLow} = ${query.low_stock}`,
      query.in_stock !== undefined && sql`(p.stock_qty > 0) = ${query.in_stock}`,
      madeWithin(sql`p.created_at`, query),
      lookUp(query.search, [sql`p.sku`, sql`p.name`, sql`p.brand`, sql`p.model`, sql`p.hs_code`]),
    ],
  });
}

/** @throws Refusal `not_found` */
export async function findProduct(db: Db, reader: Reader, id: number): Promise<Product> {
  return await readOne<Product>(
    db,
    sql`select ${product.columns(reader)} from products p where p.id = ${id}`,
    "Product",
    id,
  );
}

/** Products in the order of the ids given. */
export async function findProductsById(db: Db, reader: Reader, ids: number[]): Promise<Product[]> {
  return await db.query<Product[]>(sql`
    select ${
    product.columns(reader)
  } from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
    join products p on p.id = wanted.id order by place`);
}

/**
 * A product with its newest 100 movements, in one statement so that they belong together.
 * @throws Refusal `not_found`
 */
export async function findProductDetail(
  db: Db,
  reader: Reader,
  id: number,
): Promise<ProductDetail> {
  return await readOne<ProductDetail>(
    db,
    sql`select ${productDetail.columns(reader)} from products p where p.id = ${id}`,
    "Product",
    id,
  );
}
