import sql, { join } from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import { addDays } from "../business/calendar.ts";
import { ofCustomer } from "../customers/find_customers.ts";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { withAliases } from "../records/input.ts";
import type { Reader } from "../records/kinds.ts";
import { lookUp } from "../records/look_up.ts";
import { type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { withRows } from "../records/with_rows.ts";
import {
  methodAliases,
  type Payment,
  payment,
  paymentConditions,
  type PaymentDetail,
  paymentDetail,
  paymentStatuses,
  paymentTables,
} from "./payment.ts";
import { chequeStates, paymentMethods } from "./payment_words.ts";
import { readOne } from "../records/read_one.ts";

const sorts: Sorts = {
  payment_date: { by: sql`p.payment_date`, type: "date" },
  cheque_date: { by: sql`coalesce(p.cheque_date, p.payment_date)`, type: "date" },
  amount: { by: sql`p.amount`, type: "numeric" },
  created_at: { by: sql`p.created_at`, type: "timestamptz" },
};

/** The day money came in: of a cheque that of its clearing. */
export const collectedOn = sql`coalesce(p.cleared_on, p.payment_date)`;

export const listedPayment = withRows("ListedPayment", payment, paymentDetail);
export const paymentQuery = withAliases(
  queryOf(recordQuery, { sorts, day: "payment_date" }).extend({
    include: listedPayment.include,
    status: wordList(paymentStatuses, "Only those in these statuses."),
    customer_id: field.id().optional().describe("Only this customer's."),
    method: wordList(paymentMethods, "Only those by these ways.", methodAliases),
    cheque_state: wordList(chequeStates, "Only cheques that are so far."),
    cheque_due_by: field.date().optional()
      .describe("Only cheques not cleared yet, of this day or before."),
    collected_from: field.date().optional()
      .describe("Only what came in on this day or after; a cheque on the day it was cleared."),
    collected_to: field.date().optional()
      .describe("Only what came in on this day or before; a cheque on the day it was cleared."),
    on_account: field.flag().optional().describe(
      "True: with money left on account; false: without.",
    ),
  }),
  { payment_method: "method", payment_mode: "method" },
);

/**
 * Customers' payments, newest first. `search` looks at number, reference, cheque number, note and the
 * customer's name, company, number, e-mail and phone; `from` and `to` at the payment date.
 */
export function listPayments(
  db: Db,
  actor: Actor,
  query: z.output<typeof paymentQuery>,
): Promise<Page<Payment>> {
  const onAccount =
    sql`(p.reversed_at is null and not p.pending and p.amount > p.allocated + p.refunded)`;
  return recordPage<Payment>(db, query, {
    ...listedPayment.listed(actor, query.include),
    from: paymentTables,
    id: sql`p.id`,
    sorts,
    where: [
      query.status &&
      sql`(${
        join([sql`false`, ...query.status.map((status) => paymentConditions[status])], " or ")
      })`,
      query.cheque_state !== undefined && sql`p.cheque_state = any(${query.cheque_state}::text[])`,
      query.cheque_due_by !== undefined &&
      sql`(p.pending and p.cheque_date <= ${query.cheque_due_by}::date)`,
      query.customer_id !== undefined && sql`p.customer_id = ${query.customer_id}`,
      query.method !== undefined && sql`p.method = any(${query.method}::text[])`,
      query.collected_from !== undefined &&
      sql`(not p.pending and ${collectedOn} >= ${query.collected_from}::date)`,
      query.collected_to !== undefined &&
      sql`(not p.pending and ${collectedOn} <= ${query.collected_to}::date)`,
      query.on_account !== undefined && sql`${onAccount} = ${query.on_account}`,
      query.from !== undefined && sql`p.payment_date >= ${query.from}::date`,
      query.to !== undefined && sql`p.payment_date <= ${query.to}::date`,
      lookUp(query.search, [
        sql`p.reference_no`,
        sql`p.reference`,
        sql`p.cheque_number`,
        sql`p.note`,
      ], [ofCustomer(sql`p.customer_id`)]),
    ],
  });
}

/**
 * One payment with what it pays, the oldest invoice first, and its papers; one statement.
 * @throws Refusal `not_found`
 */
export async function findPayment(db: Db, reader: Reader, id: number): Promise<PaymentDetail> {
  return await readOne<PaymentDetail>(
    db,
    sql`select ${paymentDetail.columns(reader)} from ${paymentTables} where p.id = ${id}`,
    "Payment",
    id,
  );
}

/** The day up to which a cheque is due this week. */
export function dueThisWeek(today: string): string {
  return addDays(today, 7);
}
