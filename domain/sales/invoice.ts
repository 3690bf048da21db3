import { z } from "zod";
import * as answer from "../records/answers.ts";
import { decimal } from "../money/decimal.ts";
import * as field from "../records/fields.ts";
import { withAliases } from "../records/input.ts";
import { moneyReceived, moneyReceivedAliases } from "./payment.ts";

const newLine = z.object({
  /** left out: a service */
  product_id: field.id().optional(),
  /** default the product's name */
  description: field.text(500).optional(),
  quantity: field.quantity("positive"),
  /** local currency */
  unit_price: field.money(),
  /** an amount off the whole line */
  discount: field.localMoney().optional(),
  discount_percent: field.percent().optional(),
  serial_numbers: field.serialNumbers().optional(),
}).superRefine((line, context) => {
  const wrong = (name: string, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  if (line.product_id === undefined && line.description === undefined) {
    wrong("description", "is required on a line without a product");
  }
  if (line.discount !== undefined && line.discount_percent !== undefined) {
    wrong("discount_percent", "must be left out where a discount is given");
  }
  if (line.serial_numbers?.length && !line.quantity.eq(String(line.serial_numbers.length))) {
    wrong("serial_numbers", `must be as many as the quantity, ${line.quantity}`);
  }
});
export type NewLine = z.output<typeof newLine>;

/**
 * An invoice as it is made, in local currency; its totals are ours. Source: docs/records.md,
 * "Invoice".
 */
export const newInvoice = z.object({
  customer_id: field.id(),
  /** default today */
  invoice_date: field.date().optional(),
  /** default the invoice date */
  due_date: field.date().optional(),
  items: z.array(newLine).min(1, "must have a line").max(1000, "must have at most 1000 lines"),
  /** an amount off the subtotal, before VAT */
  discount: field.localMoney().default(decimal("0")),
  vat_percent: field.percent().default(decimal("0")),
  notes: field.text(5000).optional(),
  /** received at the counter, on the invoice date */
  payment: withAliases(z.object(moneyReceived), moneyReceivedAliases).optional(),
  override_credit_limit: field.flag().default(false),
});
export type NewInvoice = z.output<typeof newInvoice>;

export const voiding = z.object({ reason: field.text(500) });

export const invoiceStatuses = ["posted", "partial", "paid", "overdue", "void"] as const;

export const invoiceRecord = z.object({
  ...answer.common,
  status: z.enum(invoiceStatuses),
  customer_id: answer.id,
  customer_name: answer.text,
  invoice_date: answer.date,
  due_date: answer.date,
  subtotal: answer.number,
  discount: answer.number,
  vat_percent: answer.number,
  vat: answer.number,
  total: answer.number,
  paid: answer.number,
  due: answer.number,
  /** what the goods cost us at moving average */
  cost: answer.number.optional(),
  /** subtotal less discount and cost */
  margin: answer.number.optional(),
  notes: answer.text.nullable(),
  source_type: answer.text.nullable(),
  source_id: answer.id.nullable(),
  source_reference_no: answer.text.nullable(),
  voided_at: answer.instant.nullable(),
  voided_by: answer.id.nullable(),
  void_reason: answer.text.nullable(),
}).meta({ id: "Invoice" });
export type Invoice = z.output<typeof invoiceRecord>;

export const invoiceDetail = invoiceRecord.extend({
  items: z.array(z.object({
    id: answer.id,
    product_id: answer.id.nullable(),
    sku: answer.text.nullable(),
    unit: answer.text.nullable(),
    description: answer.text,
    quantity: answer.number,
    unit_price: answer.number,
    discount: answer.number,
    discount_percent: answer.number.nullable(),
    amount: answer.number,
    serial_numbers: z.array(answer.text),
    warranty_months: answer.wholeNumber,
    /** the last day under warranty; null where there is none */
    warranty_until: answer.date.nullable(),
    cost: answer.number.optional(),
    /** amount less cost, before the invoice's own discount */
    margin: answer.number.optional(),
  })),
  /** what each payment pays of this invoice */
  payments: z.array(z.object({
    payment_id: answer.id,
    reference_no: answer.text,
    payment_date: answer.date,
    method: answer.text,
    amount: answer.number,
  })),
}).meta({ id: "InvoiceDetail" });
export type InvoiceDetail = z.output<typeof invoiceDetail>;
