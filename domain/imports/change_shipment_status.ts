import sql from "sql-template-tag";
import { z } from "zod";
import { unresolved } from "../claims/discrepancy_words.ts";
import { type Actor, allow } from "../access/access.ts";
import { moveStatus } from "../audit/move_status.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, invalid } from "../errors.ts";
import * as field from "../records/fields.ts";
import { isFinal, judgeMove } from "../records/lifecycle.ts";
import { checkUtilisation } from "./lc_drawings.ts";
import { type LockedShipment, lockShipment } from "./lock_shipment.ts";
import { pending } from "./receipts/receipt_words.ts";
import { settleShipment } from "./settle_shipment.ts";
import { type ShipmentStatus, shipmentStatuses } from "./shipment_words.ts";

export const shipmentMove = z.object({
  status: field.oneOf(shipmentStatuses, { canceled: "cancelled" }).describe("Where it is now."),
  note: field.text(2000).optional().describe("Stands in the history; needed for a step back."),
  expected_status: field.oneOf(shipmentStatuses).optional()
    .describe("The status that was last seen: refused when it is another one by now."),
  date: field.date().optional()
    .describe("The day for which its end, or its reopening, counts in the books. Left out: today."),
  /** when it happened, where that is not now: the phone was offline */
  occurred_at: field.instant().optional(),
});

/**
 * Moves a shipment along its ladder of statuses: forward to any later one, back as a correction with a
 * note. It is not cancelled while a receipt is posted, nor closed while a receipt waits or a claim is
 * open. What it leaves in the books when it ends is cleared. The status it already has changes nothing.
 * Source: docs/records.md, "Status changes"; docs/imports.md, "Shipment".
 *
 * @throws Refusal `forbidden`, `not_found`, `status_changed`, `invalid_transition` with `allowed`,
 * `shipment_has_open_work`, `lc_limit_exceeded` on reopening, `invalid_fields` on `note` or `date`, and as `judgeLaterDay`
 */
export async function changeShipmentStatus(
  tx: Tx,
  actor: Actor,
  id: number,
  { status: to, note, expected_status, date, occurred_at }: z.output<typeof shipmentMove>,
): Promise<void> {
  allow(actor, "shipments.status");
  const shipment = await lockShipment(tx, id);
  const work = await workOn(tx, id);
  const lifecycle = { ladder: shipmentStatuses, cancellable: () => work.posted === 0 };
  if (!judgeMove(lifecycle, actor, { from: shipment.status, to, note, expected_status })) return;
  refuseOpenWork(shipment, to, work);
  const from = shipment.status;
  if (date !== undefined && !isFinal(from) && !isFinal(to)) {
    throw invalid({ date: "belongs to closing, cancelling or opening again" });
  }
  await moveShipment(tx, actor, shipment, to, { note, occurred_at });
  if (from === "cancelled" && shipment.lc_tt_id !== null) {
    await checkUtilisation(tx, [shipment.lc_tt_id]);
  }
  await settleShipment(tx, actor, shipment, { from, to, date });
}

interface Work {
  posted: number;
  /** numbers of receipts in draft or approved */
  receipts: string[];
  /** numbers of claims open or submitted */
  claims: string[];
}

async function workOn(tx: Tx, shipmentId: number): Promise<Work> {
  const [work] = await tx.query<[Work]>(sql`
    select
      (select count(*) from receipts where shipment_id = ${shipmentId} and status = 'posted') as posted,
      array(select reference_no from receipts
        where shipment_id = ${shipmentId} and status = any(${pending}::text[]) order by id) as receipts,
      array(select reference_no from discrepancies
        where shipment_id = ${shipmentId} and status = any(${unresolved}::text[]) order by id) as claims`);
  return work;
}

function refuseOpenWork(shipment: LockedShipment, to: ShipmentStatus, work: Work): void {
  const claims = to === "closed" ? work.claims : [];
  const receipts = to === "closed" ? work.receipts : [];
  const open = [
    receipts.length > 0 && `receipts not posted: ${receipts.join(", ")}`,
    claims.length > 0 && `claims not resolved: ${claims.join(", ")}`,
  ].filter((part) => part !== false);
  if (open.length === 0) return;
  throw conflict(
    "shipment_has_open_work",
    `shipment ${shipment.reference_no} cannot be ${to} yet (${open.join("; ")}).`,
    { receipts, discrepancies: claims },
  );
}

/** Writes the new status, also into the locked row at hand. */
export async function moveShipment(
  tx: Tx,
  actor: Actor,
  shipment: LockedShipment,
  to: ShipmentStatus,
  details: { note?: string; occurred_at?: string },
): Promise<void> {
  const action = "shipment.change_status";
  await moveStatus(tx, actor, "shipment", shipment, { to, action, ...details });
  shipment.status = to;
}
