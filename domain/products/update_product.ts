import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { assignments } from "../db/assignments.ts";
import { brokenConstraint, type Tx } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { skuTaken } from "./create_product.ts";
import { findProduct } from "./find_products.ts";
import { seeingAll } from "../records/kinds.ts";
import { type Product, product } from "./product.ts";

/**
 * Changes what is sent of a product; null clears a field. Stock only moves by movements.
 * @throws Refusal `forbidden`, `forbidden_fields` (prices), `not_found`, `duplicate_sku`
 */
export async function updateProduct(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: z.output<typeof product.changes>,
): Promise<Product> {
  allow(actor, "products.write");
  product.allowEntry(actor, changes);
  const [before] = await tx.query<[Product?]>(
    sql`select ${product.columns(seeingAll(actor))} from products p where p.id = ${id} for update`,
  );
  if (!before) throw notFound("Product", id);
  const set = assignments(before, changes, product.whenCleared);
  if (!set) return product.shownTo(actor, before);
  try {
    await tx.query(sql`
      update products p set ${set.sql}, updated_at = ${actor.now}, version = p.version + 1
      where p.id = ${id}`);
  } catch (error) {
    if (brokenConstraint(error) === "duplicate_sku") throw skuTaken(changes.sku!);
    throw error;
  }
  const after = await findProduct(tx, actor, id);
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
