import { z } from "zod";
import { type Actor, allow } from "../../access/access.ts";
import { moveStatus } from "../../audit/move_status.ts";
import { cancelDraftedClaims } from "../../claims/drafted_claims.ts";
import type { Tx } from "../../db/connect.ts";
import { conflict } from "../../errors.ts";
import * as field from "../../records/fields.ts";
import { lockShipment } from "../lock_shipment.ts";
import { valueShipment } from "../value_shipment.ts";
import { findReceipt } from "./find_receipts.ts";
import { expectedReceiptStatus, type LockedReceipt, lockReceipt } from "./lock_receipt.ts";
import type { ReceiptDetail } from "./receipt.ts";

export const cancellation = z.object({
  reason: field.text(5000).describe("Why it is called off."),
  expected_status: expectedReceiptStatus(),
});

/**
 * Calls off a receipt that has not been posted: its pieces are expected again, and the claims that its
 * approval drafted are called off with it. Final. Source: docs/imports.md, "Goods receipt".
 *
 * @throws Refusal `forbidden`, `not_found`, `receipt_already_posted`, `receipt_cancelled`,
 *   `status_changed`
 */
export async function cancelReceipt(
  tx: Tx,
  actor: Actor,
  id: number,
  { reason, expected_status }: z.output<typeof cancellation>,
): Promise<ReceiptDetail> {
  allow(actor, "receipts.create");
  const receipt = await lockReceipt(tx, id, expected_status);
  refuseUnlessUnposted(receipt);
  const shipment = await lockShipment(tx, receipt.shipment_id);
  await moveStatus(tx, actor, "receipt", receipt, {
    to: "cancelled",
    action: "receipt.cancel",
    note: reason,
    after: { reason },
  });
  const note = `Receipt ${receipt.reference_no} was cancelled: ${reason}`;
  await cancelDraftedClaims(tx, actor, id, note);
  await valueShipment(tx, shipment);
  return await findReceipt(tx, actor, id);
}

function refuseUnlessUnposted({ status, reference_no }: LockedReceipt): void {
  if (status === "posted" || status === "reversed") {
    throw conflict("receipt_already_posted", `receipt ${reference_no} is already ${status}.`);
  }
  if (status === "cancelled") {
    throw conflict("receipt_cancelled", `receipt ${reference_no} is already cancelled.`);
  }
}
