import { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { judgeLaterDay } from "../journal/period.ts";
import * as field from "../records/fields.ts";
import { writeAllocations } from "./allocations.ts";
import { findInvoice, type InvoiceDetail } from "./find_invoices.ts";
import { alreadyReversed, alreadyVoid, lockInvoice, readPayment } from "./lock_documents.ts";
import { beyondDue, beyondPayment } from "./receive_payment.ts";

/** Money on account used for an invoice. */
export const allocation = z.object({
  payment_id: field.id().describe("The payment with money left on account."),
  amount: field.localMoney("positive").optional()
    .describe("How much of it. Left out: as much as there is and is due."),
  date: field.date().optional()
    .describe("The day from which it counts, never before both. Left out: today."),
});

/**
 * Pays an invoice out of money that a payment left on account; without an amount as much as there is
 * and is due. Source: docs/records.md, "Payment".
 *
 * @throws Refusal `forbidden`, `not_found`, `invalid_fields`, `already_void`, `already_reversed`,
 *   `allocation_exceeds_due`, `allocation_exceeds_payment`, and as `judgeLaterDay`
 */
export async function allocatePayment(
  tx: Tx,
  actor: Actor,
  invoiceId: number,
  input: z.output<typeof allocation>,
): Promise<InvoiceDetail> {
  allow(actor, "payments.write");
  const invoice = await lockInvoice(tx, invoiceId);
  const payment = await readPayment(tx, input.payment_id);
  if (!payment) throw invalid({ payment_id: "names no payment" });
  if (payment.customer_id !== invoice.customer_id) {
    throw invalid({ payment_id: "names a payment of another customer" });
  }
  if (invoice.voided) throw alreadyVoid(invoice);
  if (payment.reversed) throw alreadyReversed(payment);
  const { due } = invoice;
  const { on_account } = payment;
  const amount = input.amount ?? (due.lt(on_account) ? due : on_account);
  if (amount.gt(due) || due.eq("0")) throw beyondDue(invoice.reference_no, due, amount);
  if (amount.gt(on_account) || on_account.eq("0")) {
    throw beyondPayment(payment.reference_no, on_account, amount);
  }
  const own = [invoice.invoice_date, payment.available_on].sort().at(-1)!;
  const date = await judgeLaterDay(tx, actor, input.date, own, {
    the: "when the invoice and the money on account were there",
  });
  const share = { payment_id: payment.id, invoice_id: invoiceId, amount };
  await writeAllocations(tx, actor, [share], date);
  await audit(tx, actor, {
    action: "invoice.allocate",
    entity: "invoice",
    entityId: invoiceId,
    reference_no: invoice.reference_no,
    after: { payment_id: payment.id, amount, date },
  });
  return await findInvoice(tx, actor, invoiceId);
}
