import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { assignments } from "../db/assignments.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, invalid, notFound } from "../errors.ts";
import { anybody } from "../records/kinds.ts";
import * as field from "../records/fields.ts";
import { recordChange } from "../records/history.ts";
import { rateMissing, refuseFaults } from "./exchange_rate.ts";
import { checkUtilisation } from "./lc_drawings.ts";
import { type LockedShipment, lockShipment } from "./lock_shipment.ts";
import { pending } from "./receipts/receipt_words.ts";
import { refuseUnknownClaims } from "./replaced_claims.ts";
import { checkItem, shipmentItem } from "./shipment_item.ts";
import { isPriced, itemFaults, namedProducts } from "./shipment_items.ts";
import { refuseClosed, refusePosted, touchShipment } from "./touch_shipment.ts";
import { valueShipment } from "./value_shipment.ts";

export const itemChanges = shipmentItem.changes.extend({
  ordered_qty: field.quantity().optional()
    .describe("How many were ordered; 0 takes the item out of the shipment."),
}).superRefine((item, context) => {
  // null clears: what becomes of it is judged with the rest of the item
  const sent = Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
  if (!item.ordered_qty?.eq("0")) checkItem(sent, context);
});

const stored = shipmentItem.part([
  "id",
  ...Object.keys(shipmentItem.changes.shape) as (keyof typeof shipmentItem.changes.shape)[],
]);
type Item = z.output<typeof stored.schema>;

/**
 * Corrects an item of a shipment, or takes it out with an ordered quantity of 0, until a receipt names it;
 * every cost is shared afresh. A shipped quantity that was the ordered one follows it. The product of an item
 * that has none may be named later too. Each change is a row of the shipment's history.
 * Source: docs/imports.md, "Shipment".
 *
 * @throws Refusal `forbidden`, `not_found`, `shipment_closed`, `shipment_already_posted`, `item_in_use`,
 * `invalid_fields`, `exchange_rate_missing`, `allocation_basis_missing`, `lc_limit_exceeded`
 */
export async function changeItem(
  tx: Tx,
  actor: Actor,
  shipmentId: number,
  itemId: number,
  changes: z.output<typeof itemChanges>,
): Promise<void> {
  allow(actor, "shipments.write");
  const shipment = await lockShipment(tx, shipmentId);
  refuseClosed(shipment);
  const [before] = await tx.query<[Item?]>(sql`
    select ${stored.columns(anybody)} from shipment_items i
    where i.id = ${itemId} and i.shipment_id = ${shipmentId}`);
  if (!before) throw notFound("Item", itemId);
  // naming the product of an item that has none lets receipts be posted, and changes nothing they say
  const names = before.product_id === null && Object.keys(changes).join() === "product_id";
  if (names) await refuseOtherProduct(tx, before, changes.product_id ?? null);
  else {
    refusePosted(shipment, "its items stand");
    await refuseInUse(tx, before, changes.ordered_qty?.eq("0") ?? false);
  }
  const set = changes.ordered_qty?.eq("0")
    ? await remove(tx, before)
    : await update(tx, shipment, before, changes);
  if (!set) return;
  for (const [name, value] of Object.entries(set.after)) {
    await recordChange(tx, actor, "shipment", shipmentId, {
      field: `item ${itemId} ${name}`,
      from: asText(set.before[name]),
      to: asText(value),
    });
  }
  if (shipment.lc_tt_id !== null && !names) await checkUtilisation(tx, [shipment.lc_tt_id]);
  await valueShipment(tx, shipment);
  await touchShipment(tx, actor, shipmentId);
  await audit(tx, actor, {
    action: "shipment.change_item",
    entity: "shipment",
    entityId: shipmentId,
    reference_no: shipment.reference_no,
    before: set.before,
    after: { item_id: itemId, ...set.after },
  });
}

type Set = Pick<NonNullable<ReturnType<typeof assignments>>, "before" | "after">;

async function remove(tx: Tx, before: Item): Promise<Set> {
  await tx.query(sql`delete from shipment_cost_shares where shipment_item_id = ${before.id}`);
  await tx.query(sql`delete from shipment_items where id = ${before.id}`);
  const { product_name, ordered_qty } = before;
  return { before: { product_name, ordered_qty }, after: { product_name: null, ordered_qty: "0" } };
}

async function update(
  tx: Tx,
  shipment: LockedShipment,
  before: Item,
  changes: z.output<typeof itemChanges>,
): Promise<Set | undefined> {
  const follows = changes.ordered_qty && changes.shipped_qty === undefined &&
    before.shipped_qty.eq(before.ordered_qty);
  const wanted = { ...changes, ...follows && { shipped_qty: changes.ordered_qty } };
  const sent = { ...before, ...wanted };
  const item = shipmentItem.entry.superRefine(checkItem).safeParse(textOf(sent));
  if (!item.success) {
    throw invalid(Object.fromEntries(
      item.error.issues.map(({ path, message }) => [path.join("."), message]),
    ));
  }
  const products = await namedProducts(tx, [item.data]);
  refuseFaults(itemFaults(item.data, products, shipment));
  await refuseUnknownClaims(tx, [{ discrepancy_id: wanted.discrepancy_id }]);
  if (shipment.exchange_rate === null && isPriced(item.data)) {
    refuseFaults(rateMissing(shipment.currency), "exchange_rate_missing");
  }
  // a SKU that exists links the product, as on entry
  const linked = changes.sku && changes.product_id === undefined
    ? { product_id: products.bySku.get(changes.sku)?.id ?? null }
    : {};
  const product = changes.product_id ? products.byId.get(changes.product_id) : undefined;
  const called = product && before.sku === null && changes.sku === undefined
    ? { sku: product.sku }
    : {};
  const set = assignments(
    { ...before },
    { ...wanted, ...linked, ...called },
    shipmentItem.whenCleared,
  );
  if (!set) return undefined;
  await tx.query(sql`update shipment_items set ${set.sql} where id = ${before.id}`);
  return set;
}

/** As a request would send it, so that the entry's own schema judges the item as it becomes. */
function textOf(item: object): object {
  const { id: _id, ...fields } = item as Record<string, unknown>;
  return JSON.parse(
    JSON.stringify(fields),
    (_name, value) =>
      value === null ? undefined : typeof value === "number" ? String(value) : value,
  );
}

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** @throws Refusal `item_in_use` where a receipt that counts has its pieces as another product */
async function refuseOtherProduct(tx: Tx, item: Item, product: number | null): Promise<void> {
  const receipts = await tx.query<{ reference_no: string }[]>(sql`
    select distinct r.reference_no from receipt_items line join receipts r on r.id = line.receipt_id
    where line.shipment_item_id = ${item.id} and line.product_id <> ${product}::bigint
      and r.status not in ('cancelled', 'reversed')
    order by r.reference_no`);
  if (receipts.length === 0) return;
  const by = receipts.map(({ reference_no }) => reference_no);
  throw conflict("item_in_use", `${item.product_name} is another product in ${by.join(", ")}.`, {
    receipts: by,
  });
}

/** @throws Refusal `item_in_use` naming what refers to it */
async function refuseInUse(tx: Tx, { id, product_name }: Item, gone: boolean): Promise<void> {
  const [uses] = await tx.query<[{ receipts: string[]; claims: string[]; costs: number[] }]>(sql`
    select array(select distinct r.reference_no from receipt_items line
        join receipts r on r.id = line.receipt_id
        where line.shipment_item_id = ${id} and (${gone} or r.status = any(${pending}::text[]))
        order by 1) as receipts,
      array(select reference_no from discrepancies where ${gone} and shipment_item_id = ${id}
        order by id) as claims,
      array(select c.id from shipment_costs c, jsonb_to_recordset(c.manual_allocations)
          as given (shipment_item_id bigint)
        where ${gone} and given.shipment_item_id = ${id} order by c.id) as costs`);
  const by = [...uses.receipts, ...uses.claims, ...uses.costs.map((cost) => `cost ${cost}`)];
  if (by.length === 0) return;
  throw conflict("item_in_use", `${product_name} is named by ${by.join(", ")}.`, uses);
}
