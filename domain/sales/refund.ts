import sql from "sql-template-tag";
import { date, id, localMoney, text } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";

/** What of a payment was given back, by itself or with a return. */
export const paymentRefund = record(
  "PaymentRefund",
  "g",
  everybody({
    id: id("The refund's id.", { example: 3 }),
    amount: localMoney("How much.", { example: 500, seenBy: "everybody" }),
    refund_date: date("The day it counts for.", { example: "2026-03-04" }),
    account_id: id("The money account that it went out of.", { example: 6 }),
    reference: text("The bank's or wallet's number for it.", { example: null, nullable: true }),
    reason: text("Why it was given back.", { example: "Paid twice" }),
    credit_note_id: id("The return that it came with.", { example: null, nullable: true }),
    reversed_on: date("The day on which it was taken back.", {
      example: null,
      nullable: true,
      sql: sql`(select e.date from customer_ledger e
        where e.refund_id = g.id and e.type = 'refund_reversal')`,
    }),
  }),
);
