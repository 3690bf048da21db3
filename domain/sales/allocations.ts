import sql, { type Sql } from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { inOpenPeriod } from "../journal/period.ts";
import type { Decimal } from "../money/decimal.ts";

/** So much of a payment for an invoice; below zero: so much taken back. Local currency. */
export interface Allocation {
  payment_id: number;
  invoice_id: number;
  amount: Decimal;
}

/**
 * Appends allocations and moves `invoices.paid` and `payments.allocated` with them. The only place that
 * writes any of the three. The customer is locked and the amounts were judged. They count from `day`, but
 * never before both the payment and the invoice do, nor is anything taken back before it was given.
 *
 * @param written the payment itself: one that is new tells already what is allocated of it
 * @throws Refusal `period_closed`
 */
export async function writeAllocations(
  tx: Tx,
  actor: Actor,
  allocations: Allocation[],
  day: string,
  written: "before" | "with its allocations" = "before",
): Promise<void> {
  if (allocations.length === 0) return;
  const payments = [...new Set(allocations.map(({ payment_id }) => payment_id))];
  const invoices = [...new Set(allocations.map(({ invoice_id }) => invoice_id))];
  await tx.later(inOpenPeriod(() =>
    tx.query(sql`
    with made as (
      insert into payment_allocations (payment_id, invoice_id, amount, allocated_on, created_at, created_by)
      select a.payment_id, a.invoice_id, a.amount,
        greatest(${day}::date, coalesce(p.cleared_on, p.payment_date), i.invoice_date, (
          select max(given.allocated_on) from payment_allocations given
          where a.amount < 0 and given.payment_id = p.id and given.invoice_id = i.id)),
        ${actor.now}::timestamptz, ${actor.userId}::bigint
      from jsonb_to_recordset(${JSON.stringify(allocations)}::jsonb)
          as a (payment_id bigint, invoice_id bigint, amount numeric)
        join payments p on p.id = a.payment_id join invoices i on i.id = a.invoice_id
      where p.id = any(${payments}::bigint[]) and i.id = any(${invoices}::bigint[])
      returning payment_id, invoice_id, amount),
    paid as (
      update invoices i set paid = i.paid + m.amount, updated_at = ${actor.now},
        version = i.version + 1
      from (select invoice_id, sum(amount) as amount from made group by invoice_id) m
      where i.id = m.invoice_id and i.id = any(${invoices}::bigint[]))
    ${written === "before" ? moveAllocated(actor, payments) : sql`select`}`)
  ));
}

function moveAllocated(actor: Actor, payments: number[]): Sql {
  return sql`
    update payments p set allocated = p.allocated + m.amount, updated_at = ${actor.now},
      version = p.version + 1
    from (select payment_id, sum(amount) as amount from made group by payment_id) m
    where p.id = m.payment_id and p.id = any(${payments}::bigint[])`;
}

/** Takes back whatever of a payment, or for an invoice, is still allocated: it is on account again. */
export async function takeBackAllocations(
  tx: Tx,
  actor: Actor,
  of: { payment_id: number } | { invoice_id: number },
  day: string,
): Promise<void> {
  const these = "payment_id" in of
    ? sql`payment_id = ${of.payment_id}`
    : sql`invoice_id = ${of.invoice_id}`;
  const standing = await tx.query<Allocation[]>(sql`
    select payment_id, invoice_id, sum(amount) as amount from payment_allocations where ${these}
    group by payment_id, invoice_id having sum(amount) > 0 order by payment_id, invoice_id`);
  await writeAllocations(
    tx,
    actor,
    standing.map((allocation) => ({ ...allocation, amount: allocation.amount.neg() })),
    day,
  );
}

export type Freed = Allocation & { reference_no: string; since: string };

/**
 * Takes back so much of what was allocated to an invoice, the latest payment first: it is on account again.
 * @returns how much of each payment, and since when that paid the invoice
 */
export async function freeAllocations(
  tx: Tx,
  actor: Actor,
  invoice_id: number,
  amount: Decimal,
  day: string,
): Promise<Freed[]> {
  if (amount.lte("0")) return [];
  const standing = await tx.query<Freed[]>(sql`
    select a.payment_id, p.reference_no, sum(a.amount) as amount, max(a.allocated_on) as since
    from payment_allocations a join payments p on p.id = a.payment_id
    where a.invoice_id = ${invoice_id} group by p.id, a.payment_id having sum(a.amount) > 0
    order by a.payment_id desc`);
  let left = amount;
  const freed = standing.flatMap((each) => {
    const part = each.amount.lt(left) ? each.amount : left;
    left = left.minus(part);
    return part.gt("0") ? [{ ...each, invoice_id, amount: part }] : [];
  });
  await writeAllocations(
    tx,
    actor,
    freed.map(({ payment_id, amount }) => ({ payment_id, invoice_id, amount: amount.neg() })),
    day,
  );
  return freed;
}

/**
 * Shares an amount over what is due, in the order given, until it is used up. What is left stays on
 * account. Source: docs/records.md, "Payment".
 */
export function shareInOrder(
  amount: Decimal,
  open: { id: number; due: Decimal }[],
): { invoice_id: number; amount: Decimal }[] {
  const shares = [];
  let left = amount;
  for (const { id, due } of open) {
    const share = left.lt(due) ? left : due;
    if (share.lte("0")) continue;
    shares.push({ invoice_id: id, amount: share });
    left = left.minus(share);
  }
  return shares;
}
