import sql from "sql-template-tag";
import { lockCustomer } from "../customers/lock_customer.ts";
import type { Tx } from "../db/connect.ts";
import { type Decimal, isZero } from "../money/decimal.ts";
import { conflict, notFound, type Refusal } from "../errors.ts";
import type { ChequeState } from "./payment_words.ts";

export interface LockedInvoice {
  id: number;
  reference_no: string;
  customer_id: number;
  invoice_date: string;
  voided: boolean;
  total: Decimal;
  returned: Decimal;
  due: Decimal;
}

export interface LockedPayment {
  id: number;
  reference_no: string;
  customer_id: number;
  payment_date: string;
  amount: Decimal;
  method: string;
  account_id: number;
  cheque_state: ChequeState | null;
  cheque_date: string | null;
  cleared_on: string | null;
  pending: boolean;
  refunded: Decimal;
  /** the invoices that it is to pay once it is cleared; null: the oldest first */
  wanted: { invoice_id: number; amount: string }[] | null;
  reversed: boolean;
  on_account: Decimal;
  /** the day since which it counts, or its last refund was taken back; of a cheque in hand the day it came */
  counts_since: string;
  /** the first day on which what is on account was there: since it counts, and since it was last freed */
  available_on: string;
}

/** Locks an invoice's customer, and with him the invoice. @throws Refusal `not_found` */
export async function lockInvoice(tx: Tx, id: number): Promise<LockedInvoice> {
  const [found] = await tx.query<[{ customer_id: number }?]>(
    sql`select customer_id from invoices where id = ${id}`,
  );
  if (!found) throw notFound("Invoice", id);
  await lockCustomer(tx, found.customer_id);
  const [invoice] = await readInvoices(tx, [id]);
  return invoice;
}

/** Invoices as they stand under the lock of their customer; unknown ids are left out. */
export function readInvoices(tx: Tx, ids: number[]): Promise<LockedInvoice[]> {
  return tx.query<LockedInvoice[]>(sql`
    select id, reference_no, customer_id, invoice_date, voided_at is not null as voided, total, returned,
      due
    from invoices where id = any(${ids}::bigint[])`);
}

/**
 * The first day on which a locked invoice can be voided or its goods come back: its own, or the one on which
 * a return was last taken back. Before that the same goods would have come twice.
 */
export async function earliestReturn(
  tx: Tx,
  { id, customer_id, invoice_date }: LockedInvoice,
): Promise<string> {
  const [{ day }] = await tx.query<[{ day: string }]>(sql`
    select greatest(${invoice_date}::date, max(date)) as day from customer_ledger
    where customer_id = ${customer_id} and invoice_id = ${id} and type = 'credit_note_reversal'`);
  return day;
}

/** Locks a payment's customer, and with him the payment. @throws Refusal `not_found` */
export async function lockPayment(tx: Tx, id: number): Promise<LockedPayment> {
  const [found] = await tx.query<[{ customer_id: number }?]>(
    sql`select customer_id from payments where id = ${id}`,
  );
  if (!found) throw notFound("Payment", id);
  await lockCustomer(tx, found.customer_id);
  return (await readPayment(tx, id))!;
}

/** A payment as it stands under the lock of its customer. */
export async function readPayment(tx: Tx, id: number): Promise<LockedPayment | undefined> {
  const [payment] = await tx.query<[LockedPayment?]>(sql`
    select id, reference_no, customer_id, payment_date, amount, method, account_id, cheque_state,
      cheque_date, cleared_on, pending, refunded, wanted, reversed_at is not null as reversed,
      case when pending then 0 else amount - allocated - refunded end as on_account,
      counts_since, greatest(counts_since, (select max(a.allocated_on) from payment_allocations a
        where a.payment_id = payments.id and a.amount < 0)) as available_on
    from payments, lateral (select greatest(coalesce(cleared_on, payment_date), (
      select max(e.date) from customer_refunds r join customer_ledger e on e.refund_id = r.id
      where r.payment_id = payments.id and e.type = 'refund_reversal')) as counts_since) since
    where id = ${id}`);
  return payment;
}

export function alreadyVoid({ reference_no }: LockedInvoice): Refusal {
  return conflict("already_void", `${reference_no} is void.`);
}

/** @throws Refusal `record_in_use` */
export function refuseReturned({ reference_no, returned }: LockedInvoice): void {
  if (isZero(returned)) return;
  throw conflict(
    "record_in_use",
    `${returned} of ${reference_no} was returned; reverse its credit notes first.`,
    { returned },
  );
}

export function alreadyReversed({ reference_no }: LockedPayment): Refusal {
  return conflict("already_reversed", `${reference_no} was reversed.`);
}
