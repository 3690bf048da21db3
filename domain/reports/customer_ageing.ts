import sql, { type Sql } from "sql-template-tag";
import { accountAgeing } from "../customers/account.ts";
import { customerMatches } from "../customers/find_customers.ts";
import { sumByAge } from "../records/age_buckets.ts";
import { named } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { localMoney, text } from "../records/kinds.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { everybody, record } from "../records/record.ts";
import { asOf, report, stateQuery } from "./report.ts";

export const row = record(
  "CustomerAgeingRow",
  "a",
  everybody({
    ...named({
      example: { reference_no: "CUS-2026-000012", title: "Rahim Uddin" },
      id: { says: "The customer's.", sql: sql`c.id` },
      reference_no: sql`c.reference_no`,
      title: sql`c.name`,
    }),
    customer_name: text("The customer.", { example: "Rahim Uddin", sql: sql`c.name` }),
    phone: text("His phone.", { example: "01712-345678", nullable: true, sql: sql`c.phone` }),
    ...accountAgeing.fields,
    balance: localMoney("The buckets less on_account: what his ledger says he owes.", {
      example: 82500.5,
      seenBy: "everybody",
    }),
  }),
);

const sorts: Sorts = {
  balance: { by: sql`a.balance`, type: "numeric" },
  d90_plus: { by: sql`a.d90_plus`, type: "numeric" },
  name: { by: sql`lower(c.name)`, type: "text" },
};

/**
 * What customers owe by days past the due date on the evening of `as_of` (default today), everyone with
 * anything open; local currency. An opening debt is aged by its own date, and money on account counts
 * against it first, because no invoice carries it. Source: docs/overview.md, "Ageing".
 */
export default report({
  name: "customer-ageing",
  summary: "What customers owe, by days past the due date",
  may: "invoices.read",
  query: queryOf(stateQuery, { sorts }).extend({
    as_of: asOf,
    customer_id: field.id().optional().describe("Only this customer."),
  }),
  record: row,
  sums: ["not_due", "d0_30", "d31_60", "d61_90", "d90_plus", "on_account", "balance"],
  table: [
    "customer_name",
    "not_due",
    "d0_30",
    "d31_60",
    "d61_90",
    "d90_plus",
    "on_account",
    "balance",
  ],
  source: (query, actor) => ({
    from: sql`(${aged(query.as_of ?? actor.today, query.customer_id)}) a
      join customers c on c.id = a.customer_id`,
    id: sql`c.id`,
    sorts,
    defaultSort: "-balance",
    where: [
      sql`(a.not_due, a.d0_30, a.d31_60, a.d61_90, a.d90_plus, a.on_account) <> (0, 0, 0, 0, 0, 0)`,
      customerMatches(query.search),
    ],
  }),
});

/**
 * SQL: what every customer owes by age, so that the buckets less `on_account` are his ledger's balance. What
 * pays an invoice beyond its due of that evening, because its return was taken back later, is on account; what
 * was used of a payment before it was there is a debt of that day.
 */
export function aged(day: string, customerId?: number): Sql {
  const of = (column: Sql) => customerId === undefined ? sql`true` : sql`${column} = ${customerId}`;
  return sql`
    with rows as (
      select e.id, e.customer_id, e.date, e.type, e.debit - e.credit as amount, e.invoice_id, e.payment_id
      from customer_ledger e where ${of(sql`e.customer_id`)} and e.date <= ${day}::date),
    standing as (
      select r.* from rows r where r.type in ('opening', 'invoice', 'payment')
        and not exists (select from customer_ledger mirror
          where mirror.reverses_id = r.id and mirror.date <= ${day}::date)),
    stood as (
      select a.payment_id, a.invoice_id, a.amount
      from payment_allocations a join standing p on p.payment_id = a.payment_id
        join standing i on i.invoice_id = a.invoice_id
      where a.allocated_on <= ${day}::date),
    open as (
      select r.customer_id, ${day}::date - i.due_date as days, r.amount - coalesce(s.amount, 0)
        + coalesce((select sum(back.amount) from rows back where back.invoice_id = r.invoice_id
          and back.type in ('credit_note', 'credit_note_reversal')), 0) as due
      from standing r join invoices i on i.id = r.invoice_id
        left join (select invoice_id, sum(amount) as amount from stood group by invoice_id) s
          on s.invoice_id = i.id),
    paid as (
      select r.customer_id, sum(-r.amount - coalesce(s.amount, 0)
        - coalesce((select sum(back.amount) from rows back where back.payment_id = r.payment_id
          and back.type in ('refund', 'refund_reversal')), 0)) as on_account
      from standing r
        left join (select payment_id, sum(amount) as amount from stood group by payment_id) s
          on s.payment_id = r.payment_id
      where r.payment_id is not null group by r.customer_id),
    accounts as (
      select c.id as customer_id, coalesce(paid.on_account, 0) - coalesce((select sum(o.due) from open o
          where o.customer_id = c.id and o.due < 0), 0) as on_account,
        coalesce(r.amount, 0) as opening, coalesce(${day}::date - r.date, 0) as days
      from customers c left join paid on paid.customer_id = c.id
        left join (select customer_id, sum(amount) as amount, max(date) as date from standing
          where type = 'opening' group by customer_id) r on r.customer_id = c.id
      where ${of(sql`c.id`)}),
    debts as (
      select customer_id, due, days from open where due > 0
      union all
      select customer_id, opening - on_account, days from accounts where opening > on_account),
    buckets as (
      select customer_id,
        coalesce(sum(due) filter (where days < 0), 0) as not_due,
        ${sumByAge(sql`due`)}, sum(due) as owed
      from debts group by customer_id)
    select s.customer_id, coalesce(b.not_due, 0) as not_due, coalesce(b.d0_30, 0) as d0_30,
      coalesce(b.d31_60, 0) as d31_60, coalesce(b.d61_90, 0) as d61_90,
      coalesce(b.d90_plus, 0) as d90_plus, greatest(0, s.on_account - s.opening) as on_account,
      coalesce(b.owed, 0) - greatest(0, s.on_account - s.opening) as balance
    from accounts s left join buckets b on b.customer_id = s.customer_id`;
}

/** SQL: cheques received up to a day that had paid nothing by its evening, nor been given up; per customer. */
export function chequesInHand(day: string): Sql {
  return sql`
    select p.customer_id, sum(p.amount) as amount from payments p
    where p.method = 'cheque' and p.payment_date <= ${day}::date
      and not exists (select from customer_ledger e
        where e.payment_id = p.id and e.type = 'payment' and e.date <= ${day}::date)
      and (p.reversed_on is null or p.reversed_on > ${day}::date)
    group by p.customer_id`;
}
