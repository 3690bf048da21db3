import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow, allowFields } from "../access.ts";
import { audit } from "../audit.ts";
import type { Tx } from "../db/connect.ts";
import { Decimal, roundHalfUp } from "../decimal.ts";
import { conflict, type Refusal } from "../errors.ts";
import { nextSku } from "../numbering.ts";
import { lockProducts, postMovements } from "../stock/post_movements.ts";
import { findProduct } from "./find_products.ts";
import { type newProduct, priceFields, type Product } from "./product.ts";

type NewProduct = z.output<typeof newProduct>;

/**
 * Enters a product. Without a SKU it gets the next `SKU-000001` that is free. `opening_stock` comes in
 * as a movement of its own, at the purchase price (0 where there is none), half up at 2 decimals.
 * Source: decisions, section 3, "Product", and section 6, "Money".
 *
 * @throws Refusal `forbidden`, `forbidden_fields` (prices), `duplicate_sku`
 */
export async function createProduct(tx: Tx, actor: Actor, input: NewProduct): Promise<Product> {
  allow(actor, "products.write");
  allowFields(actor, "products.set_prices", input, priceFields);
  const id = await insertProduct(tx, actor, input);
  if (input.opening_stock?.gt("0")) await postOpening(tx, actor, id, input);
  const product = await findProduct(tx, id);
  await audit(tx, actor, {
    action: "product.create",
    entity: "product",
    entityId: id,
    reference_no: product.reference_no,
    after: product,
  });
  return product;
}

/** A SKU that someone else is just entering is waited for, and never breaks the transaction. */
async function insertProduct(tx: Tx, actor: Actor, input: NewProduct): Promise<number> {
  // the opening movement is part of the first version
  const version = input.opening_stock?.gt("0") ? 0 : 1;
  for (;;) {
    const sku = input.sku ?? await nextSku(tx);
    const [row] = await tx.query<[{ id: number }?]>(sql`
      insert into products (sku, name, brand, model, category, unit, purchase_price, selling_price,
        min_stock, warranty_months, is_serialized, hs_code, country_of_origin, weight_kg, volume_cbm,
        description, active, created_at, updated_at, created_by, version)
      values (${sku}, ${input.name}, ${input.brand}, ${input.model}, ${input.category}, ${input.unit},
        ${input.purchase_price}, ${input.selling_price}, ${input.min_stock},
        ${input.warranty_months}, ${input.is_serialized}, ${input.hs_code},
        ${input.country_of_origin}, ${input.weight_kg}, ${input.volume_cbm}, ${input.description},
        ${input.active}, ${actor.now}, ${actor.now}, ${actor.userId}, ${version})
      on conflict (sku) do nothing
      returning id`);
    if (row) return row.id;
    if (input.sku !== undefined) throw skuTaken(sku);
  }
}

export function skuTaken(sku: string): Refusal {
  return conflict("duplicate_sku", `another product already has the SKU ${sku}.`, { sku });
}

async function postOpening(tx: Tx, actor: Actor, id: number, input: NewProduct): Promise<void> {
  const quantity = input.opening_stock!;
  const unit_cost = input.purchase_price ?? new Decimal("0");
  await postMovements(tx, actor, await lockProducts(tx, [id]), [{
    product_id: id,
    kind: "opening",
    quantity,
    unit_cost,
    value: roundHalfUp(quantity.times(unit_cost), 2),
    movement_date: actor.today,
    reason: "Opening stock",
  }]);
}
