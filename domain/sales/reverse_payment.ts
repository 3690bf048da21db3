import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { mirrorEntry } from "../customers/post_entry.ts";
import type { Tx } from "../db/connect.ts";
import { judgeLaterDay } from "../journal/period.ts";
import { openEntry } from "../journal/post_entry.ts";
import { reverseDeed } from "../journal/reverse_entry.ts";
import { isZero } from "../money/decimal.ts";
import { conflict } from "../errors.ts";
import { takeBackAllocations } from "./allocations.ts";
import { findPayment } from "./find_payments.ts";
import { alreadyReversed, type LockedPayment, lockPayment } from "./lock_documents.ts";
import type { PaymentDetail, paymentReversal } from "./payment.ts";

/**
 * Takes back a payment that did not come in after all: what it paid is due again, and the ledger gets the
 * mirrored entry, dated the day of the reversal. Final. Source: docs/records.md, "Payment".
 *
 * @throws Refusal `forbidden`, `not_found`, `already_reversed`, `record_in_use`, and as `judgeLaterDay`
 */
export async function reversePayment(
  tx: Tx,
  actor: Actor,
  id: number,
  { reason, ...asked }: z.output<typeof paymentReversal>,
): Promise<PaymentDetail> {
  allow(actor, "payments.write");
  const payment = await lockPayment(tx, id);
  if (payment.reversed) throw alreadyReversed(payment);
  const date = await judgeLaterDay(tx, actor, asked.date, payment.counts_since);
  const state = payment.cheque_state && (payment.pending ? "returned" : "bounced");
  await takeBack(tx, actor, payment, { date, reason, state });
  await audit(tx, actor, {
    action: "payment.reverse",
    entity: "payment",
    entityId: id,
    reference_no: payment.reference_no,
    after: { reason, date },
  });
  return await findPayment(tx, actor, id);
}

/** Undoes what a locked payment made. @throws Refusal `record_in_use` */
export async function takeBack(
  tx: Tx,
  actor: Actor,
  payment: LockedPayment,
  by: { date: string; reason: string; state: string | null },
): Promise<void> {
  const { id, reference_no, refunded, pending } = payment;
  const { date, reason, state } = by;
  if (!isZero(refunded)) {
    throw conflict(
      "record_in_use",
      `${refunded} of ${reference_no} was given back already; reverse its refunds first.`,
      {
        refunded,
      },
    );
  }
  await takeBackAllocations(tx, actor, { payment_id: id }, date);
  await tx.query(sql`
    update payments set reversed_at = ${actor.now}, reversed_on = ${date}, reversed_by = ${actor.userId},
      reversal_reason = ${reason}, cheque_state = ${state}, updated_at = ${actor.now},
      version = version + 1
    where id = ${id}`);
  if (pending) return;
  const entry = await openEntry(tx);
  const description = `Reversal of ${reference_no}: ${reason}`;
  await mirrorEntry(tx, actor, { type: "payment", id }, { date, description, entry });
  await reverseDeed(tx, actor, {
    id: entry,
    kind: "customer_payment",
    source: { type: "payment", id },
    entry_date: date,
    narration: description,
  });
}
