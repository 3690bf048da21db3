import sql, { join, raw } from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import { ofCustomer } from "../customers/find_customers.ts";
import type { Db } from "../db/connect.ts";
import { many } from "../records/embedded.ts";
import * as field from "../records/fields.ts";
import { date, id, localMoney, type Reader, text } from "../records/kinds.ts";
import { lookUp } from "../records/look_up.ts";
import { type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { withRows } from "../records/with_rows.ts";
import { everybody, record } from "../records/record.ts";
import {
  type Invoice,
  invoice,
  invoiceStatuses,
  invoiceTables,
  statusConditions,
} from "./invoice.ts";
import { creditNote } from "./credit_note.ts";
import { invoiceLine } from "./invoice_line.ts";
import { readOne } from "../records/read_one.ts";

const payment = record(
  "InvoicePayment",
  "a",
  everybody({
    payment_id: id("The payment.", { example: 18 }),
    reference_no: text("Its number.", { example: "PAY-2026-000018" }),
    payment_date: date("The day it counts for.", { example: "2026-03-02" }),
    method: text("How it came in.", { example: "cash" }),
    amount: localMoney("What it pays of this invoice.", { example: 5000, seenBy: "everybody" }),
  }),
);

const challan = (column: string) =>
  sql`(select v.${raw(column)} from vat_challans v where v.kind = '6.3' and v.invoice_id = i.id)`;

export const invoiceDetail = record(
  "InvoiceDetail",
  "i",
  everybody({
    ...invoice.fields,
    items: many(invoiceLine, "Its lines.", {
      from: sql`from invoice_items l left join products p on p.id = l.product_id
        left join stock_movements m on m.source_type = 'invoice' and m.source_id = l.invoice_id
          and m.source_line_id = l.id and m.kind = 'invoice'
        where l.invoice_id = i.id`,
    }),
    payments: many(payment, "What each payment pays of it.", {
      from: sql`from (
        select p.id as payment_id, p.reference_no, p.payment_date, p.method, sum(a.amount) as amount
        from payment_allocations a join payments p on p.id = a.payment_id
        where a.invoice_id = i.id group by p.id having sum(a.amount) > 0) a`,
      order: sql`r.payment_id`,
    }),
    returns: many(
      creditNote.part(["id", "reference_no", "return_date", "total", "reason", "reversed_at"]),
      "The credit notes of it.",
      { from: sql`from credit_notes n where n.invoice_id = i.id` },
    ),
    vat_challan_id: id("Its tax invoice (Mushak 6.3), where one was issued.", {
      example: 41,
      nullable: true,
      sql: challan("id"),
    }),
    vat_challan_reference_no: text("That paper's number.", {
      example: "VCH-2026-000041",
      nullable: true,
      sql: challan("reference_no"),
    }),
    cheques_in_hand: localMoney("Cheques that are to pay it and are not cleared yet.", {
      example: 0,
      seenBy: "everybody",
      sql: sql`(select coalesce(sum((w.each->>'amount')::numeric), 0)
        from payments cheque, jsonb_array_elements(cheque.wanted) as w (each)
        where cheque.pending and cheque.customer_id = i.customer_id
          and (w.each->>'invoice_id')::bigint = i.id)`,
    }),
  }),
);
export type InvoiceDetail = z.output<typeof invoiceDetail.schema>;

const sorts: Sorts = {
  invoice_date: { by: sql`i.invoice_date`, type: "date" },
  due_date: { by: sql`i.due_date`, type: "date" },
  total: { by: sql`i.total`, type: "numeric" },
  due: { by: sql`i.due`, type: "numeric" },
  created_at: { by: sql`i.created_at`, type: "timestamptz" },
};

export const listedInvoice = withRows("ListedInvoice", invoice, invoiceDetail);
export const invoiceQuery = queryOf(recordQuery, { sorts, day: "invoice_date" }).extend({
  include: listedInvoice.include,
  status: wordList(invoiceStatuses, "Only those in these statuses today."),
  customer_id: field.id().optional().describe("Only this customer's."),
});

/**
 * Invoices, newest first. `search` looks at number, notes and the customer's name, company, number,
 * e-mail and phone; `from` and `to` at the invoice date.
 */
export function listInvoices(
  db: Db,
  actor: Actor,
  query: z.output<typeof invoiceQuery>,
): Promise<Page<Invoice>> {
  const conditions = statusConditions(actor.today);
  return recordPage<Invoice>(db, query, {
    ...listedInvoice.listed(actor, query.include),
    from: invoiceTables,
    id: sql`i.id`,
    sorts,
    where: [
      query.status &&
      sql`(${join([sql`false`, ...query.status.map((status) => conditions[status])], " or ")})`,
      query.customer_id !== undefined && sql`i.customer_id = ${query.customer_id}`,
      query.from !== undefined && sql`i.invoice_date >= ${query.from}::date`,
      query.to !== undefined && sql`i.invoice_date <= ${query.to}::date`,
      lookUp(query.search, [sql`i.reference_no`, sql`i.notes`], [
        ofCustomer(sql`i.customer_id`),
      ]),
    ],
  });
}

/** A customer's latest invoices by date, at most `count`. */
export function latestInvoices(
  db: Db,
  reader: Reader,
  customerId: number,
  count: number,
): Promise<Invoice[]> {
  return db.query<Invoice[]>(sql`
    select ${invoice.columns(reader)} from ${invoiceTables} where i.customer_id = ${customerId}
    order by i.invoice_date desc, i.id desc limit ${count}`);
}

/** One invoice with its lines and what pays it; one statement. @throws Refusal `not_found` */
export async function findInvoice(db: Db, reader: Reader, id: number): Promise<InvoiceDetail> {
  return await readOne<InvoiceDetail>(
    db,
    sql`select ${invoiceDetail.columns(reader)} from ${invoiceTables} where i.id = ${id}`,
    "Invoice",
    id,
  );
}
