import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { conflict } from "../errors.ts";
import type { LockedShipment } from "./lock_shipment.ts";
import { ended } from "./shipment_words.ts";

/** @throws Refusal `shipment_closed` when the shipment is closed or cancelled */
export function refuseClosed({ status, reference_no }: LockedShipment): void {
  if (!ended.includes(status)) return;
  throw conflict("shipment_closed", `shipment ${reference_no} is ${status}.`);
}

/**
 * A closed shipment still takes late bills, once goods of it have come; a cancelled one takes none.
 * @throws Refusal `shipment_closed`
 */
export function refuseWithoutCosts({ status, reference_no, frozen_at }: LockedShipment): void {
  if (!ended.includes(status) || status === "closed" && frozen_at !== null) return;
  throw conflict(
    "shipment_closed",
    status === "cancelled"
      ? `shipment ${reference_no} is cancelled: reopen it to book a cost, or book it as an expense.`
      : `nothing of shipment ${reference_no} came before it was closed: reopen it to book a cost.`,
  );
}

/** @throws Refusal `shipment_already_posted` when a receipt of the shipment was posted */
export function refusePosted({ frozen_at, reference_no }: LockedShipment, what: string): void {
  if (frozen_at === null) return;
  throw conflict(
    "shipment_already_posted",
    `a receipt of shipment ${reference_no} is posted: ${what}.`,
  );
}

/**
 * Raises the version of a shipment when its items, costs or receipts have changed, although its own
 * row has not: whoever changes the shipment by an older version (If-Match) is refused, and phones
 * fetch it anew.
 */
export async function touchShipment(tx: Tx, actor: Actor, id: number): Promise<void> {
  await tx.later(tx.query(sql`
    update shipments set updated_at = ${actor.now}, version = version + 1 where id = ${id}`));
}
