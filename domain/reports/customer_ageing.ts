import sql, { type Sql } from "sql-template-tag";
import { business } from "../business/business.ts";
import { accountAgeing } from "../customers/account.ts";
import { customerMatches } from "../customers/find_customers.ts";
import { sumByAge } from "../records/age_buckets.ts";
import { named } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { localMoney, text } from "../records/kinds.ts";
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

/**
 * What customers owe by days past the due date on the evening of `as_of` (default today), everyone with
 * anything open; local currency. An opening debt is aged by its own date, and money on account counts
 * against it first, because no invoice carries it. Source: docs/overview.md, "Ageing".
 */
export default report({
  name: "customer-ageing",
  summary: "What customers owe, by days past the due date",
  may: "invoices.read",
  query: stateQuery.extend({
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
