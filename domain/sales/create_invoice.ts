import { type Actor, allow } from "../access/access.ts";
import { requireStepUp } from "../access/step_up.ts";
import { audit } from "../audit/audit.ts";
import { lockCustomer } from "../customers/lock_customer.ts";
import { postCustomerEntry } from "../customers/post_entry.ts";
import type { Db, Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import type { Line } from "../journal/line.ts";
import { judgeDay } from "../journal/period.ts";
import { postEntries } from "../journal/post_entry.ts";
import { rules } from "../journal/rules.ts";
import { decimal, isZero, sum } from "../money/decimal.ts";
import { drawIds, drawNumbers } from "../records/numbering.ts";
import { registerSerials } from "../serials/register_serials.ts";
import { needPlace } from "../stock/find_places.ts";
import { readShelves } from "../stock/place_moves.ts";
import {
  type PostedMovement,
  postMovements,
  type Ready,
  type StockedProduct,
} from "../stock/post_movements.ts";
import { shareInOrder } from "./allocations.ts";
import { checkCredit } from "./credit.ts";
import { findInvoice, type InvoiceDetail } from "./find_invoices.ts";
import type { NewInvoice } from "./invoice.ts";
import { challanOf } from "./issue_vat_challan.ts";
import { lockLineProducts, type Shelf } from "./line_products.ts";
import { isInHand } from "./payment.ts";
import { postPayment } from "./post_payment.ts";
import { refuseLowPrices } from "./price_limit.ts";
import { invoiceTotals, type Totals } from "./totals.ts";
import {
  type DatedInvoice,
  insertInvoice,
  insertLines,
  type InvoiceSource,
} from "./write_invoice.ts";

interface Options {
  source?: InvoiceSource;
  /** where the answer is read */
  answer?: Db;
}

/**
 * Makes an invoice: goods leave stock at moving average, the customer owes the total, a payment sent
 * with it pays it. Local currency. Final: it can only be voided. Source: docs/records.md,
 * "Invoice".
 *
 * @throws Refusal `forbidden`, `beyond_limit`, `invalid_fields`, `customer_inactive`, `credit_limit_exceeded`,
 *   `insufficient_stock`, `serial_numbers_required`, `serial_not_in_stock`, `duplicate_reference`, and as
 *   `judgeDay` on `invoice_date`
 */
export async function createInvoice(
  tx: Tx,
  actor: Actor,
  input: NewInvoice,
  options: Options = {},
): Promise<InvoiceDetail> {
  allow(actor, "invoices.write");
  if (input.payment) allow(actor, "payments.write");
  if (input.override_credit_limit) {
    allow(actor, "invoices.override_limit");
    requireStepUp(actor);
  }
  return await postInvoice(tx, actor, input, options);
}

/** The same for a document that has asked its own permission. @throws Refusal as `createInvoice` */
export async function postInvoice(
  tx: Tx,
  actor: Actor,
  input: NewInvoice,
  { source, answer = tx }: Options = {},
): Promise<InvoiceDetail> {
  const invoice_date = await judgeDay(tx, actor, input.invoice_date, "invoice_date");
  await needPlace(tx, input.place_id);
  const sold = input.items.flatMap(({ product_id }) => product_id ?? []);
  const moving = source ? 0 : sold.length;
  const [shelf, customer, ids, shelves] = await Promise.all([ // sent together, locked in this order
    lockLineProducts(tx, input.items),
    lockCustomer(tx, input.customer_id),
    drawIds(tx, {
      invoices: 1,
      invoice_items: input.items.length,
      journal_entries: 1,
      stock_movements: moving,
    }),
    moving === 0 ? [] : readShelves(tx, sold),
  ]);
  const { products } = shelf;
  const invoice = settled({ ...input, invoice_date }, shelf);
  const totals = invoiceTotals(invoice);
  refuseLowPrices(actor, invoice, totals.lines, shelf);
  if (!source) refuseUnnumbered(invoice, shelf);
  const { payment } = invoice;
  await checkCredit(tx, customer, {
    total: totals.total,
    paid: payment && !isInHand(payment, invoice_date) ? payment.amount : undefined,
    override: invoice.override_credit_limit,
  });
  if (!source) await registerSerials(tx, actor, serialsOf(invoice)); // locked before any counter
  const [[id], lineIds, [entry]] = [ids.invoices, ids.invoice_items, ids.journal_entries];
  const alone = payment === undefined && totals.total.gt("0"); // a payment's number comes before JRN
  const numbers = await drawNumbers(tx, invoice_date, [
    ["INV", 1],
    ["STK", moving],
    ["JRN", alone ? 1 : 0],
  ]);
  const [reference_no] = numbers.INV;
  await insertInvoice(tx, actor, { id, invoice, totals, reference_no, source });
  await insertLines(tx, { id, lineIds }, invoice, totals, products);
  const written = { invoice, totals, id, reference_no, entry };
  const issued = source ? [] : await takeFromStock(tx, actor, products, { ...written, lineIds }, {
    ids: ids.stock_movements,
    shelves,
    draw: () => Promise.resolve(numbers.STK),
  });
  const on = await postToLedger(tx, actor, written);
  const paid = payment && await postPayment(
    tx,
    actor,
    { ...payment, customer_id: customer.id, payment_date: invoice_date },
    shareInOrder(payment.amount, [{ id, due: totals.total }]),
    1,
  );
  const { lines } = totals;
  const isGoods = (at: number) =>
    source ? at < source.goods : invoice.items[at].product_id !== undefined;
  const [goods, service] = [true, false].map((asked) =>
    sum(lines.flatMap(({ net }, at) => isGoods(at) === asked ? [net] : []))
  );
  await postEntries(tx, actor, [
    {
      id: entry,
      reference_no: numbers.JRN[0],
      entry_date: invoice_date,
      kind: "invoice",
      source: { type: "invoice", id, reference_no },
      narration: `Invoice ${reference_no}`,
      lines: rules.invoice(on, { goods, service, vat: totals.vat, issued }, { invoice_id: id }),
    },
    ...paid?.entry ? [paid.entry] : [],
  ]);
  if (shelf.with_challan) await challanOf(tx, actor, id, {});
  await audit(tx, actor, {
    action: "invoice.create",
    entity: "invoice",
    entityId: id,
    reference_no,
    after: { ...invoice, subtotal: totals.subtotal, vat: totals.vat, total: totals.total },
  });
  return await findInvoice(answer, actor, id);
}

/**
 * With what was left to the product and the settings: VAT rates and the due date.
 * @throws Refusal `invalid_fields` on a due date before the invoice's
 */
export function settled(input: NewInvoice & { invoice_date: string }, shelf: Shelf) {
  const { invoice_date, due_date = invoice_date } = input;
  if (due_date < invoice_date) {
    throw invalid({ due_date: `must not be before the invoice date, ${invoice_date}` });
  }
  const vat_percent = input.vat_percent ?? shelf.vat_percent ?? decimal("0");
  const items = input.items.map((line) => ({
    ...line,
    vat_percent: line.vat_percent ??
      (line.product_id === undefined ? null : shelf.products.get(line.product_id)!.vat_percent) ??
      vat_percent,
  }));
  return { ...input, due_date, vat_percent, items };
}

/** @throws Refusal `serial_numbers_required` on every line of serialized goods without them */
function refuseUnnumbered({ items }: NewInvoice, shelf: Shelf): void {
  if (shelf.sell_without_serial) return;
  const unnumbered = items.flatMap(({ product_id, serial_numbers }, i) =>
    product_id !== undefined && !serial_numbers?.length &&
      shelf.products.get(product_id)!.is_serialized
      ? [[`items.${i}.serial_numbers`, "are required: every piece has its own"]]
      : []
  );
  if (unnumbered.length === 0) return;
  throw invalid(Object.fromEntries(unnumbered), "serial_numbers_required");
}

/** Of goods: what a service was done to does not leave stock. */
function serialsOf({ items }: NewInvoice): string[] {
  return items.flatMap(({ product_id, serial_numbers }) =>
    product_id === undefined ? [] : serial_numbers ?? []
  );
}

interface Written {
  invoice: DatedInvoice;
  totals: Totals;
  id: number;
  reference_no: string;
  entry: number;
}

/** @throws Refusal `insufficient_stock`, `serial_not_in_stock` */
async function takeFromStock(
  tx: Tx,
  actor: Actor,
  products: Map<number, StockedProduct>,
  { invoice, id, reference_no, entry, lineIds }: Written & { lineIds: number[] },
  ready: Ready,
): Promise<PostedMovement[]> {
  const movements = invoice.items.flatMap((line, i) =>
    line.product_id === undefined ? [] : [{
      product_id: line.product_id,
      kind: "invoice" as const,
      quantity: line.quantity.neg(),
      movement_date: invoice.invoice_date,
      place_id: invoice.place_id,
      serial_numbers: line.serial_numbers,
      serials_field: `items.${i}.serial_numbers`,
      party: { customer_id: invoice.customer_id },
      source: { type: "invoice", id, line_id: lineIds[i], reference_no },
    }]
  );
  return await postMovements(tx, actor, products, movements, entry, ready);
}

/** What is free of charge enters no ledger. */
async function postToLedger(
  tx: Tx,
  actor: Actor,
  { invoice: { customer_id, invoice_date }, totals: { total }, id, reference_no, entry }: Written,
): Promise<Line[]> {
  if (isZero(total)) return [];
  return await postCustomerEntry(tx, actor, {
    customer_id,
    date: invoice_date,
    type: "invoice",
    reference_no,
    description: `Invoice ${reference_no}`,
    amount: total,
    invoice_id: id,
    entry,
  });
}
