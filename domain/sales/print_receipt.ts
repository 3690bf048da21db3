import type { Actor } from "../access/access.ts";
import { customerParty } from "../customers/customer_party.ts";
import type { Db } from "../db/connect.ts";
import { moneyReceiptPdf } from "../documents/money_receipt_pdf.ts";
import { documentOptions, exact, type Printout, type PrintQuery } from "../documents/printing.ts";
import { findPayment } from "./find_payments.ts";

/**
 * The money receipt of a payment as a PDF, with the invoices that it pays now; a reversed payment's
 * says VOID. Two statements. @throws Refusal `not_found`
 */
export async function printReceipt(
  db: Db,
  actor: Actor,
  id: number,
  query: PrintQuery,
): Promise<Printout> {
  const payment = await findPayment(db, actor, id);
  const bytes = await moneyReceiptPdf({
    ...payment,
    status: payment.status === "reversed" ? "void" : payment.status,
    customer: await customerParty(db, payment.customer_id),
    allocations: payment.allocations.map(({ reference_no, amount }) => ({
      invoice_reference_no: reference_no,
      amount: exact(amount),
    })),
  }, documentOptions(query));
  return { file_name: `${payment.reference_no}.pdf`, bytes };
}
