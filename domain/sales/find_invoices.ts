import sql, { join, type Sql } from "sql-template-tag";
import type { z } from "zod";
import { type Actor, may } from "../access/access.ts";
import { customerMatches } from "../customers/find_customers.ts";
import type { Db } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import * as field from "../records/fields.ts";
import { listPage, listQuery, type Page, wordList } from "../records/paging.ts";
import { type Invoice, type InvoiceDetail, invoiceStatuses } from "./invoice.ts";

type Status = typeof invoiceStatuses[number];

/**
 * When an invoice `i` has which status: exactly one holds. Paid and overdue are what they are today, so
 * no job has to notice. Source: docs/records.md, "Invoice".
 */
function statusConditions(today: string): Record<Status, Sql> {
  const overdue = sql`i.due_date < ${today}::date`;
  return {
    void: sql`i.voided_at is not null`,
    paid: sql`(i.voided_at is null and i.due = 0)`,
    overdue: sql`(i.due > 0 and ${overdue})`,
    partial: sql`(i.due > 0 and not ${overdue} and i.paid > 0)`,
    posted: sql`(i.due > 0 and not ${overdue} and i.paid = 0)`,
  };
}

export function columns(today: string): Sql {
  const statuses = join(
    Object.entries(statusConditions(today)).map(([status, holds]) =>
      sql`when ${holds} then ${status}`
    ),
    " ",
  );
  return sql`i.id, i.reference_no, concat(i.reference_no, ' – ', c.name) as title,
    case ${statuses} end as status, i.customer_id, c.name as customer_name, i.invoice_date,
    i.due_date, i.subtotal, i.discount, i.vat_percent, i.vat, i.total, i.paid, i.due, i.notes,
    i.source_type, i.source_id, i.source_reference_no, i.voided_at, i.voided_by, i.void_reason,
    i.created_at, i.updated_at, i.created_by, i.version`;
}

export const tables = sql`invoices i join customers c on c.id = i.customer_id`;

/**
 * Puts cost and margin beside the invoices of `page`. What goods cost is in the movements that took
 * them from stock: the invoice's own, or those of the ticket that it bills.
 */
function withMargin(page: Sql): Sql {
  return sql`
    with page as (${page})
    select page.*, goods.cost, page.subtotal - page.discount - goods.cost as margin
    from page cross join lateral (
      select coalesce((
        select -sum(m.value) from stock_movements m
        where m.source_type = 'invoice' and m.source_id = page.id and m.kind = 'invoice'), (
        select sum(part.cost) from service_ticket_parts part
        where page.source_type = 'ticket' and part.ticket_id = page.source_id
          and not part.is_warranty), 0) as cost) goods`;
}

export const invoiceQuery = listQuery.extend({
  status: wordList(invoiceStatuses).optional(),
  customer_id: field.id().optional(),
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
  return listPage<Invoice>(db, query, {
    columns: columns(actor.today),
    from: tables,
    id: sql`i.id`,
    sorts: {
      invoice_date: { by: sql`i.invoice_date`, type: "date" },
      due_date: { by: sql`i.due_date`, type: "date" },
      total: { by: sql`i.total`, type: "numeric" },
      due: { by: sql`i.due`, type: "numeric" },
      created_at: { by: sql`i.created_at`, type: "timestamptz" },
    },
    where: [
      query.status &&
      sql`(${join([sql`false`, ...query.status.map((status) => conditions[status])], " or ")})`,
      query.customer_id !== undefined && sql`i.customer_id = ${query.customer_id}`,
      query.from !== undefined && sql`i.invoice_date >= ${query.from}::date`,
      query.to !== undefined && sql`i.invoice_date <= ${query.to}::date`,
      customerMatches(query.search, [sql`i.reference_no`, sql`i.notes`]),
    ],
    around: may(actor, "costs.read") ? withMargin : undefined,
  });
}

/** A customer's latest invoices by date, at most `count`. */
export function latestInvoices(
  db: Db,
  customerId: number,
  today: string,
  count: number,
): Promise<Invoice[]> {
  const rows = sql`
    select ${columns(today)} from ${tables} where i.customer_id = ${customerId}
    order by i.invoice_date desc, i.id desc limit ${count}`;
  return db.query<Invoice[]>(
    sql`${withMargin(rows)} order by page.invoice_date desc, page.id desc`,
  );
}

const items = sql`(
  select json_agg(json_build_object('id', l.id, 'product_id', l.product_id, 'sku', p.sku,
      'unit', p.unit, 'description', l.description, 'quantity', l.quantity,
      'unit_price', l.unit_price, 'discount', l.discount, 'discount_percent', l.discount_percent,
      'amount', l.amount, 'serial_numbers', l.serial_numbers, 'warranty_months', l.warranty_months,
      'warranty_until', case when l.warranty_months > 0
        then (i.invoice_date + make_interval(months => l.warranty_months))::date end,
      'cost', coalesce(-m.value, 0), 'margin', l.amount + coalesce(m.value, 0)) order by l.id)
  from invoice_items l left join products p on p.id = l.product_id
    left join stock_movements m on m.source_type = 'invoice' and m.source_id = l.invoice_id
      and m.source_line_id = l.id and m.kind = 'invoice'
  where l.invoice_id = i.id)`;

const payments = sql`(
  select coalesce(json_agg(a order by a.payment_id), '[]'::json)
  from (
    select p.id as payment_id, p.reference_no, p.payment_date, p.method, sum(a.amount) as amount
    from payment_allocations a join payments p on p.id = a.payment_id
    where a.invoice_id = i.id group by p.id having sum(a.amount) > 0) a)`;

/** One invoice with its lines and what pays it; one statement. @throws Refusal `not_found` */
export async function findInvoice(db: Db, actor: Actor, id: number): Promise<InvoiceDetail> {
  const [invoice] = await db.query<[InvoiceDetail?]>(withMargin(sql`
    select ${columns(actor.today)}, ${items} as items, ${payments} as payments
    from ${tables} where i.id = ${id}`));
  if (!invoice) throw notFound("Invoice", id);
  return invoice;
}
