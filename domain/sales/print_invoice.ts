import type { Actor } from "../access/access.ts";
import { customerParty } from "../customers/customer_party.ts";
import type { Db } from "../db/connect.ts";
import { invoicePdf } from "../documents/invoice_pdf.ts";
import { documentOptions, exact, type Printout, type PrintQuery } from "../documents/printing.ts";
import { findInvoice } from "./find_invoices.ts";

/**
 * An invoice as a PDF to print or send, as it stands now: what is paid and due, or VOID.
 * Costs and margins are never on it. Two statements. @throws Refusal `not_found`
 */
export async function printInvoice(
  db: Db,
  actor: Actor,
  id: number,
  query: PrintQuery,
): Promise<Printout> {
  const { items, payments, ...invoice } = await findInvoice(db, actor, id);
  const bytes = await invoicePdf({
    ...invoice,
    customer: await customerParty(db, invoice.customer_id),
    items: items.map((line) => ({
      ...line,
      quantity: exact(line.quantity),
      unit_price: exact(line.unit_price),
      discount: exact(line.discount),
      amount: exact(line.amount),
    })),
    payments: payments.map((payment) => ({ ...payment, amount: exact(payment.amount) })),
  }, documentOptions(query));
  return { file_name: `${invoice.reference_no}.pdf`, bytes };
}
