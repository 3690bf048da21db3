import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { auditAll } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { Decimal, roundHalfUp } from "../money/decimal.ts";
import { conflict, type Refusal } from "../errors.ts";
import { nextSku } from "../records/numbering.ts";
import { openEntries, postEntries } from "../journal/post_entry.ts";
import { judgeOpeningDays } from "../journal/period.ts";
import { refuseLargeMoves } from "../settings/limits.ts";
import { openingEntries } from "../stock/opening_entries.ts";
import { lockProducts, postMovements } from "../stock/post_movements.ts";
import { findProductsById } from "./find_products.ts";
import { seeingAll } from "../records/kinds.ts";
import { type Product, product } from "./product.ts";

type NewProduct = z.output<typeof product.entry>;

/**
 * Enters a product. Without a SKU it gets the next `SKU-000001` that is free. `opening_stock` comes in
 * as a movement of its own, at the purchase price (0 where there is none), half up at 2 decimals, dated
 * `opening_stock_date`.
 * Source: docs/records.md, "Product".
 *
 * @throws Refusal `forbidden`, `forbidden_fields` (prices), `beyond_limit`, `duplicate_sku`
 */
export async function createProduct(tx: Tx, actor: Actor, input: NewProduct): Promise<Product> {
  return (await createProducts(tx, actor, [input]))[0];
}

/** The same for hundreds at a time, in the same few statements. Answers them in the order given. */
export async function createProducts(
  tx: Tx,
  actor: Actor,
  inputs: NewProduct[],
): Promise<Product[]> {
  allow(actor, "products.write");
  for (const input of inputs) product.allowEntry(actor, input);
  await refuseLargeMoves(
    tx,
    actor,
    inputs.flatMap(({ opening_stock, selling_price }) =>
      opening_stock ? [{ quantity: opening_stock, selling_price }] : []
    ),
  );
  const ids = await insertProducts(tx, actor, inputs);
  await postOpenings(tx, actor, ids, inputs);
  const products = await findProductsById(tx, seeingAll(actor), ids);
  const entries = products.map((made) => ({
    action: "product.create",
    entity: "product",
    entityId: made.id,
    reference_no: made.reference_no,
    after: made,
  }));
  await auditAll(tx, actor, entries);
  return products.map((made) => product.shownTo(actor, made));
}

/** A SKU that someone else is just entering is waited for, and never breaks the transaction. */
async function insertProducts(tx: Tx, actor: Actor, inputs: NewProduct[]): Promise<number[]> {
  const ids: number[] = Array(inputs.length);
  let pending = [...inputs.keys()];
  while (pending.length > 0) {
    const skus = new Map<number, string>();
    for (const at of pending) skus.set(at, inputs[at].sku ?? await nextSku(tx));
    const rows = pending.map((at) => ({
      ...inputs[at],
      sku: skus.get(at),
      // the opening movement is part of the first version
      version: inputs[at].opening_stock?.gt("0") ? 0 : 1,
    }));
    const made = new Map(
      (await insertRows(tx, actor, rows)).map(({ sku, id }) => [sku, id]),
    );
    for (const at of pending) {
      const id = made.get(skus.get(at)!);
      made.delete(skus.get(at)!); // the second of two with one SKU is refused
      if (id === undefined && inputs[at].sku !== undefined) throw skuTaken(inputs[at].sku);
      if (id !== undefined) ids[at] = id;
    }
    pending = pending.filter((at) => ids[at] === undefined);
  }
  return ids;
}

function insertRows(tx: Tx, actor: Actor, rows: object[]) {
  return tx.query<{ id: number; sku: string }[]>(sql`
    insert into products (${product.stored}, created_at, updated_at, created_by, version)
    select ${product.stored}, ${actor.now}, ${actor.now}, ${actor.userId}, version
    from rows from (${product.rows(rows, { version: "integer" })}) with ordinality
    order by ordinality
    on conflict (sku) do nothing
    returning id, sku`);
}

export function skuTaken(sku: string): Refusal {
  return conflict("duplicate_sku", `another product already has the SKU ${sku}.`, { sku });
}

async function postOpenings(
  tx: Tx,
  actor: Actor,
  ids: number[],
  inputs: NewProduct[],
): Promise<void> {
  const openings = ids.flatMap((product_id, at) => {
    const { opening_stock: quantity, purchase_price = new Decimal("0") } = inputs[at];
    const movement_date = inputs[at].opening_stock_date ?? actor.today;
    return quantity?.gt("0")
      ? [{ product_id, quantity, unit_cost: purchase_price, movement_date }]
      : [];
  });
  if (openings.length === 0) return;
  const products = await lockProducts(tx, openings.map(({ product_id }) => product_id));
  const openedOn = inputs.flatMap((input) =>
    input.opening_stock?.gt("0") ? [input.opening_stock_date] : []
  );
  await judgeOpeningDays(tx, actor, openedOn, "opening_stock_date");
  const entries = await openEntries(tx, openings.length);
  const movements = openings.map((opening) => ({
    ...opening,
    kind: "opening" as const,
    value: roundHalfUp(opening.quantity.times(opening.unit_cost), 2),
    reason: "Opening stock",
  }));
  const posted = await postMovements(tx, actor, products, movements, entries);
  await postEntries(tx, actor, openingEntries(movements, posted, entries));
}
