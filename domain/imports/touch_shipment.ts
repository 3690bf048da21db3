import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { conflict } from "../errors.ts";
import type { LockedShipment } from "./lock_shipment.ts";

/** @throws Refusal `shipment_closed` when the shipment is closed or cancelled */
export function refuseClosed({ status, reference_no }: LockedShipment): void {
  if (status !== "closed" && status !== "cancelled") return;
  throw conflict("shipment_closed", `shipment ${reference_no} is ${status}.`);
}

/** @throws Refusal `shipment_already_posted` when a receipt of the shipment was posted */
export function refusePosted({ frozen_at, reference_no }: LockedShipment, what: string): void {
  if (frozen_at === null) return;
  throw conflict(
    "shipment_already_posted",
    `a receipt of shipment ${reference_no} is posted: ${what}.`,
  );
}

/** Counts a change of what hangs on a shipment as a change of the shipment. */
export async function touchShipment(tx: Tx, actor: Actor, id: number): Promise<void> {
  await tx.query(sql`
    update shipments set updated_at = ${actor.now}, version = version + 1 where id = ${id}`);
}
