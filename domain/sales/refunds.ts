import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import { postCustomerEntries } from "../customers/post_entry.ts";
import type { Tx } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import { conflict, type Refusal } from "../errors.ts";

export interface Refund {
  payment_id: number;
  payment_reference_no: string;
  customer_id: number;
  amount: Decimal;
  credit_note_id?: number;
}

interface Given {
  date: string;
  account_id: number;
  reason: string;
  reference?: string;
  entry: number;
}

/**
 * Writes money given back, of payments of a locked customer, with its debits in his ledger, and moves
 * `payments.refunded` with it. The amounts were judged.
 */
export async function writeRefunds(
  tx: Tx,
  actor: Actor,
  refunds: Refund[],
  given: Given,
): Promise<void> {
  if (refunds.length === 0) return;
  const made = await tx.query<{ id: number; payment_id: number }[]>(sql`
    with made as (
      insert into customer_refunds (payment_id, credit_note_id, amount, refund_date, account_id,
        reference, reason, created_at, created_by)
      select payment_id, credit_note_id, amount, ${given.date}::date, ${given.account_id}::bigint,
        ${given.reference}, ${given.reason}, ${actor.now}::timestamptz, ${actor.userId}::bigint
      from jsonb_to_recordset(${JSON.stringify(refunds)}::jsonb)
        as r (payment_id bigint, credit_note_id bigint, amount numeric)
      returning id, payment_id, amount),
    moved as (
      update payments p set refunded = p.refunded + m.amount, updated_at = ${actor.now},
        version = p.version + 1
      from made m where m.payment_id = p.id)
    select id, payment_id from made`);
  const idOf = new Map(made.map(({ id, payment_id }) => [payment_id, id]));
  await postCustomerEntries(
    tx,
    actor,
    refunds.map(({ payment_id, payment_reference_no, customer_id, amount }) => ({
      customer_id,
      date: given.date,
      type: "refund",
      reference_no: payment_reference_no,
      description: `Refund of ${payment_reference_no}: ${given.reason}`,
      amount,
      payment_id,
      refund_id: idOf.get(payment_id),
      entry: given.entry,
    })),
  );
}

/** @param available what can be given back */
export function beyondRefund(of: string, available: Decimal, amount: Decimal): Refusal {
  return conflict(
    "refund_exceeds_payment",
    `${amount} cannot be given back: of ${of} there is ${available}.`,
    { available, amount },
  );
}
