import { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { isCertificate, moneyAccount } from "./money_account.ts";
import { judgeLaterDay } from "../journal/period.ts";
import { openEntry, postEntry } from "../journal/post_entry.ts";
import { rules } from "../journal/rules.ts";
import * as field from "../records/fields.ts";
import { findPayment } from "./find_payments.ts";
import { alreadyReversed, lockPayment } from "./lock_documents.ts";
import type { PaymentDetail } from "./payment.ts";
import { beyondRefund, writeRefunds } from "./refunds.ts";

export const refund = z.object({
  amount: field.localMoney("positive").optional()
    .describe("How much. Left out: all that is on account."),
  account_id: field.id().optional()
    .describe("The money account that it goes out of. Left out: the one it came into."),
  date: field.date().optional().describe("The day it counts for. Left out: today."),
  reference: field.text(200).optional().describe("The bank's or wallet's number for it."),
  reason: field.text(500).describe("Why it is given back."),
});

/**
 * Gives back what of a payment is on account: money that pays no invoice. Local currency.
 * Source: docs/records.md, "Payment".
 *
 * @throws Refusal `forbidden`, `not_found`, `already_reversed`, `refund_exceeds_payment`, and as
 *   `judgeLaterDay`
 */
export async function refundPayment(
  tx: Tx,
  actor: Actor,
  id: number,
  { reason, reference, ...asked }: z.output<typeof refund>,
): Promise<PaymentDetail> {
  allow(actor, "payments.write");
  const payment = await lockPayment(tx, id);
  if (payment.reversed) throw alreadyReversed(payment);
  const { reference_no, customer_id, on_account } = payment;
  const amount = asked.amount ?? on_account;
  if (amount.gt(on_account) || on_account.eq("0")) {
    throw beyondRefund(reference_no, on_account, amount);
  }
  const date = await judgeLaterDay(tx, actor, asked.date, payment.available_on, {
    the: "when the money was on account",
  });
  const account_id = asked.account_id === undefined && !isCertificate(payment.method)
    ? payment.account_id
    : await moneyAccount(tx, "cash", asked.account_id);
  const entry = await openEntry(tx);
  const given = { date, account_id, reason, reference, entry };
  await writeRefunds(tx, actor, [
    { payment_id: id, payment_reference_no: reference_no, customer_id, amount },
  ], given);
  await postEntry(tx, actor, {
    id: entry,
    entry_date: date,
    kind: "customer_refund",
    source: { type: "payment", id, reference_no },
    narration: `Refund of ${reference_no}: ${reason}`,
    lines: rules.customer_refund(amount, account_id, { customer_id }),
  });
  await audit(tx, actor, {
    action: "payment.refund",
    entity: "payment",
    entityId: id,
    reference_no,
    after: { amount, account_id, date, reason },
  });
  return await findPayment(tx, actor, id);
}
