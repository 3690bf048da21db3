import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { mirrorEntry } from "../customers/post_entry.ts";
import type { Tx } from "../db/connect.ts";
import { takeBackAllocations } from "./allocations.ts";
import { findPayment } from "./find_payments.ts";
import { alreadyReversed, lockPayment } from "./lock_documents.ts";
import type { PaymentDetail, paymentReversal } from "./payment.ts";

/**
 * Takes back a payment that did not come in after all, such as a cheque that bounced: what it paid is
 * due again, and the ledger gets the mirrored entry. Final. Source: docs/records.md, "Payment".
 *
 * @throws Refusal `forbidden`, `not_found`, `already_reversed`
 */
export async function reversePayment(
  tx: Tx,
  actor: Actor,
  id: number,
  { reason }: z.output<typeof paymentReversal>,
): Promise<PaymentDetail> {
  allow(actor, "payments.write");
  const payment = await lockPayment(tx, id);
  if (payment.reversed) throw alreadyReversed(payment);
  await takeBackAllocations(tx, actor, { payment_id: id });
  await tx.query(sql`
    update payments set reversed_at = ${actor.now}, reversed_by = ${actor.userId},
      reversal_reason = ${reason}, updated_at = ${actor.now}, version = version + 1
    where id = ${id}`);
  await mirrorEntry(
    tx,
    actor,
    { type: "payment", id },
    `Reversal of ${payment.reference_no}: ${reason}`,
  );
  await audit(tx, actor, {
    action: "payment.reverse",
    entity: "payment",
    entityId: id,
    reference_no: payment.reference_no,
    after: { reason },
  });
  return await findPayment(tx, actor, id);
}
