import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import { customerParty } from "../customers/customer_party.ts";
import type { Db } from "../db/connect.ts";
import { creditNotePdf } from "../documents/credit_note_pdf.ts";
import { deliveryChallanPdf } from "../documents/delivery_challan_pdf.ts";
import type { PrintedGoods } from "../documents/goods_lines.ts";
import { documentOptions, exact, type Printout, type PrintQuery } from "../documents/printing.ts";
import { notFound } from "../errors.ts";
import { findCreditNote } from "./find_credit_notes.ts";

interface Delivered {
  reference_no: string;
  invoice_date: string;
  customer_id: number;
  voided: boolean;
}

/**
 * The challan that goes with the goods of an invoice, without prices; what is a service is not on it. Three
 * statements. @throws Refusal `not_found`
 */
export async function printDelivery(db: Db, id: number, query: PrintQuery): Promise<Printout> {
  const [invoice] = await db.query<[Delivered?]>(sql`
    select reference_no, invoice_date, customer_id, voided_at is not null as voided
    from invoices where id = ${id}`);
  if (!invoice) throw notFound("Invoice", id);
  const lines = await db.query<PrintedGoods[]>(sql`
    select p.sku, l.description as product_name, p.unit, l.quantity, l.serial_numbers
    from invoice_items l join products p on p.id = l.product_id
    where l.invoice_id = ${id} order by l.id`);
  const bytes = await deliveryChallanPdf({
    ...invoice,
    status: invoice.voided ? "void" : undefined,
    customer: await customerParty(db, invoice.customer_id),
    lines,
  }, documentOptions(query));
  return { file_name: `${invoice.reference_no}-challan.pdf`, bytes };
}

/** The credit note of a return as a PDF. Two statements. @throws Refusal `not_found` */
export async function printCreditNote(
  db: Db,
  actor: Actor,
  id: number,
  query: PrintQuery,
): Promise<Printout> {
  const note = await findCreditNote(db, actor, id);
  const bytes = await creditNotePdf({
    ...note,
    isVoid: note.reversed_at !== null,
    customer: await customerParty(db, note.customer_id),
    items: note.items.map((line) => ({
      ...line,
      quantity: exact(line.quantity),
      net: exact(line.net),
    })),
    net: exact(note.net),
    vat: exact(note.vat),
    total: exact(note.total),
    refunded: exact(note.refunded),
  }, documentOptions(query));
  return { file_name: `${note.reference_no}.pdf`, bytes };
}
