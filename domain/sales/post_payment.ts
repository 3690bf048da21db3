import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { postCustomerEntry } from "../customers/post_entry.ts";
import type { Tx } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import { nextNumber } from "../records/numbering.ts";
import { writeAllocations } from "./allocations.ts";
import { type MoneyReceived, payment } from "./payment.ts";

/**
 * Writes a payment with its ledger credit and its allocations, for a verb that has asked the
 * permission, locked the customer and judged the shares. Takes a PAY number, so call it last.
 *
 * @returns the payment's id
 */
export async function postPayment(
  tx: Tx,
  actor: Actor,
  received: MoneyReceived & { customer_id: number; payment_date: string },
  shares: { invoice_id: number; amount: Decimal }[],
): Promise<number> {
  const { customer_id, payment_date, amount, method, reference, cheque_number } = received;
  const reference_no = await nextNumber(tx, "PAY", payment_date);
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into payments (${payment.stored}, reference_no, created_at, updated_at, created_by, version)
    select ${payment.stored}, ${reference_no}, ${actor.now}::timestamptz, ${actor.now}::timestamptz,
      ${actor.userId}::bigint, ${
    shares.length === 0 ? 1 : 0 /* writeAllocations makes it 1 */
  }::integer
    from ${payment.rows([received])}
    returning id`);
  await postCustomerEntry(tx, actor, {
    customer_id,
    date: payment_date,
    type: "payment",
    reference_no,
    description: ["Payment by", method, cheque_number ?? reference].filter(Boolean).join(" "),
    amount: amount.neg(),
    payment_id: id,
  });
  await writeAllocations(tx, actor, shares.map((share) => ({ ...share, payment_id: id })));
  await audit(tx, actor, {
    action: "payment.receive",
    entity: "payment",
    entityId: id,
    reference_no,
    after: { ...received, allocations: shares },
  });
  return id;
}
