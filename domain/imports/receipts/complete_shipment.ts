import sql from "sql-template-tag";
import type { Actor } from "../../access/access.ts";
import type { Tx } from "../../db/connect.ts";
import { markReceived, moveShipment } from "../change_shipment_status.ts";
import type { LockedShipment } from "../lock_shipment.ts";
import type { ShipmentStatus } from "../shipment_words.ts";

/** Moves the shipment to `received` when a posting has accounted for everything shipped. */
export async function completeShipment(
  tx: Tx,
  actor: Actor,
  shipment: LockedShipment,
): Promise<void> {
  if (await allAccountedFor(tx, shipment)) await markReceived(tx, actor, shipment);
}

/**
 * Takes back the move to `received` that a posting made by itself, now that pieces are missing again.
 * A status that somebody chose stays as it is: only a move of the same instant as a posting counts.
 */
export async function reopenShipment(
  tx: Tx,
  actor: Actor,
  shipment: LockedShipment,
  note: string,
): Promise<void> {
  if (shipment.status !== "received" || await allAccountedFor(tx, shipment)) return;
  const [last] = await tx.query<[{ from: ShipmentStatus; by_itself: boolean }?]>(sql`
    select h.from_value as "from", exists (select from receipts r
      where r.shipment_id = ${shipment.id} and r.posted_at = h.recorded_at) as by_itself
    from history h
    where h.entity = 'shipment' and h.entity_id = ${shipment.id} and h.field = 'status'
    order by h.id desc limit 1`);
  if (!last?.by_itself) return;
  await moveShipment(tx, actor, shipment, last.from, { note });
}

async function allAccountedFor(tx: Tx, shipment: LockedShipment): Promise<boolean> {
  const [{ complete }] = await tx.query<[{ complete: boolean }]>(sql`
    select not exists (select from shipment_items
      where shipment_id = ${shipment.id} and accounted_qty < shipped_qty) as complete`);
  return complete;
}
