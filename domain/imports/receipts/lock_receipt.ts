import sql from "sql-template-tag";
import type { Tx } from "../../db/connect.ts";
import { notFound } from "../../errors.ts";
import * as field from "../../records/fields.ts";
import { refuseUnexpected } from "../../records/lifecycle.ts";
import { type LockedShipment, lockShipment } from "../lock_shipment.ts";
import { refuseClosed } from "../touch_shipment.ts";
import { type ReceiptStatus, receiptStatuses } from "./receipt_words.ts";

/** A field of every change of a receipt's status: the status the caller last saw. */
export const expectedReceiptStatus = () =>
  field.oneOf(receiptStatuses).optional()
    .describe("The status that was last seen: refused when it is another one by now.");

/** The head of a receipt, locked by this transaction. */
export interface LockedReceipt {
  id: number;
  reference_no: string;
  shipment_id: number;
  status: ReceiptStatus;
  is_final: boolean;
  allow_excess: boolean;
  warehouse_name: string | null;
  place_id: number | null;
  posting_date: string | null;
  supplier_ledger_id: number | null;
  created_by: number | null;
}

/**
 * Locks a receipt; its shipment is locked after it.
 * @throws Refusal `not_found`, `status_changed` when it is not in the expected status
 */
export async function lockReceipt(
  tx: Tx,
  id: number,
  expected_status?: ReceiptStatus,
): Promise<LockedReceipt> {
  const [receipt] = await tx.query<[LockedReceipt?]>(sql`
    select id, reference_no, shipment_id, status, is_final, allow_excess, warehouse_name, place_id,
      posting_date, supplier_ledger_id, created_by
    from receipts where id = ${id} for no key update`);
  if (!receipt) throw notFound("Receipt", id);
  refuseUnexpected({ from: receipt.status, expected_status });
  return receipt;
}

/** Locks a shipment that must still be open. @throws Refusal `not_found`, `shipment_closed` */
export async function lockOpenShipment(tx: Tx, id: number): Promise<LockedShipment> {
  const shipment = await lockShipment(tx, id);
  refuseClosed(shipment);
  return shipment;
}
