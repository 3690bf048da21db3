import { z } from "zod";
import * as answer from "../records/answers.ts";
import * as field from "../records/fields.ts";
import { withAliases } from "../records/input.ts";
import { upload } from "../uploads/upload.ts";
import { paymentMethods } from "./payment_words.ts";

export const methodAliases = { check: "cheque", bank_transfer: "bank" } as const;

/** What is said of money that comes in; local currency. */
export const moneyReceived = {
  amount: field.localMoney("positive"),
  method: field.oneOf(paymentMethods, methodAliases).default("cash"),
  reference: field.text().optional(),
  cheque_number: field.text(60).optional(),
  cheque_date: field.date().optional(),
  note: field.text(5000).optional(),
};
export const moneyReceivedAliases = { payment_method: "method", payment_mode: "method" };
export type MoneyReceived = z.output<z.ZodObject<typeof moneyReceived>>;

/** A customer's payment as it is received. Source: docs/records.md, "Payment". */
export const newPayment = withAliases(
  z.object({
    customer_id: field.id().optional(),
    /** instead of the customer: the invoice that is paid */
    invoice_id: field.id().optional(),
    ...moneyReceived,
    /** default today */
    payment_date: field.date().optional(),
    /** which invoices it pays; left out: the oldest first */
    allocations: z.array(z.object({
      invoice_id: field.id(),
      amount: field.localMoney("positive"),
    })).max(1000, "must have at most 1000 allocations").optional(),
  }),
  moneyReceivedAliases,
);
export type NewPayment = z.output<typeof newPayment>;

export const paymentReversal = z.object({ reason: field.text(500) });

/** Money on account used for an invoice; without an amount as much as there is and is due. */
export const allocation = z.object({
  payment_id: field.id(),
  amount: field.localMoney("positive").optional(),
});

export const paymentStatuses = ["posted", "reversed"] as const;

export const paymentRecord = z.object({
  ...answer.common,
  status: z.enum(paymentStatuses),
  customer_id: answer.id,
  customer_name: answer.text,
  amount: answer.number,
  payment_date: answer.date,
  method: z.enum(paymentMethods),
  reference: answer.text.nullable(),
  cheque_number: answer.text.nullable(),
  cheque_date: answer.date.nullable(),
  note: answer.text.nullable(),
  /** what pays invoices */
  allocated: answer.number,
  /** the rest, an advance */
  on_account: answer.number,
  reversed_at: answer.instant.nullable(),
  reversed_by: answer.id.nullable(),
  reversal_reason: answer.text.nullable(),
}).meta({ id: "Payment" });
export type Payment = z.output<typeof paymentRecord>;

export const paymentDetail = paymentRecord.extend({
  allocations: z.array(z.object({
    invoice_id: answer.id,
    reference_no: answer.text,
    amount: answer.number,
  })),
  uploads: z.array(upload.schema),
}).meta({ id: "PaymentDetail" });
export type PaymentDetail = z.output<typeof paymentDetail>;
