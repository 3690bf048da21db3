import sql from "sql-template-tag";
import { customerOpening, enterOpening } from "../../../domain/customers/enter_opening.ts";
import { reverseOpening } from "../../../domain/customers/reverse_opening.ts";
import { parse } from "../../../domain/records/input.ts";
import { createInvoice } from "../../../domain/sales/create_invoice.ts";
import { newReturn } from "../../../domain/sales/credit_note.ts";
import { invoice, voiding } from "../../../domain/sales/invoice.ts";
import { chequeMove, moveCheque } from "../../../domain/sales/move_cheque.ts";
import { allocatePayment, allocation } from "../../../domain/sales/allocate_payment.ts";
import { payment, paymentReversal } from "../../../domain/sales/payment.ts";
import { receivePayment } from "../../../domain/sales/receive_payment.ts";
import { refund, refundPayment } from "../../../domain/sales/refund_payment.ts";
import { returnGoods } from "../../../domain/sales/return_goods.ts";
import { reversePayment } from "../../../domain/sales/reverse_payment.ts";
import { reverseRefund } from "../../../domain/sales/reverse_refund.ts";
import { reverseReturn } from "../../../domain/sales/reverse_return.ts";
import { newCertificate, receiveCertificate } from "../../../domain/sales/tax_certificates.ts";
import { voidInvoice } from "../../../domain/sales/void_invoice.ts";
import { reversal } from "../../../domain/journal/reversal.ts";
import { type Act, amount, day, one, undoing } from "./deed.ts";

/** Sales, what comes back of them, and money from customers. */
export const selling = {
  sell: async (tx, actor, { which, much, ago }) =>
    await createInvoice(
      tx,
      actor,
      parse(invoice.entry, {
        customer_id: String(await one(tx, "customers", which)),
        invoice_date: day(ago),
        items: [
          {
            product_id: String(await one(tx, "products", which)),
            quantity: String(1 + much % 4),
            unit_price: amount(much),
            discount: "0.01",
          },
          { description: "Fitting", quantity: "1", unit_price: String(much % 5) },
        ],
        discount: much % 3 === 0 ? "0.05" : "0",
        vat_percent: ["0", "7.5", "15"][which % 3],
      }),
    ),
  void: async (tx, actor, how) =>
    await voidInvoice(
      tx,
      actor,
      await one(tx, "invoices", how.which, "voided_at is null"),
      undoing(voiding, how),
    ),
  pay: async (tx, actor, { which, much, ago }) =>
    await receivePayment(
      tx,
      actor,
      parse(payment.entry, {
        customer_id: String(await one(tx, "customers", which)),
        amount: amount(much),
        method: ["cash", "bank", "bkash"][which % 3],
        payment_date: day(ago),
      }),
    ),
  unpay: async (tx, actor, how) =>
    await reversePayment(
      tx,
      actor,
      await one(tx, "payments", how.which, "reversed_at is null"),
      undoing(paymentReversal, how),
    ),
  takeBack: async (tx, actor, { which, much, ago }) => {
    const id = await one(tx, "invoices", which, "voided_at is null");
    await returnGoods(
      tx,
      actor,
      id,
      parse(newReturn, {
        date: day(ago),
        reason: "Came back",
        items: [{
          line: String(1 + much % 2),
          quantity: String(1 + much % 2),
          condition: much % 3 === 0 ? "faulty" : "good",
        }],
        ...much % 4 === 3 && { refund: { amount: String(much) } },
      }),
    );
  },
  /** It is said by which shipment: they come from two suppliers. */
  claimBack: async (tx, actor, { which, much, ago }) => {
    const id = await one(tx, "invoices", which, "voided_at is null");
    const sold = `(select product_id from invoice_items where invoice_id = ${id})`;
    const where = `accepted_within_qty > 0 and product_id in ${sold}`;
    const shipment_item_id = String(await one(tx, "shipment_items", much, where));
    const quantity = String(1 + much % 2);
    await returnGoods(
      tx,
      actor,
      id,
      parse(newReturn, {
        date: day(ago),
        reason: "Faulty",
        items: [{
          line: "1",
          quantity,
          condition: "faulty",
          claim_from_supplier: "true",
          shipment_item_id,
        }],
      }),
    );
  },
  keep: async (tx, actor, how) =>
    await reverseReturn(
      tx,
      actor,
      await one(tx, "credit_notes", how.which, "reversed_at is null"),
      undoing(reversal, how),
    ),
  allocate: async (tx, actor, { which, much, ago }) => {
    const payment_id = await one(
      tx,
      "payments",
      which,
      "reversed_at is null and not pending and amount > allocated + refunded",
    );
    const invoice = await one(
      tx,
      "invoices",
      much,
      `due > 0 and customer_id = (select customer_id from payments where id = ${payment_id})`,
    );
    await allocatePayment(
      tx,
      actor,
      invoice,
      parse(allocation, { payment_id: String(payment_id), ...much % 2 && { date: day(ago) } }),
    );
  },
  giveBack: async (tx, actor, { which, much, ago }) =>
    await refundPayment(
      tx,
      actor,
      await one(tx, "payments", which, "reversed_at is null and amount > allocated + refunded"),
      parse(refund, {
        reason: "Asked for it",
        date: day(ago),
        ...much % 2 && { amount: String(much) },
      }),
    ),
  takeRefundBack: async (tx, actor, how) => {
    const id = await one(
      tx,
      "customer_refunds",
      how.which,
      "reversed_at is null and credit_note_id is null",
    );
    const [{ payment_id }] = await tx.query<[{ payment_id: number }]>(
      sql`select payment_id from customer_refunds where id = ${id}`,
    );
    await reverseRefund(tx, actor, payment_id, id, undoing(reversal, how));
  },
  certify: async (tx, actor, { which, much, ago }) =>
    await receiveCertificate(
      tx,
      actor,
      parse(newCertificate, {
        customer_id: String(await one(tx, "customers", which)),
        kind: which % 2 ? "tds" : "vds",
        certificate_number: `C-${which}-${much}-${ago}`,
        certificate_date: day(ago),
        amount: amount(much),
      }),
    ),
  unopen: async (tx, actor, how) => {
    const id = await one(tx, "customers", how.which);
    await reverseOpening(tx, actor, id, undoing(reversal, how));
  },
  open: async (tx, actor, { which, much, ago }) =>
    await enterOpening(
      tx,
      actor,
      await one(tx, "customers", which),
      parse(customerOpening, { amount: much % 2 ? amount(much) : `-${much + 1}`, date: day(ago) }),
    ),
  takeCheque: async (tx, actor, { which, much, ago }) =>
    await receivePayment(
      tx,
      actor,
      parse(payment.entry, {
        customer_id: String(await one(tx, "customers", which)),
        amount: amount(much),
        method: "cheque",
        cheque_number: `${which}-${much}-${ago}`,
        payment_date: day(ago),
        cheque_date: day(ago - much % 9),
        ...much % 5 === 0 && { cleared: "false" },
      }),
    ),
  moveCheque: async (tx, actor, { which, much, ago }) =>
    await moveCheque(
      tx,
      actor,
      await one(tx, "payments", which, "method = 'cheque' and cheque_state <> 'returned'"),
      parse(chequeMove, {
        state: ["cleared", "bounced", "cleared", "deposited", "returned"][much % 5],
        date: day(ago),
        ...much % 3 === 1 && { charge: "5.75" },
      }),
    ),
} satisfies Record<string, Act>;
