import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { mirrorEntry } from "../customers/post_entry.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, notFound } from "../errors.ts";
import { judgeLaterDay } from "../journal/period.ts";
import { openEntry } from "../journal/post_entry.ts";
import type { reversal } from "../journal/reversal.ts";
import { mirrorEntry as mirrorInJournal } from "../journal/reverse_entry.ts";
import type { Decimal } from "../money/decimal.ts";
import { findPayment } from "./find_payments.ts";
import { lockPayment } from "./lock_documents.ts";
import type { PaymentDetail } from "./payment.ts";

interface Given {
  amount: Decimal;
  refund_date: string;
  reversed: boolean;
  credit_note_no: string | null;
  entry_id: number;
}

/**
 * Takes back a refund that did not go out after all: the money is on account again from that day on, and
 * account and customer get the mirror. Once. A refund that came with a return is taken back with it.
 * Source: docs/records.md, "Payment".
 *
 * @throws Refusal `forbidden`, `not_found`, `already_reversed`, `not_reversible`, and as `judgeLaterDay`
 */
export async function reverseRefund(
  tx: Tx,
  actor: Actor,
  paymentId: number,
  id: number,
  { reason, ...asked }: z.output<typeof reversal>,
): Promise<PaymentDetail> {
  allow(actor, "payments.write");
  const { reference_no } = await lockPayment(tx, paymentId);
  const { amount, refund_date, entry_id } = await standing(tx, paymentId, id, reference_no);
  const date = await judgeLaterDay(tx, actor, asked.date, refund_date, {
    the: "the day of the refund",
  });
  await tx.query(sql`
    update customer_refunds set reversed_at = ${actor.now} where id = ${id}`);
  await tx.query(sql`
    update payments set refunded = refunded - ${amount}, updated_at = ${actor.now},
      version = version + 1 where id = ${paymentId}`);
  const entry = await openEntry(tx);
  const description = `Reversal of the refund of ${reference_no}: ${reason}`;
  await mirrorEntry(tx, actor, { type: "refund", id }, { date, description, entry });
  await audit(tx, actor, {
    action: "payment.reverse_refund",
    entity: "payment",
    entityId: paymentId,
    reference_no,
    after: { refund_id: id, amount, reason, date },
  });
  await mirrorInJournal(tx, actor, entry_id, {
    id: entry,
    entry_date: date,
    narration: description,
  });
  return await findPayment(tx, actor, paymentId);
}

/** @throws Refusal `not_found`, `already_reversed`, `not_reversible` */
async function standing(tx: Tx, paymentId: number, id: number, of: string): Promise<Given> {
  const [given] = await tx.query<[Given?]>(sql`
    select r.amount, r.refund_date, r.reversed_at is not null as reversed,
      n.reference_no as credit_note_no, e.entry_id
    from customer_refunds r left join credit_notes n on n.id = r.credit_note_id
      join customer_ledger e on e.refund_id = r.id and e.type = 'refund'
    where r.id = ${id} and r.payment_id = ${paymentId}`);
  if (!given) throw notFound("Refund", id);
  if (given.reversed) throw conflict("already_reversed", `This refund of ${of} was reversed.`);
  if (given.credit_note_no !== null) {
    throw conflict(
      "not_reversible",
      `This refund of ${of} came with ${given.credit_note_no}: it is taken back with that return.`,
    );
  }
  return given;
}
