import sql from "sql-template-tag";
import { stands } from "../sales/invoice.ts";
import { collectedOn } from "../sales/find_payments.ts";
import { moneyMethods } from "../sales/payment.ts";
import { anyOf } from "../records/any_of.ts";
import type { Check } from "./check.ts";

/** Invariants 11 and 12: what customers owe, and what of it is paid. */
export const customerChecks: Check[] = [{
  name: "invoice_totals",
  holds: "The lines of every invoice sum to its subtotal",
  differences: sql`
    select i.reference_no as record, format('subtotal %s, its lines give %s',
      i.subtotal, coalesce(line.amount, 0)) as problem
    from invoices i left join (
      select invoice_id, sum(amount) as amount from invoice_items group by invoice_id) line
      on line.invoice_id = i.id
    where i.subtotal <> coalesce(line.amount, 0)
    order by i.id`,
}, {
  name: "invoices_paid",
  holds: "What is paid of each invoice is the sum of its allocations",
  differences: sql`
    select i.reference_no as record, format('%s paid, its allocations give %s',
      i.paid, coalesce(a.amount, 0)) as problem
    from invoices i left join (
      select invoice_id, sum(amount) as amount from payment_allocations group by invoice_id) a
      on a.invoice_id = i.id
    where i.paid <> coalesce(a.amount, 0)
    order by i.id`,
}, {
  name: "sales_days",
  holds:
    "What is kept of each day's invoices is the sum of those that stand, and what is due of them",
  differences: sql`
    select coalesce(d.day, i.day)::text as record, format('%s, %s due as kept, %s, %s due by the invoices',
      coalesce(d.total, 0), coalesce(d.due, 0), coalesce(i.total, 0), coalesce(i.due, 0)) as problem
    from sales_days d full join (
      select invoice_date as day, sum(case when ${stands} then total else 0 end) as total,
        sum(greatest(due, 0)) as due
      from invoices i group by 1) i on i.day = d.day
    where (coalesce(d.total, 0), coalesce(d.due, 0)) <> (coalesce(i.total, 0), coalesce(i.due, 0))
    order by 1`,
}, {
  name: "collection_days",
  holds: "What is kept of each day's collections is the sum of the money that came",
  differences: sql`
    select coalesce(d.day, p.day)::text as record, format('%s as kept, %s by the payments',
      coalesce(d.amount, 0), coalesce(p.amount, 0)) as problem
    from collection_days d full join (
      select ${collectedOn} as day, sum(p.amount) as amount from payments p
      where p.reversed_at is null and not p.pending and p.method = ${anyOf(moneyMethods)}
      group by 1) p on p.day = d.day
    where coalesce(d.amount, 0) <> coalesce(p.amount, 0)
    order by 1`,
}, {
  name: "payments_allocated",
  holds: "What is used of each payment is the sum of its allocations",
  differences: sql`
    select p.reference_no as record, format('%s allocated, its allocations give %s',
      p.allocated, coalesce(a.amount, 0)) as problem
    from payments p left join (
      select payment_id, sum(amount) as amount from payment_allocations group by payment_id) a
      on a.payment_id = p.id
    where p.allocated <> coalesce(a.amount, 0)
    order by p.id`,
}, {
  name: "payments_refunded",
  holds: "What was given back of each payment is the sum of its refunds that stand",
  differences: sql`
    select p.reference_no as record, format('%s given back, its refunds give %s',
      p.refunded, coalesce(r.amount, 0)) as problem
    from payments p left join (select payment_id, sum(amount) as amount from customer_refunds
      where reversed_at is null group by payment_id) r on r.payment_id = p.id
    where p.refunded <> coalesce(r.amount, 0)
    order by p.id`,
}, {
  name: "customer_ledger_documents",
  holds: "Every invoice, payment, void and reversal stands in the customer ledger with its amount",
  differences: sql`
    with document as (
      select customer_id, reference_no, total as amount, voided_at is not null as undone
      from invoices where total > 0
      union all
      select customer_id, reference_no, -amount, reversed_at is not null from payments p
      where not pending and exists (select from customer_ledger l where l.payment_id = p.id)
      union all
      select customer_id, reference_no, -total, reversed_at is not null from credit_notes
      where total > 0),
    entry as (
      select customer_id, reference_no,
        sum(debit - credit) filter (where type in ('invoice', 'payment', 'credit_note')) as amount,
        sum(debit - credit) filter (where type in ('invoice_void', 'payment_reversal', 'credit_note_reversal'))
          as undone
      from customer_ledger where type not in ('opening', 'opening_reversal', 'refund',
        'refund_reversal') group by customer_id, reference_no)
    select coalesce(d.reference_no, e.reference_no) as record,
      format('%s %s on the document, %s and taken back %s in the ledger', coalesce(d.amount, 0),
        case when d.undone then 'and undone' else 'and standing' end, coalesce(e.amount, 0),
        coalesce(e.undone, 0)) as problem
    from document d full join entry e using (customer_id, reference_no)
    where d.amount is distinct from e.amount
      or coalesce(e.undone, 0) <> case when d.undone then -d.amount else 0 end
    order by 1`,
}, {
  name: "customer_balances",
  holds:
    "What each customer owes is his opening balance, his invoices less returns and his payments less refunds",
  differences: sql`
    select c.reference_no as record, format('the ledger says %s, his documents give %s',
      coalesce(l.balance, 0), c.opening_balance + coalesce(i.total, 0) - coalesce(p.amount, 0))
      as problem
    from customers c
      left join (select customer_id, sum(debit - credit) as balance
        from customer_ledger group by customer_id) l on l.customer_id = c.id
      left join (select customer_id, sum(total - returned) as total
        from invoices where voided_at is null group by customer_id) i on i.customer_id = c.id
      left join (select customer_id, sum(amount - refunded) as amount
        from payments where reversed_at is null and not pending group by customer_id) p on p.customer_id = c.id
    where coalesce(l.balance, 0)
      <> c.opening_balance + coalesce(i.total, 0) - coalesce(p.amount, 0)
    order by c.id`,
}, {
  name: "kept_customer_balances",
  holds: "What is kept of each customer is the sum of his ledger",
  differences: sql`
    select c.reference_no as record, format('%s as kept, %s by the ledger',
      coalesce(b.balance, 0), coalesce(l.balance, 0)) as problem
    from customer_balances b full join (
      select customer_id, sum(debit - credit) as balance
      from customer_ledger group by customer_id) l using (customer_id)
      join customers c on c.id = customer_id
    where b.balance is distinct from l.balance
    order by c.id`,
}];
