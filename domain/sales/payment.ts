import sql, { type Sql } from "sql-template-tag";
import { z } from "zod";
import * as field from "../records/fields.ts";
import { named, stamps } from "../records/common.ts";
import { asRead, many } from "../records/embedded.ts";
import {
  date,
  flag,
  id,
  instant,
  localMoney,
  percent,
  shaped,
  text,
  word,
} from "../records/kinds.ts";
import { nextStatuses } from "../records/next_statuses.ts";
import { everybody, record } from "../records/record.ts";
import { uploadsOf } from "../uploads/upload.ts";
import { paymentRefund } from "./refund.ts";
import { certificateStates, chequeStates, nextOfCheque, paymentMethods } from "./payment_words.ts";
import { itsStatementLine } from "../treasury/statement_line.ts";

export const methodAliases = { check: "cheque", bank_transfer: "bank" } as const;
/** Ways by which money comes; a certificate of tax withheld brings none. */
export const moneyMethods = paymentMethods.filter((method) => method !== "tds" && method !== "vds");
export const paymentStatuses = ["posted", "in_hand", "reversed"] as const;
type Status = typeof paymentStatuses[number];

/** When a payment `p` has which status: exactly one holds. */
export const paymentConditions: Record<Status, Sql> = {
  posted: sql`(p.reversed_at is null and not p.pending)`,
  in_hand: sql`p.pending`,
  reversed: sql`(p.reversed_at is not null)`,
};
/** Of a payment `p`: what of it is neither allocated nor given back. */
const onAccount =
  sql`case when ${paymentConditions.posted} then p.amount - p.allocated - p.refunded else 0 end`;

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
    status: word(paymentStatuses, "Whether it stands; a cheque in hand counts for nothing yet.", {
      example: "posted",
      sql: sql`case when p.pending then 'in_hand' when p.reversed_at is null then 'posted'
        else 'reversed' end`,
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
    cleared: flag("Of a cheque: false keeps it in hand, though its day has come.", {
      example: false,
      seenBy: "nobody",
      entry: "optional",
      unsent: "false where cheque_date is after payment_date",
    }),
    cheque_state: word(chequeStates, "How far the cheque is.", {
      example: "cleared",
      nullable: true,
    }),
    cleared_on: date("The day on which the cheque was cleared.", {
      example: "2026-03-05",
      nullable: true,
    }),
    account_id: id("The money account that it came into.", {
      example: 6,
      entry: "optional",
      unsent: "the account of its method",
    }),
    statement_line_id: itsStatementLine,
    certificate_number: text("Of tax withheld: the certificate's number.", {
      example: "TDS-2026-118",
      max: 100,
      entry: "optional",
    }),
    certificate_date: date("The day on the certificate.", {
      example: "2026-03-31",
      entry: "optional",
    }),
    tax_base: localMoney("What the tax was withheld of.", {
      example: 100000,
      seenBy: "everybody",
      entry: "optional",
    }),
    tax_rate: percent("At which rate.", { example: 5, entry: "optional" }),
    certificate_state: word(certificateStates, "How far the certificate is.", {
      example: null,
      nullable: true,
    }),
    allow_duplicate: flag(
      "Whether the same number of the same method may stand twice; needs a note.",
      {
        example: false,
        entry: { default: false },
      },
    ),
    note: text("What else was said.", {
      example: "Brought by his driver",
      max: 5000,
      entry: "optional",
    }),
    allocated: localMoney("What of it pays invoices.", { example: 5000, seenBy: "everybody" }),
    refunded: localMoney("What of it was given back.", { example: 0, seenBy: "everybody" }),
    on_account: localMoney("The rest, an advance.", {
      example: 3000,
      seenBy: "everybody",
      sql: onAccount,
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
    next_cheque_states: nextStatuses(chequeStates, {
      column: "cheque_state",
      may: "payments.write",
      after: () => [{ next: (from) => nextOfCheque[from] }],
    }),
    allocations: many(share, "What it pays, the oldest invoice first.", {
      from: sql`from (
        select i.id as invoice_id, i.invoice_date, i.reference_no, sum(a.amount) as amount
        from payment_allocations a join invoices i on i.id = a.invoice_id
        where a.payment_id = p.id group by i.id having sum(a.amount) > 0) a
        order by a.invoice_date, a.invoice_id`,
      order: asRead,
    }),
    refunds: many(paymentRefund, "What of it was given back, the first first.", {
      from: sql`from customer_refunds g where g.payment_id = p.id order by g.id`,
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
  cleared: true,
  account_id: true,
  certificate_number: true,
  certificate_date: true,
  tax_base: true,
  tax_rate: true,
  allow_duplicate: true,
  note: true,
});
export type MoneyReceived = z.output<typeof moneyReceived>;

/**
 * Whether money is a cheque that is not to be cleared yet: its day is after that of the payment, or it is
 * said so. Source: docs/books.md, "Cheques".
 */
export function isInHand(
  { method, cheque_date, cleared }: Pick<MoneyReceived, "method" | "cheque_date" | "cleared">,
  payment_date: string,
): boolean {
  if (method !== "cheque" || cleared === true) return false;
  return cleared === false || (cheque_date !== undefined && cheque_date > payment_date);
}

export const paymentReversal = z.object({
  reason: field.text(500).describe("Why it did not come in after all."),
  date: field.date().optional().describe("The day it counts for. Left out: today."),
});
