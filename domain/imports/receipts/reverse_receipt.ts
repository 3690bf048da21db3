import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow } from "../../access/access.ts";
import { moveStatus } from "../../audit/move_status.ts";
import { releaseClaims } from "../../claims/carried_claims.ts";
import { cancelDraftedClaims } from "../../claims/drafted_claims.ts";
import type { Tx } from "../../db/connect.ts";
import type { Line } from "../../journal/line.ts";
import { judgeLaterDay } from "../../journal/period.ts";
import { openEntry, postEntry } from "../../journal/post_entry.ts";
import { standingEntry } from "../../journal/reverse_entry.ts";
import { rules } from "../../journal/rules.ts";
import { type Decimal, sum } from "../../money/decimal.ts";
import { conflict } from "../../errors.ts";
import * as field from "../../records/fields.ts";
import { lockProducts, type PostedMovement, postMovements } from "../../stock/post_movements.ts";
import { postReversal } from "../../suppliers/reverse_entry.ts";
import { valueShipment } from "../value_shipment.ts";
import { reopenShipment } from "./complete_shipment.ts";
import { findReceipt } from "./find_receipts.ts";
import {
  expectedReceiptStatus,
  type LockedReceipt,
  lockOpenShipment,
  lockReceipt,
} from "./lock_receipt.ts";
import type { ReceiptDetail } from "./receipt.ts";
import { giveBackReplaced } from "./replaced_values.ts";

export const reversal = z.object({
  reason: field.text(5000).describe("Why it is taken back."),
  date: field.date().optional()
    .describe("The day it counts for, never before the posting's own. Left out: today."),
  expected_status: expectedReceiptStatus(),
});

/**
 * Takes a posted receipt back. Its movements are mirrored with the stored values, its pieces and their
 * value wait in the shipment again, a credit of the supplier is reversed, and the claims it drafted
 * that nobody resolved are called off; what others brought stays, against the loss that they were. What the stored values would leave wrong in stock (value below
 * zero, or value without a piece) becomes an expense, `valuation_residue`. Final: receive anew.
 * Source: docs/imports.md, "Goods receipt"; docs/landed_cost.md, "Reversals".
 *
 * @throws Refusal `forbidden`, `not_found`, `already_reversed`, `receipt_not_posted`,
 *   `shipment_closed`, `insufficient_stock`, `serial_not_in_stock`, `status_changed`,
 *   `period_closed`, `invalid_fields` on `date`
 */
export async function reverseReceipt(
  tx: Tx,
  actor: Actor,
  id: number,
  { reason, date, expected_status }: z.output<typeof reversal>,
): Promise<ReceiptDetail> {
  allow(actor, "receipts.approve");
  const receipt = await lockReceipt(tx, id, expected_status);
  refuseUnlessPosted(receipt);
  const entry_date = await judgeLaterDay(tx, actor, date, receipt.posting_date!, {
    the: "the day of what it takes back",
  });
  const shipment = await lockOpenShipment(tx, receipt.shipment_id);
  const movements = await movementsOf(tx, id);
  const products = await lockProducts(tx, movements.map(({ product_id }) => product_id));
  const taken = await takenBy(tx, id);
  await giveBackToItems(tx, id);
  const replaced = await giveBackReplaced(tx, id);
  await moveStatus(tx, actor, "receipt", receipt, {
    to: "reversed",
    action: "receipt.reverse",
    note: reason,
    set: sql`reversed_at = ${actor.now}, reversed_by = ${actor.userId}`,
    after: { reason },
  });
  const note = `Receipt ${receipt.reference_no} was reversed: ${reason}`;
  const { carried, awaited } = await releaseClaims(tx, actor, id);
  await cancelDraftedClaims(tx, actor, id, note);
  await valueShipment(tx, shipment);
  await reopenShipment(tx, actor, shipment, `Receipt ${receipt.reference_no} was reversed.`);
  const entry = await openEntry(tx);
  const mirrored = await postMovements(
    tx,
    actor,
    products,
    movements.map(({ id: reverses_id, line_id, ...movement }) => ({
      ...movement,
      kind: "receipt_reversal" as const,
      quantity: movement.quantity.neg(),
      value: movement.value.neg(),
      movement_date: entry_date,
      party: { supplier_id: shipment.supplier_id },
      reason,
      reverses_id,
      source: { type: "receipt", id, line_id, reference_no: receipt.reference_no },
    })),
    entry,
  );
  await expenseResidues(tx, actor, { receipt, entry_date, movements, mirrored });
  const bought = await takeBackCredit(tx, actor, receipt, { reason, entry_date, entry });
  await postEntry(tx, actor, {
    id: entry,
    entry_date,
    kind: "receipt.reversal",
    source: { type: "receipt", id, reference_no: receipt.reference_no },
    narration: note,
    reverses_id: (await standingEntry(tx, { type: "receipt", id }))?.id,
    lines: rules.receipt(
      {
        accepted: mirrored,
        residue: sum(mirrored.map(({ residue }) => residue)),
        claimed: carried.neg(),
        awaited: awaited.neg(),
        lost: carried.plus(awaited).minus(taken.claimed),
        shares: taken.shares.neg(),
        replaced: replaced.neg(),
      },
      bought,
      { shipment_id: shipment.id },
    ),
  });
  return await findReceipt(tx, actor, id);
}

function refuseUnlessPosted({ status, reference_no }: LockedReceipt): void {
  if (status === "reversed") {
    throw conflict("already_reversed", `receipt ${reference_no} is already reversed.`);
  }
  if (status !== "posted") {
    throw conflict("receipt_not_posted", `receipt ${reference_no} is ${status}, not posted.`);
  }
}

interface ReceiptMovement {
  id: number;
  line_id: number;
  shipment_item_id: number;
  product_id: number;
  quantity: Decimal;
  value: Decimal;
  warehouse_name: string | null;
  bin_location: string | null;
  serial_numbers: string[];
}

function movementsOf(tx: Tx, receiptId: number): Promise<ReceiptMovement[]> {
  return tx.query<ReceiptMovement[]>(sql`
    select m.id, m.source_line_id as line_id, line.shipment_item_id, m.product_id, m.quantity,
      m.value, m.warehouse_name, m.bin_location, m.serial_numbers
    from stock_movements m join receipt_items line on line.id = m.source_line_id
    where m.source_type = 'receipt' and m.source_id = ${receiptId} and m.kind = 'receipt'
    order by m.id`);
}

/** The landed value that its rejected and short pieces took, and the shares in that of all its pieces. */
async function takenBy(tx: Tx, receiptId: number): Promise<{ claimed: Decimal; shares: Decimal }> {
  const [taken] = await tx.query<[{ claimed: Decimal; shares: Decimal }]>(sql`
    select coalesce(sum(rejected_value + short_value), 0) as claimed,
      coalesce(sum(accepted_value + rejected_value + short_value
        - accepted_purchase - rejected_purchase - short_purchase), 0) as shares
    from receipt_items where receipt_id = ${receiptId}`);
  return taken;
}

/** The pieces wait to be received again, with the value that they took. */
async function giveBackToItems(tx: Tx, receiptId: number): Promise<void> {
  await tx.later(tx.query(sql`
    update shipment_items i set accounted_qty = i.accounted_qty - taken.accounted_qty,
      accepted_within_qty = i.accepted_within_qty - taken.accepted_within_qty,
      remaining_value = i.remaining_value + taken.value,
      remaining_purchase = i.remaining_purchase + taken.purchase
    from (select shipment_item_id, sum(accounted_qty) as accounted_qty,
        sum(accepted_within_qty) as accepted_within_qty,
        sum(accepted_value + rejected_value + short_value) as value,
        sum(accepted_purchase + rejected_purchase + short_purchase) as purchase
      from receipt_items where receipt_id = ${receiptId} group by shipment_item_id) taken
    where i.id = taken.shipment_item_id and i.id = any(array(
      select shipment_item_id from receipt_items where receipt_id = ${receiptId}))`));
}

async function expenseResidues(
  tx: Tx,
  actor: Actor,
  { receipt, entry_date, movements, mirrored }: {
    receipt: LockedReceipt;
    entry_date: string;
    movements: ReceiptMovement[];
    mirrored: PostedMovement[];
  },
): Promise<void> {
  const rows = mirrored.map(({ product_id, residue }, i) => ({
    product_id,
    shipment_item_id: movements[i].shipment_item_id,
    amount: residue,
  })).filter(({ amount }) => !amount.eq("0"));
  if (rows.length === 0) return;
  await tx.later(tx.query(sql`
    insert into valuation_expenses (kind, product_id, shipment_id, shipment_item_id, receipt_id,
      amount, expense_date, created_at, created_by)
    select 'valuation_residue', product_id, ${receipt.shipment_id}::bigint, shipment_item_id,
      ${receipt.id}::bigint, amount, ${entry_date}::date, ${actor.now}::timestamptz,
      ${actor.userId}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (product_id bigint, shipment_item_id bigint, amount numeric)`));
}

/** The credit may have been reversed in the ledger already; then there is nothing left to take back. */
async function takeBackCredit(
  tx: Tx,
  actor: Actor,
  receipt: LockedReceipt,
  { entry, ...reversal }: { reason: string; entry_date: string; entry: number },
): Promise<Line[]> {
  if (receipt.supplier_ledger_id === null) return [];
  const [earlier] = await tx.query<[{ id: number }?]>(sql`
    select id from supplier_ledger where reverses_id = ${receipt.supplier_ledger_id}`);
  if (earlier) return [];
  return (await postReversal(tx, actor, receipt.supplier_ledger_id, reversal, entry)).lines;
}
