import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import type { StockedProduct } from "../stock/post_movements.ts";
import { invoice, type NewInvoice } from "./invoice.ts";
import { invoiceLine } from "./invoice_line.ts";
import { isInHand } from "./payment.ts";
import type { Totals } from "./totals.ts";

/** The document whose goods an invoice bills: they left stock with it, so the invoice moves none. */
export interface InvoiceSource {
  type: "ticket";
  id: number;
  reference_no: string;
  /** how many of its lines, the first ones, are goods; the others are work */
  goods: number;
}

export type DatedInvoice = NewInvoice & {
  invoice_date: string;
  due_date: string;
  vat_percent: Decimal;
};

interface Numbered {
  /** drawn, as the number is */
  id: number;
  invoice: DatedInvoice;
  totals: Totals;
  reference_no: string;
  source?: InvoiceSource;
}

export async function insertInvoice(
  tx: Tx,
  actor: Actor,
  { id, invoice: entered, totals, reference_no, source }: Numbered,
): Promise<void> {
  await tx.later(tx.query(sql`
    insert into invoices (id, ${invoice.stored}, reference_no, subtotal, vat, total, source_type,
      source_id, source_reference_no, created_at, updated_at, created_by, version)
      overriding system value
    select ${id}::bigint, ${invoice.stored}, ${reference_no}, ${totals.subtotal}::numeric, ${totals.vat}::numeric,
      ${totals.total}::numeric, ${source?.type}, ${source?.id}::bigint, ${source?.reference_no},
      ${actor.now}::timestamptz, ${actor.now}::timestamptz, ${actor.userId}::bigint,
      ${paidAtOnce(entered, totals) ? 0 : 1}::integer
    from ${invoice.rows([{ ...entered, discount: totals.discount }])}`));
}

/**
 * Whether a payment sent along pays some of it; a cheque in hand does not yet. The invoice then begins with version 0: allocating
 * that payment makes it 1.
 */
function paidAtOnce({ payment, invoice_date }: DatedInvoice, { total }: Totals): boolean {
  return payment !== undefined && total.gt("0") && !isInHand(payment, invoice_date);
}

/** @param of the invoice's id and those of its lines, drawn */
export async function insertLines(
  tx: Tx,
  of: { id: number; lineIds: number[] },
  { items }: NewInvoice,
  totals: Totals,
  products: Map<number, StockedProduct>,
): Promise<void> {
  const rows = items.map((line, i) => {
    const product = line.product_id === undefined ? undefined : products.get(line.product_id);
    return {
      ...line,
      ...totals.lines[i],
      id: of.lineIds[i],
      description: line.description ?? product?.name,
      serial_numbers: line.serial_numbers ?? [],
      warranty_months: product?.warranty_months ?? 0,
    };
  });
  await tx.later(tx.query(sql`
    insert into invoice_items (id, invoice_id, ${invoiceLine.stored}, amount, net, vat, warranty_months)
      overriding system value
    select id, ${of.id}::bigint, ${invoiceLine.stored}, amount, net, vat, warranty_months
    from rows from (${
    invoiceLine.rows(rows, {
      id: "bigint",
      amount: "numeric",
      net: "numeric",
      vat: "numeric",
      warranty_months: "integer",
    })
  }) with ordinality
    order by ordinality`));
}
