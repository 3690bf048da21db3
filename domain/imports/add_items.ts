import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { checkUtilisation } from "./lc_drawings.ts";
import { rateMissing, refuseFaults } from "./exchange_rate.ts";
import { lockShipment } from "./lock_shipment.ts";
import type { addedItems, NewShipmentItem } from "./shipment_item.ts";
import { refuseUnknownClaims } from "./replaced_claims.ts";
import { insertItems, isPriced, itemFaults, namedProducts } from "./shipment_items.ts";
import { refuseClosed, refusePosted, touchShipment } from "./touch_shipment.ts";
import { drawIds } from "../records/numbering.ts";
import { valueShipment } from "./value_shipment.ts";

/**
 * Adds one item or several to a shipment, until its first receipt is posted; every cost is shared
 * afresh. Source: docs/imports.md, "Shipment"; docs/landed_cost.md, "Freezing".
 *
 * @returns the ids, in the order given
 * @throws Refusal `forbidden`, `not_found`, `shipment_already_posted`, `shipment_closed`,
 * `invalid_fields`, `exchange_rate_missing`, `allocation_basis_missing`, `lc_limit_exceeded`
 */
export async function addItems(
  tx: Tx,
  actor: Actor,
  shipmentId: number,
  input: z.output<typeof addedItems>,
): Promise<number[]> {
  allow(actor, "shipments.write");
  const shipment = await lockShipment(tx, shipmentId);
  refusePosted(shipment, "no items can be added");
  refuseClosed(shipment);
  const items = input.items ?? [single(input)];
  const products = await namedProducts(tx, items);
  refuseFaults(Object.assign(
    {},
    ...items.map((item, line) =>
      itemFaults(item, products, shipment, input.items ? `items.${line}.` : "")
    ),
  ));
  if (shipment.exchange_rate === null && items.some(isPriced)) {
    refuseFaults(rateMissing(shipment.currency), "exchange_rate_missing");
  }
  await refuseUnknownClaims(tx, items, (line) => input.items ? `items.${line}.` : "");
  const { exchange_rate } = shipment;
  const lines = items.map((item) => ({ shipment_id: shipmentId, exchange_rate, item }));
  const ids = (await drawIds(tx, { shipment_items: lines.length })).shipment_items;
  await insertItems(tx, actor, products, lines, ids);
  if (shipment.lc_tt_id !== null) await checkUtilisation(tx, [shipment.lc_tt_id]);
  await valueShipment(tx, shipment);
  await touchShipment(tx, actor, shipmentId);
  await audit(tx, actor, {
    action: "shipment.add_items",
    entity: "shipment",
    entityId: shipmentId,
    reference_no: shipment.reference_no,
    after: { items },
  });
  return ids;
}

/** The one item of a body without `items`; the schema has seen to what it needs. */
function single({ items: _items, ...item }: z.output<typeof addedItems>): NewShipmentItem {
  const { product_name, ordered_qty, serial_numbers = [] } = item;
  if (product_name === undefined || ordered_qty === undefined) {
    throw new Error("An item without name or quantity passed the schema");
  }
  return { ...item, product_name, ordered_qty, serial_numbers };
}
