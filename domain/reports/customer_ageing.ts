import sql, { type Sql } from "sql-template-tag";
import { z } from "zod";
import { sumByAge } from "../records/age_buckets.ts";
import * as answer from "../records/answers.ts";
import { business } from "../business/business.ts";
import { accountAgeing } from "../customers/account.ts";
import { customerMatches } from "../customers/find_customers.ts";
import * as field from "../records/fields.ts";
import { report, stateQuery, total } from "./report.ts";

export const customerAgeingRecord = z.object({
  /** the customer's */
  id: answer.id,
  reference_no: answer.text,
  title: answer.text,
  customer_name: answer.text,
  phone: answer.text.nullable(),
  ...accountAgeing.shape,
  /** the buckets less `on_account`: what his ledger says he owes */
  balance: answer.number,
}).meta({ id: "CustomerAgeingRow" });

/**
 * What customers owe by days past the due date on the evening of `as_of` (default today), everyone with
 * anything open; local currency. An opening debt is aged by its own date, and money on account counts
 * against it first, because no invoice carries it. Source: docs/overview.md, "Ageing".
 */
export const customerAgeing = report({
  name: "customer-ageing",
  summary: "What customers owe, by days past the due date",
  may: "invoices.read",
  query: stateQuery.extend({
    as_of: field.date().optional(),
    customer_id: field.id().optional(),
  }),
  record: customerAgeingRecord,
  source: (query, actor) => ({
    columns: sql`c.id, c.reference_no, c.name as title, c.name as customer_name, c.phone,
      a.not_due, a.d0_30, a.d31_60, a.d61_90, a.d90_plus, a.on_account, a.balance`,
    from: sql`(${aged(query.as_of ?? actor.today, query.customer_id)}) a
      join customers c on c.id = a.customer_id`,
    id: sql`c.id`,
    sorts: {
      balance: { by: sql`a.balance`, type: "numeric" },
      d90_plus: { by: sql`a.d90_plus`, type: "numeric" },
      name: { by: sql`lower(c.name)`, type: "text" },
    },
    defaultSort: "-balance",
    where: [
      sql`(a.not_due, a.d0_30, a.d31_60, a.d61_90, a.d90_plus, a.on_account) <> (0, 0, 0, 0, 0, 0)`,
      customerMatches(query.search, []),
    ],
    totals: {
      not_due: total(sql`a.not_due`),
      d0_30: total(sql`a.d0_30`),
      d31_60: total(sql`a.d31_60`),
      d61_90: total(sql`a.d61_90`),
      d90_plus: total(sql`a.d90_plus`),
      on_account: total(sql`a.on_account`),
      balance: total(sql`a.balance`),
    },
  }),
});

function aged(day: string, customerId: number | undefined): Sql {
  const of = (column: Sql) => customerId === undefined ? sql`true` : sql`${column} = ${customerId}`;
  return sql`
    with stood as (${allocationsUpTo(day, of(sql`p.customer_id`))}),
    open as (
      select i.customer_id, i.total - coalesce(s.amount, 0) as due, ${day}::date - i.due_date as days
      from invoices i
        left join (select invoice_id, sum(amount) as amount from stood group by invoice_id) s
          on s.invoice_id = i.id
      where ${of(sql`i.customer_id`)} and i.invoice_date <= ${day}::date
        and (i.voided_at is null
          or greatest(i.invoice_date, ${businessDay(sql`i.voided_at`)}) > ${day}::date)),
    paid as (
      select p.customer_id, sum(p.amount - coalesce(s.amount, 0)) as on_account
      from payments p
        left join (select payment_id, sum(amount) as amount from stood group by payment_id) s
          on s.payment_id = p.id
      where ${of(sql`p.customer_id`)} and p.payment_date <= ${day}::date
        and (p.reversed_at is null
          or greatest(p.payment_date, ${businessDay(sql`p.reversed_at`)}) > ${day}::date)
      group by p.customer_id),
    standing as (
      select c.id as customer_id, coalesce(paid.on_account, 0) as on_account,
        coalesce(e.debit - e.credit, 0) as opening, ${day}::date - e.date as days
      from customers c left join paid on paid.customer_id = c.id
        left join customer_ledger e on e.customer_id = c.id and e.type = 'opening'
          and e.date <= ${day}::date
      where ${of(sql`c.id`)}),
    debts as (
      select customer_id, due, days from open
      union all
      select customer_id, opening - on_account, days from standing where opening > on_account),
    buckets as (
      select customer_id,
        coalesce(sum(due) filter (where days < 0), 0) as not_due,
        ${sumByAge(sql`due`)}, sum(due) as owed
      from debts group by customer_id)
    select s.customer_id, coalesce(b.not_due, 0) as not_due, coalesce(b.d0_30, 0) as d0_30,
      coalesce(b.d31_60, 0) as d31_60, coalesce(b.d61_90, 0) as d61_90,
      coalesce(b.d90_plus, 0) as d90_plus, greatest(0, s.on_account - s.opening) as on_account,
      coalesce(b.owed, 0) - greatest(0, s.on_account - s.opening) as balance
    from standing s left join buckets b on b.customer_id = s.customer_id`;
}

/**
 * What of payments stood against invoices that evening. What came in and was shared out in one go counts
 * from the payment's date, even if it was entered days later; what was shared out or taken back
 * afterwards, from that day; and nothing before both documents are there.
 */
function allocationsUpTo(day: string, ofCustomer: Sql): Sql {
  return sql`
    select a.payment_id, a.invoice_id, a.amount
    from payment_allocations a join payments p on p.id = a.payment_id
      join invoices i on i.id = a.invoice_id
    where ${ofCustomer} and greatest(p.payment_date, i.invoice_date,
      case when a.created_at > p.created_at then ${
    businessDay(sql`a.created_at`)
  } end) <= ${day}::date`;
}

function businessDay(instant: Sql): Sql {
  return sql`(${instant} at time zone ${business.timeZone})::date`;
}
