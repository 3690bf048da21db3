import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow } from "../../access/access.ts";
import { moveStatus } from "../../audit/move_status.ts";
import { draftClaims } from "../../claims/drafted_claims.ts";
import type { Db, Tx } from "../../db/connect.ts";
import { conflict, forbidden } from "../../errors.ts";
import { isOneHand } from "../../staff/one_hand.ts";
import * as field from "../../records/fields.ts";
import { lockShipmentOf } from "../lock_shipment.ts";
import { refuseClosed } from "../touch_shipment.ts";
import { valueApprovedReceipts } from "../value_approved_receipts.ts";
import { expectedItems, lineExcessQty } from "./expected.ts";
import { findReceipt } from "./find_receipts.ts";
import { expectedReceiptStatus, type LockedReceipt, lockReceipt } from "./lock_receipt.ts";
import type { ReceiptDetail } from "./receipt.ts";

export const approval = z.object({
  note: field.text(5000).optional().describe("Stands in the history."),
  expected_status: expectedReceiptStatus(),
});

/**
 * Confirms what was counted, by someone else than who counted it (`isOneHand`) unless he is the owner. A final
 * receipt declares everything still expected of the shipment missing. Rejected, missing and surplus
 * pieces become open claims at their landed value, which follows the shipment until posting.
 * Source: docs/imports.md, "Goods receipt".
 *
 * @throws Refusal `forbidden`, `not_found`, `receipt_already_approved`, `receipt_cancelled`,
 *   `own_receipt`, `shipment_closed`, `status_changed`
 */
export async function approveReceipt(
  tx: Tx,
  actor: Actor,
  id: number,
  input: z.output<typeof approval>,
  answer: Db = tx,
): Promise<ReceiptDetail> {
  allow(actor, "receipts.approve");
  const [receipt, shipment] = await Promise.all([
    lockReceipt(tx, id, input.expected_status),
    lockShipmentOf(tx, id),
  ]);
  refuseUnlessDraft(receipt);
  await needAnotherPerson(tx, actor, receipt);
  refuseClosed(shipment);
  if (receipt.is_final) await declareMissing(tx, receipt);
  if (receipt.allow_excess) await keepExcess(tx, receipt);
  await moveStatus(tx, actor, "receipt", receipt, {
    to: "approved",
    action: "receipt.approve",
    note: input.note,
    set: sql`approved_at = ${actor.now}, approved_by = ${actor.userId}`,
  });
  await draftClaims(tx, actor, receipt);
  await valueApprovedReceipts(tx, shipment); // items and shares stay as they are
  return await findReceipt(answer, actor, id);
}

async function needAnotherPerson(tx: Tx, actor: Actor, receipt: LockedReceipt): Promise<void> {
  const { created_by, reference_no } = receipt;
  if (actor.role === "owner" || !await isOneHand(tx, actor, created_by)) return;
  throw forbidden(
    created_by === actor.userId
      ? `You made receipt ${reference_no} yourself: someone else must approve it.`
      : `Whoever made receipt ${reference_no} and you may be one person, because a login was made or ` +
        `got its password today: someone else must approve it.`,
    "own_receipt",
  );
}

function refuseUnlessDraft(receipt: LockedReceipt): void {
  const { status, reference_no } = receipt;
  if (status === "draft") return;
  if (status === "cancelled") {
    throw conflict("receipt_cancelled", `receipt ${reference_no} is cancelled.`);
  }
  throw conflict("receipt_already_approved", `receipt ${reference_no} is already ${status}.`);
}

/** Adds what is still expected of each item as short: to its first line, else on a line of its own. */
async function declareMissing(tx: Tx, receipt: LockedReceipt): Promise<void> {
  const items = await expectedItems(tx, receipt.shipment_id);
  const missing = [...items.values()].filter((item) => item.expected_qty.gt("0"))
    .map((item) => ({ shipment_item_id: item.id, short_qty: item.expected_qty }));
  if (missing.length === 0) return;
  await tx.later(tx.query(sql`
    with missing as (
      select shipment_item_id, short_qty,
        (select min(line.id) from receipt_items line where line.receipt_id = ${receipt.id}
          and line.shipment_item_id = missing.shipment_item_id) as line_id
      from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb)
        as missing (shipment_item_id bigint, short_qty numeric)
    ), added as (
      insert into receipt_items (receipt_id, shipment_item_id, received_qty, accepted_qty, short_qty)
      select ${receipt.id}, shipment_item_id, 0, 0, short_qty from missing
      where line_id is null order by shipment_item_id)
    update receipt_items line set short_qty = line.short_qty + missing.short_qty
    from missing where line.id = missing.line_id and line.receipt_id = ${receipt.id}`));
}

/** Keeps, line by line, what came beyond what was shipped. */
async function keepExcess(tx: Tx, receipt: LockedReceipt): Promise<void> {
  await tx.later(tx.query(sql`
    update receipt_items kept set excess_qty = found.excess_qty
    from (select line.id, ${lineExcessQty} as excess_qty
      from receipt_items line join receipts r on r.id = line.receipt_id
        join shipment_items i on i.id = line.shipment_item_id
      where r.id = ${receipt.id}) as found
    where kept.id = found.id and kept.receipt_id = ${receipt.id} and found.excess_qty > 0`));
}
