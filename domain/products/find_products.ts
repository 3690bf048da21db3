import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, may } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import { instantText } from "../db/instant.ts";
import { notFound } from "../errors.ts";
import * as field from "../records/fields.ts";
import { listPage, listQuery, madeWithin, matches, type Page } from "../records/paging.ts";
import { movementColumns, movementTables } from "../stock/movement.ts";
import type { Product, ProductDetail } from "./product.ts";

// The cast gives the division 24 decimals, so that the average is rounded once, not twice.
export const columns = sql`p.id, p.sku as reference_no, p.name || ' (' || p.sku || ')' as title,
  p.sku, p.name, p.brand, p.model, p.category, p.unit, p.purchase_price, p.selling_price,
  p.min_stock, p.warranty_months, p.is_serialized, p.hs_code, p.country_of_origin, p.weight_kg,
  p.volume_cbm, p.description, p.active, p.stock_qty,
  case when p.stock_qty > 0 then round(p.stock_value / p.stock_qty::numeric(38,24), 4) else 0 end
    as average_cost,
  p.stock_value, p.created_at, p.updated_at, p.created_by, p.version`;

/** Whether stock has come down to the product's own minimum; a minimum of 0 is none. */
export const isLow = sql`(p.min_stock > 0 and p.stock_qty <= p.min_stock)`;

export const productQuery = listQuery.extend({
  active: field.flag().optional(),
  category: field.text(100).optional(),
  brand: field.text(100).optional(),
  low_stock: field.flag().optional(),
  in_stock: field.flag().optional(),
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
  return listPage<Product>(db, query, {
    columns,
    from: sql`products p`,
    id: sql`p.id`,
    sorts: {
      name: { by: sql`lower(p.name)`, type: "text" },
      sku: { by: sql`p.sku`, type: "text" },
      stock_qty: { by: sql`p.stock_qty`, type: "numeric" },
      created_at: { by: sql`p.created_at`, type: "timestamptz" },
      ...may(actor, "costs.read") && { stock_value: { by: sql`p.stock_value`, type: "numeric" } },
    },
    where: [
      query.active !== undefined && sql`p.active = ${query.active}`,
      query.category !== undefined && sql`lower(p.category) = lower(${query.category})`,
      query.brand !== undefined && sql`lower(p.brand) = lower(${query.brand})`,
      query.low_stock !== undefined && sql`${isLow} = ${query.low_stock}`,
      query.in_stock !== undefined && sql`(p.stock_qty > 0) = ${query.in_stock}`,
      madeWithin(sql`p.created_at`, query),
      matches(query.search, [sql`p.sku`, sql`p.name`, sql`p.brand`, sql`p.model`, sql`p.hs_code`]),
    ],
  });
}

/** @throws Refusal `not_found` */
export async function findProduct(db: Db, id: number): Promise<Product> {
  const [product] = await db.query<[Product?]>(
    sql`select ${columns} from products p where p.id = ${id}`,
  );
  if (!product) throw notFound("Product", id);
  return product;
}

/** Products in the order of the ids given. */
export async function findProductsById(db: Db, ids: number[]): Promise<Product[]> {
  return await db.query<Product[]>(sql`
    select ${columns} from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
    join products p on p.id = wanted.id order by place`);
}

/**
 * A product with its newest 100 movements, in one statement so that they belong together.
 * @throws Refusal `not_found`
 */
export async function findProductDetail(db: Db, id: number): Promise<ProductDetail> {
  const [product] = await db.query<[ProductDetail?]>(sql`
    select ${columns},
      (select coalesce(json_agg(row_to_json(r) order by r.id desc), '[]'::json) from (
        select ${movementColumns(instantText(sql`m.created_at`))} from ${movementTables}
        where m.product_id = p.id order by m.id desc limit 100) r) as stock_movements,
      exists (select from stock_movements m where m.product_id = p.id offset 100)
        as stock_movements_has_more
    from products p where p.id = ${id}`);
  if (!product) throw notFound("Product", id);
  return product;
}
