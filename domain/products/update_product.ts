import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow, allowFields } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { assignments } from "../db/assignments.ts";
import { brokenConstraint, type Tx } from "../db/connect.ts";
import { Decimal } from "../money/decimal.ts";
import { notFound } from "../errors.ts";
import { changesOf } from "../records/input.ts";
import { skuTaken } from "./create_product.ts";
import { columns, findProduct } from "./find_products.ts";
import { newProduct, priceFields, type Product, sku } from "./product.ts";

/** Opening stock is a movement once made. A SKU may be changed, never cleared. */
export const productChanges = changesOf(newProduct.omit({ opening_stock: true }))
  .extend({ sku: sku().optional() });

const whenCleared = {
  unit: "pcs",
  min_stock: new Decimal("0"),
  warranty_months: 0,
  is_serialized: false,
  active: true,
};

/**
 * Changes what is sent of a product; null clears a field. Stock only moves by movements.
 * @throws Refusal `forbidden`, `forbidden_fields` (prices), `not_found`, `duplicate_sku`
 */
export async function updateProduct(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: z.output<typeof productChanges>,
): Promise<Product> {
  allow(actor, "products.write");
  allowFields(actor, "products.set_prices", changes, priceFields);
  const [before] = await tx.query<[Product?]>(
    sql`select ${columns} from products p where p.id = ${id} for update`,
  );
  if (!before) throw notFound("Product", id);
  const set = assignments(before, changes, whenCleared);
  if (!set) return before;
  try {
    await tx.query(sql`
      update products p set ${set.sql}, updated_at = ${actor.now}, version = p.version + 1
      where p.id = ${id}`);
  } catch (error) {
    if (brokenConstraint(error) === "duplicate_sku") throw skuTaken(changes.sku!);
    throw error;
  }
  const after = await findProduct(tx, id);
  await audit(tx, actor, {
    action: "product.update",
    entity: "product",
    entityId: id,
    reference_no: after.reference_no,
    before: set.before,
    after: set.after,
  });
  return after;
}
