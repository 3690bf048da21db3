import sql from "sql-template-tag";
import { z } from "zod";
import * as field from "../records/fields.ts";
import { named, stamps } from "../records/common.ts";
import { asRead, many } from "../records/embedded.ts";
import { date, id, instant, localMoney, shaped, text, word } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import { uploadsOf } from "../uploads/upload.ts";
import { paymentMethods } from "./payment_words.ts";

export const methodAliases = { check: "cheque", bank_transfer: "bank" } as const;
export const paymentStatuses = ["posted", "reversed"] as const;

/** What of a payment goes to which invoice. */
const share = record(
  "PaymentAllocation",
  "a",
  everybody({
    invoice_id: id("The invoice that it pays.", { example: 41, entry: "required" }),
    reference_no: text("That invoice's number.", { example: "INV-2026-000041" }),
    amount: localMoney("How much of it.", {
      example: 5000,
      seenBy: "everybody",
      entry: "required",
      reads: field.localMoney("positive"),
    }),
  }),
);

/** A customer's payment; local currency. Source: docs/records.md, "Payment". */
export const payment = record(
  "Payment",
  "p",
  everybody({
    ...named({
      example: { reference_no: "PAY-2026-000018", title: "PAY-2026-000018 – Rahim Uddin" },
      title: sql`concat(p.reference_no, ' – ', c.name)`,
    }),
    status: word(paymentStatuses, "Whether it stands.", {
      example: "posted",
      sql: sql`case when p.reversed_at is null then 'posted' else 'reversed' end`,
    }),
    customer_id: id("Who paid.", {
      example: 12,
      entry: "optional",
      unsent: "the invoice's customer",
      nullable: false,
    }),
    customer_name: text("His name.", { example: "Rahim Uddin", sql: sql`c.name` }),
    invoice_id: id("Instead of the customer: the invoice that is paid.", {
      example: 41,
      seenBy: "nobody",
      entry: "optional",
    }),
    amount: localMoney("How much came in.", {
      example: 8000,
      seenBy: "everybody",
      entry: "required",
      reads: field.localMoney("positive"),
    }),
    payment_date: date("The day it counts for.", {
      example: "2026-03-02",
      entry: "optional",
      unsent: "today",
      nullable: false,
    }),
    method: word(paymentMethods, "How it came in.", {
      example: "cheque",
      entry: { default: "cash" },
      spelled: methodAliases,
      aliases: ["payment_method", "payment_mode"],
    }),
    reference: text("The bank's or wallet's number for it.", {
      example: "TRX9H2K",
      entry: "optional",
    }),
    cheque_number: text("The cheque's number.", {
      example: "0045512",
      max: 60,
      entry: "optional",
    }),
    cheque_date: date("The day on the cheque.", { example: "2026-03-05", entry: "optional" }),
    note: text("What else was said.", {
      example: "Brought by his driver",
      max: 5000,
      entry: "optional",
    }),
    allocated: localMoney("What of it pays invoices.", { example: 5000, seenBy: "everybody" }),
    on_account: localMoney("The rest, an advance.", {
      example: 3000,
      seenBy: "everybody",
      sql: sql`case when p.reversed_at is null then p.amount - p.allocated else 0 end`,
    }),
    allocations: shaped(
      z.array(share.entry).max(1000, "must have at most 1000 allocations"),
      "Which invoices it pays.",
      {
        example: [{ invoice_id: 41, amount: 5000 }],
        seenBy: "nobody",
        entry: "optional",
        unsent: "invoice_id, else the oldest first",
      },
    ),
    reversed_at: instant("When it was taken back.", { example: null, nullable: true }),
    reversed_by: id("The user who took it back.", { example: null, nullable: true }),
    reversal_reason: text("Why.", { example: null, nullable: true }),
    ...stamps(),
  }),
);
export type Payment = z.output<typeof payment.schema>;
export type NewPayment = z.output<typeof payment.entry>;

/** What a payment's columns stand on, behind `from`. */
export const paymentTables = sql`payments p join customers c on c.id = p.customer_id`;

export const paymentDetail = record(
  "PaymentDetail",
  "p",
  everybody({
    ...payment.fields,
    allocations: many(share, "What it pays, the oldest invoice first.", {
      from: sql`from (
        select i.id as invoice_id, i.invoice_date, i.reference_no, sum(a.amount) as amount
        from payment_allocations a join invoices i on i.id = a.invoice_id
        where a.payment_id = p.id group by i.id having sum(a.amount) > 0) a
        order by a.invoice_date, a.invoice_id`,
      order: asRead,
    }),
    uploads: uploadsOf("payment", sql`p.id`),
  }),
);
export type PaymentDetail = z.output<typeof paymentDetail.schema>;

/** What is said of money that comes in. */
export const moneyReceived = payment.entry.pick({
  amount: true,
  method: true,
  reference: true,
  cheque_number: true,
  cheque_date: true,
  note: true,
});
export type MoneyReceived = z.output<typeof moneyReceived>;

export const paymentReversal = z.object({
  reason: field.text(500).describe("Why it did not come in after all."),
});

/** Money on account used for an invoice. */
export const allocation = z.object({
  payment_id: field.id().describe("The payment with money left on account."),
  amount: field.localMoney("positive").optional()
    .describe("How much of it. Left out: as much as there is and is due."),
});
