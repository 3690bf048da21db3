import sql, { empty, raw } from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { lockCustomer } from "../customers/lock_customer.ts";
import type { Db, Tx } from "../db/connect.ts";
import { judgeDay } from "../journal/period.ts";
import { postEntries } from "../journal/post_entry.ts";
import { type Decimal, sum } from "../money/decimal.ts";
import { conflict, invalid } from "../errors.ts";
import { shareInOrder } from "./allocations.ts";
import { findPayment } from "./find_payments.ts";
import { alreadyVoid, readInvoices } from "./lock_documents.ts";
import { isInHand, type NewPayment, type PaymentDetail } from "./payment.ts";
import { postPayment } from "./post_payment.ts";
import { lockOpenLine, matchPosted } from "../treasury/match_lines.ts";

type Share = { invoice_id: number; amount: Decimal };

/**
 * Receives money from a customer. It pays the invoices named in `allocations`, else the one named by
 * `invoice_id`, else the oldest first; the rest stays on account as an advance. Final: it can only be
 * reversed. Local currency. Source: docs/records.md, "Payment".
 *
 * @throws Refusal `forbidden`, `invalid_fields`, `already_void`, `allocation_exceeds_due`,
 *   `allocation_exceeds_payment`, `duplicate_reference`, and as `judgeDay` on `payment_date`, `lockOpenLine`
 */
export async function receivePayment(
  tx: Tx,
  actor: Actor,
  input: NewPayment,
  answer: Db = tx,
): Promise<PaymentDetail> {
  allow(actor, "payments.write");
  const line = input.statement_line_id;
  if (line !== undefined) allow(actor, "books.write");
  const payment_date = await judgeDay(tx, actor, input.payment_date, "payment_date");
  const customer_id = await payerOf(tx, input);
  const [, shares] = await Promise.all([ // sent together: what is due is read under his lock
    lockCustomer(tx, customer_id),
    sharesOf(tx, customer_id, input, isInHand(input, payment_date)),
  ]);
  const { id, account_id, entry } = await postPayment(
    tx,
    actor,
    { ...input, customer_id, payment_date },
    shares,
  );
  if (line !== undefined) {
    if (!entry) throw invalid({ statement_line_id: "must be absent of a cheque in hand" });
    await lockOpenLine(tx, line, [{ account: account_id, amount: input.amount }]);
  }
  if (entry) await postEntries(tx, actor, [entry]);
  if (entry && line !== undefined) await matchPosted(tx, actor, line, entry.id);
  return await findPayment(answer, actor, id);
}

async function payerOf(tx: Tx, { customer_id, invoice_id }: NewPayment): Promise<number> {
  if (invoice_id === undefined) {
    if (customer_id !== undefined) return customer_id;
    throw invalid({ customer_id: "is required where no invoice_id is sent" });
  }
  const [invoice] = await readInvoices(tx, [invoice_id]);
  if (!invoice) throw invalid({ invoice_id: "names no invoice" });
  if (customer_id !== undefined && customer_id !== invoice.customer_id) {
    throw invalid({ invoice_id: "names an invoice of another customer" });
  }
  return invoice.customer_id;
}

/** @param inHand a cheque in hand that names no invoice finds its own once it is cleared */
async function sharesOf(
  tx: Tx,
  customerId: number,
  input: NewPayment,
  inHand: boolean,
): Promise<Share[]> {
  if (input.allocations?.length) {
    return await judgeAllocations(tx, customerId, input.amount, input.allocations);
  }
  if (input.invoice_id !== undefined) {
    const [invoice] = await readInvoices(tx, [input.invoice_id]);
    if (invoice.voided) throw alreadyVoid(invoice);
    return shareInOrder(input.amount, [invoice]);
  }
  return inHand ? [] : await oldestFirst(tx, customerId, input.amount);
}

/** So many open invoices are read at a time: hardly anybody pays more at once. */
const AT_A_TIME = 50;

/** An amount for the customer's open invoices, the oldest first; those beyond it are not read, however many he owes. */
export async function oldestFirst(tx: Tx, customerId: number, amount: Decimal): Promise<Share[]> {
  const open: { id: number; due: Decimal; invoice_date: string }[] = [];
  for (let left = amount, read = AT_A_TIME; read === AT_A_TIME && left.gt("0");) {
    const last = open.at(-1);
    const more = await tx.query<typeof open>(sql`
      select id, due, invoice_date from invoices where customer_id = ${customerId} and due > 0
        ${last ? sql`and (invoice_date, id) > (${last.invoice_date}::date, ${last.id})` : empty}
      order by invoice_date, id limit ${raw(`${AT_A_TIME}`)}`);
    open.push(...more);
    read = more.length;
    left = left.minus(sum(more.map(({ due }) => due)));
  }
  return shareInOrder(amount, open);
}

async function judgeAllocations(
  tx: Tx,
  customerId: number,
  amount: Decimal,
  allocations: Share[],
): Promise<Share[]> {
  const found = await readInvoices(tx, allocations.map((allocation) => allocation.invoice_id));
  const invoices = new Map(found.map((invoice) => [invoice.id, invoice]));
  const wrong: Record<string, string> = {};
  for (const [i, { invoice_id }] of allocations.entries()) {
    const owner = invoices.get(invoice_id)?.customer_id;
    if (owner === customerId) continue;
    wrong[`allocations.${i}.invoice_id`] = owner === undefined
      ? "names no invoice"
      : "names an invoice of another customer";
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  for (const { invoice_id, amount: share } of allocations) {
    const invoice = invoices.get(invoice_id)!;
    if (invoice.voided) throw alreadyVoid(invoice);
    if (share.gt(invoice.due)) throw beyondDue(invoice.reference_no, invoice.due, share);
    invoice.due = invoice.due.minus(share);
  }
  const allocated = sum(allocations.map((allocation) => allocation.amount));
  if (allocated.gt(amount)) throw beyondPayment("the payment", amount, allocated);
  return allocations;
}

/** @param due what is still due of the invoice */
export function beyondDue(invoice: string, due: Decimal, share: Decimal) {
  return conflict(
    "allocation_exceeds_due",
    `${due} is due on ${invoice}, ${share} cannot be allocated to it.`,
    { due, amount: share },
  );
}

/** @param available what of the payment can still be allocated */
export function beyondPayment(payment: string, available: Decimal, share: Decimal) {
  return conflict(
    "allocation_exceeds_payment",
    `${share} cannot be allocated: of ${payment} there is ${available}.`,
    { available, amount: share },
  );
}
