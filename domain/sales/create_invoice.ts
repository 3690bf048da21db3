import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { lockCustomer } from "../customers/lock_customer.ts";
import { postCustomerEntry } from "../customers/post_entry.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { seeingAll } from "../records/kinds.ts";
import { nextNumber } from "../records/numbering.ts";
import { registerSerials } from "../serials/register_serials.ts";
import { postMovements, type StockedProduct } from "../stock/post_movements.ts";
import { shareInOrder } from "./allocations.ts";
import { checkCredit } from "./credit.ts";
import { findInvoice, type InvoiceDetail, invoiceDetail } from "./find_invoices.ts";
import type { NewInvoice } from "./invoice.ts";
import { lockLineProducts } from "./line_products.ts";
import { postPayment } from "./post_payment.ts";
import { invoiceTotals, type Totals } from "./totals.ts";
import {
  type DatedInvoice,
  insertInvoice,
  insertLines,
  type InvoiceSource,
} from "./write_invoice.ts";

/**
 * Makes an invoice: goods leave stock at moving average, the customer owes the total, a payment sent
 * with it pays it. Local currency. Final: it can only be voided. Source: docs/records.md,
 * "Invoice".
 *
 * @throws Refusal `forbidden`, `invalid_fields`, `customer_inactive`, `credit_limit_exceeded`,
 *   `insufficient_stock`, `serial_not_in_stock`
 */
export async function createInvoice(
  tx: Tx,
  actor: Actor,
  input: NewInvoice,
  options: { source?: InvoiceSource } = {},
): Promise<InvoiceDetail> {
  allow(actor, "invoices.write");
  if (input.payment) allow(actor, "payments.write");
  if (input.override_credit_limit) allow(actor, "invoices.override_limit");
  return await postInvoice(tx, actor, input, options);
}

/** The same for a document that has asked its own permission. @throws Refusal as `createInvoice` */
export async function postInvoice(
  tx: Tx,
  actor: Actor,
  input: NewInvoice,
  { source }: { source?: InvoiceSource } = {},
): Promise<InvoiceDetail> {
  const invoice = dated(actor, input);
  const totals = invoiceTotals(invoice);
  const products = await lockLineProducts(tx, invoice.items);
  const customer = await lockCustomer(tx, invoice.customer_id);
  await checkCredit(tx, customer, {
    total: totals.total,
    paid: invoice.payment?.amount,
    override: invoice.override_credit_limit,
  });
  if (!source) await registerSerials(tx, actor, serialsOf(invoice)); // locked before any counter
  const reference_no = await nextNumber(tx, "INV", invoice.invoice_date);
  const id = await insertInvoice(tx, actor, { invoice, totals, reference_no, source });
  const lineIds = await insertLines(tx, id, invoice, totals, products);
  if (!source) await takeFromStock(tx, actor, products, { invoice, id, reference_no, lineIds });
  await postToLedger(tx, actor, { invoice, totals, id, reference_no });
  const made = await findInvoice(tx, seeingAll(actor), id);
  await audit(tx, actor, {
    action: "invoice.create",
    entity: "invoice",
    entityId: id,
    reference_no,
    after: { ...made, override_credit_limit: invoice.override_credit_limit },
  });
  return invoiceDetail.shownTo(actor, made);
}

/** @throws Refusal `invalid_fields` on a due date before the invoice's */
function dated(actor: Actor, input: NewInvoice): DatedInvoice {
  const invoice_date = input.invoice_date ?? actor.today;
  const due_date = input.due_date ?? invoice_date;
  if (due_date < invoice_date) {
    throw invalid({ due_date: `must not be before the invoice date, ${invoice_date}` });
  }
  return { ...input, invoice_date, due_date };
}

/** Of goods: what a service was done to does not leave stock. */
function serialsOf({ items }: NewInvoice): string[] {
  return items.flatMap(({ product_id, serial_numbers }) =>
    product_id === undefined ? [] : serial_numbers ?? []
  );
}

interface Written {
  invoice: DatedInvoice;
  id: number;
  reference_no: string;
}

/** @throws Refusal `insufficient_stock`, `serial_not_in_stock` */
async function takeFromStock(
  tx: Tx,
  actor: Actor,
  products: Map<number, StockedProduct>,
  { invoice, id, reference_no, lineIds }: Written & { lineIds: number[] },
): Promise<void> {
  const movements = invoice.items.flatMap((line, i) =>
    line.product_id === undefined ? [] : [{
      product_id: line.product_id,
      kind: "invoice" as const,
      quantity: line.quantity.neg(),
      movement_date: invoice.invoice_date,
      serial_numbers: line.serial_numbers,
      serials_field: `items.${i}.serial_numbers`,
      party: { customer_id: invoice.customer_id },
      source: { type: "invoice", id, line_id: lineIds[i], reference_no },
    }]
  );
  await postMovements(tx, actor, products, movements);
}

/** What is free of charge enters no ledger. */
async function postToLedger(
  tx: Tx,
  actor: Actor,
  { invoice, totals: { total }, id, reference_no }: Written & { totals: Totals },
): Promise<void> {
  const { customer_id, invoice_date, payment } = invoice;
  if (total.gt("0")) {
    await postCustomerEntry(tx, actor, {
      customer_id,
      date: invoice_date,
      type: "invoice",
      reference_no,
      description: `Invoice ${reference_no}`,
      amount: total,
      invoice_id: id,
    });
  }
  if (payment === undefined) return;
  await postPayment(
    tx,
    actor,
    { ...payment, customer_id, payment_date: invoice_date },
    shareInOrder(payment.amount, [{ id, due: total }]),
  );
}
