import sql from "sql-template-tag";
import type { Actor } from "../../access/access.ts";
import { moveTogether } from "../../audit/move_status.ts";
import type { Tx } from "../../db/connect.ts";
import { moveShipment } from "../change_shipment_status.ts";
import type { LockedShipment } from "../lock_shipment.ts";
import { notReceived, type ShipmentStatus } from "../shipment_words.ts";
import type { LockedReceipt } from "./lock_receipt.ts";

/**
 * The receipt is posted, and with it its shipment is frozen, once, and received where that was all of it;
 * what is received, closed or cancelled already is left alone.
 */
export async function movePosted(
  tx: Tx,
  actor: Actor,
  receipt: LockedReceipt,
  shipment: LockedShipment,
  { input, posting_date, complete }: {
    input: { note?: string };
    posting_date: string;
    complete: boolean;
  },
): Promise<void> {
  const received = complete && notReceived.includes(shipment.status);
  const first = shipment.frozen_at === null;
  await moveTogether(tx, actor, [{
    entity: "receipt",
    documents: [receipt],
    step: {
      to: "posted",
      action: "receipt.post",
      note: input.note,
      set:
        sql`posted_at = ${actor.now}, posted_by = ${actor.userId}, posting_date = ${posting_date}`,
      after: input,
    },
  }, {
    entity: "shipment",
    documents: received ? [shipment] : [],
    step: {
      to: "received",
      action: "shipment.change_status",
      note: "Everything shipped is accounted for.",
      set: first ? sql`frozen_at = ${actor.now}` : undefined,
    },
  }]);
  if (first && !received) {
    await tx.later(tx.query(sql`
      update shipments set frozen_at = ${actor.now}, updated_at = ${actor.now}, version = version + 1
      where id = ${shipment.id}`));
  }
  if (first) shipment.frozen_at = actor.now;
  if (received) shipment.status = "received";
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
