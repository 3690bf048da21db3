import sql from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import { customerMatches } from "../customers/find_customers.ts";
import type { Db } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import * as field from "../records/fields.ts";
import { withAliases } from "../records/input.ts";
import { listPage, listQuery, type Page, wordList } from "../records/paging.ts";
import { uploadsJson } from "../uploads/find_uploads.ts";
import {
  methodAliases,
  moneyReceivedAliases,
  type Payment,
  type PaymentDetail,
  paymentStatuses,
} from "./payment.ts";
import { paymentMethods } from "./payment_words.ts";

export const columns = sql`p.id, p.reference_no, concat(p.reference_no, ' – ', c.name) as title,
  case when p.reversed_at is null then 'posted' else 'reversed' end as status, p.customer_id,
  c.name as customer_name, p.amount, p.payment_date, p.method, p.reference, p.cheque_number,
  p.cheque_date, p.note, p.allocated,
  case when p.reversed_at is null then p.amount - p.allocated else 0 end as on_account,
  p.reversed_at, p.reversed_by, p.reversal_reason, p.created_at, p.updated_at, p.created_by,
  p.version`;

export const tables = sql`payments p join customers c on c.id = p.customer_id`;

export const paymentQuery = withAliases(
  listQuery.extend({
    status: wordList(paymentStatuses).optional(),
    customer_id: field.id().optional(),
    method: wordList(paymentMethods, methodAliases).optional(),
    /** true: with money left on account */
    on_account: field.flag().optional(),
  }),
  moneyReceivedAliases,
);

/**
 * Customers' payments, newest first. `search` looks at number, reference, cheque number, note and the
 * customer's name, company, number, e-mail and phone; `from` and `to` at the payment date.
 */
export function listPayments(
  db: Db,
  query: z.output<typeof paymentQuery>,
): Promise<Page<Payment>> {
  const onAccount = sql`(p.reversed_at is null and p.amount > p.allocated)`;
  return listPage<Payment>(db, query, {
    columns,
    from: tables,
    id: sql`p.id`,
    sorts: {
      payment_date: { by: sql`p.payment_date`, type: "date" },
      amount: { by: sql`p.amount`, type: "numeric" },
      created_at: { by: sql`p.created_at`, type: "timestamptz" },
    },
    where: [
      query.status?.length === 1 && sql`(p.reversed_at is null) = ${query.status[0] === "posted"}`,
      query.customer_id !== undefined && sql`p.customer_id = ${query.customer_id}`,
      query.method !== undefined && sql`p.method = any(${query.method}::text[])`,
      query.on_account !== undefined && sql`${onAccount} = ${query.on_account}`,
      query.from !== undefined && sql`p.payment_date >= ${query.from}::date`,
      query.to !== undefined && sql`p.payment_date <= ${query.to}::date`,
      customerMatches(query.search, [
        sql`p.reference_no`,
        sql`p.reference`,
        sql`p.cheque_number`,
        sql`p.note`,
      ]),
    ],
  });
}

/**
 * One payment with what it pays, the oldest invoice first, and its papers; one statement.
 * @throws Refusal `not_found`
 */
export async function findPayment(db: Db, actor: Actor, id: number): Promise<PaymentDetail> {
  const [payment] = await db.query<[PaymentDetail?]>(sql`
    select ${columns}, (
      select coalesce(json_agg(json_build_object('invoice_id', a.invoice_id,
          'reference_no', a.reference_no, 'amount', a.amount)
        order by a.invoice_date, a.invoice_id), '[]'::json)
      from (
        select i.id as invoice_id, i.invoice_date, i.reference_no, sum(a.amount) as amount
        from payment_allocations a join invoices i on i.id = a.invoice_id
        where a.payment_id = p.id group by i.id having sum(a.amount) > 0) a) as allocations,
      ${uploadsJson(actor, "payment", sql`p.id`)}
    from ${tables} where p.id = ${id}`);
  if (!payment) throw notFound("Payment", id);
  return payment;
}
