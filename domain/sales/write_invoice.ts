import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import type { StockedProduct } from "../stock/post_movements.ts";
import type { NewInvoice } from "./invoice.ts";
import type { Totals } from "./totals.ts";

/** The document whose goods an invoice bills: they left stock with it, so the invoice moves none. */
export interface InvoiceSource {
  type: "ticket";
  id: number;
  reference_no: string;
}

export type DatedInvoice = NewInvoice & { invoice_date: string; due_date: string };

interface Numbered {
  invoice: DatedInvoice;
  totals: Totals;
  reference_no: string;
  source?: InvoiceSource;
}

export async function insertInvoice(
  tx: Tx,
  actor: Actor,
  { invoice, totals, reference_no, source }: Numbered,
): Promise<number> {
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into invoices (reference_no, customer_id, invoice_date, due_date, subtotal, discount,
      vat_percent, vat, total, notes, source_type, source_id, source_reference_no, created_at,
      updated_at, created_by, version)
    values (${reference_no}, ${invoice.customer_id}, ${invoice.invoice_date}, ${invoice.due_date},
      ${totals.subtotal}, ${invoice.discount}, ${invoice.vat_percent}, ${totals.vat},
      ${totals.total}, ${invoice.notes}, ${source?.type}, ${source?.id}, ${source?.reference_no},
      ${actor.now}, ${actor.now}, ${actor.userId}, ${paidAtOnce(invoice, totals) ? 0 : 1})
    returning id`);
  return id;
}

/**
 * Whether a payment sent along pays some of it. The invoice then begins with version 0: allocating
 * that payment makes it 1.
 */
function paidAtOnce({ payment }: NewInvoice, { total }: Totals): boolean {
  return payment !== undefined && total.gt("0");
}

/** @returns the ids of the lines, in their order */
export async function insertLines(
  tx: Tx,
  invoiceId: number,
  { items }: NewInvoice,
  totals: Totals,
  products: Map<number, StockedProduct>,
): Promise<number[]> {
  const rows = items.map((line, i) => {
    const product = line.product_id === undefined ? undefined : products.get(line.product_id);
    return {
      ...line,
      ...totals.lines[i],
      description: line.description ?? product?.name,
      serial_numbers: line.serial_numbers ?? [],
      warranty_months: product?.warranty_months ?? 0,
    };
  });
  const lines = await tx.query<{ id: number }[]>(sql`
    insert into invoice_items (invoice_id, product_id, description, quantity, unit_price, discount,
      discount_percent, amount, serial_numbers, warranty_months)
    select ${invoiceId}::bigint, product_id, description, quantity, unit_price, discount,
      discount_percent, amount, serial_numbers, warranty_months
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (product_id bigint,
      description text, quantity numeric, unit_price numeric, discount numeric,
      discount_percent numeric, amount numeric, serial_numbers text[], warranty_months integer))
      with ordinality
    order by ordinality
    returning id`);
  return lines.map(({ id }) => id).sort((a, b) => a - b);
}
