import sql, { type Sql } from "sql-template-tag";
import { z } from "zod";
import { named, stamps } from "../records/common.ts";
import { many } from "../records/embedded.ts";
import * as field from "../records/fields.ts";
import {
  date,
  id,
  instant,
  localMoney,
  percent,
  type Reader,
  text,
  word,
} from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";

/** Banks count a year as 360 days. */
const DAYS_OF_A_YEAR = 360;

const payment = record(
  "LcLoanPayment",
  "r",
  everybody({
    id: id("The payment's id.", { example: 2 }),
    paid_on: date("The day it counts for.", { example: "2026-06-20" }),
    principal: localMoney("What it paid back; below zero where it takes another back.", {
      example: 500000,
      seenBy: "everybody",
    }),
    interest: localMoney("What it paid of interest.", { example: 41250, seenBy: "everybody" }),
    account_id: id("The money account that paid.", { example: 7 }),
    note: text("What was said.", { example: "First instalment", nullable: true }),
    reverses_id: id("The payment that it takes back.", { example: null, nullable: true }),
    created_at: instant("When it was entered.", { example: "2026-06-20T05:10:00.000Z" }),
  }),
);

const paid = (what: "principal" | "interest") =>
  what === "principal"
    ? sql`(select coalesce(sum(k.principal), 0) from lc_loan_payments k where k.loan_id = t.id)`
    : sql`(select coalesce(sum(k.interest), 0) from lc_loan_payments k where k.loan_id = t.id)`;

/** On every day what was lent and not paid back by then; half up at 2 decimals. */
const accrued = (until: Sql) =>
  sql`round((t.amount * greatest(${until} - t.taken_on, 0)
    - (select coalesce(sum(k.principal * greatest(${until} - k.paid_on, 0)), 0)
      from lc_loan_payments k where k.loan_id = t.id))
    * t.interest_percent / 100 / ${DAYS_OF_A_YEAR}::integer, 2)`;

/** A bank's loan against trust receipt (LTR) for an LC, local currency. Source: docs/imports.md, "LC, TT and DP". */
export const loan = record(
  "LcLoan",
  "t",
  everybody({
    ...named({
      example: { reference_no: "LTR-2026-000001", title: "LTR-2026-000001 – LCT-2026-000004" },
      title: sql`concat(t.reference_no, ' – ', tl.reference_no)`,
    }),
    status: word(["open", "paid"], "Paid: nothing of it is owed any more.", {
      example: "open",
      sql: sql`case when t.amount > ${paid("principal")} then 'open' else 'paid' end`,
    }),
    lc_tt_id: id("The LC whose documents it retired.", { example: 4 }),
    amount: localMoney("How much was lent.", {
      example: 1500000,
      seenBy: "everybody",
      entry: "required",
      reads: field.localMoney("positive"),
    }),
    interest_percent: percent("Interest of a year.", { example: 13.5, entry: "required" }),
    taken_on: date("The day it was lent.", {
      example: "2026-03-22",
      entry: "optional",
      unsent: "today",
      nullable: false,
    }),
    due_on: date("The day it is to be paid back.", { example: "2026-09-18", entry: "required" }),
    account_id: id("The money account it came to.", {
      example: 7,
      entry: "optional",
      unsent: "the bank's",
      nullable: false,
    }),
    bank_reference: text("The bank's number for it.", {
      example: "LTR/26/0118",
      entry: "optional",
    }),
    note: text("What else was said.", { example: "180 days", max: 2000, entry: "optional" }),
    outstanding: localMoney("What is not paid back.", {
      example: 1000000,
      seenBy: "everybody",
      sql: sql`t.amount - ${paid("principal")}`,
    }),
    interest_paid: localMoney("What was paid of interest.", {
      example: 41250,
      seenBy: "everybody",
      sql: paid("interest"),
    }),
    interest_due: localMoney(
      "Interest until today less what was paid: outstanding × rate × days / 360, half up.",
      {
        example: 12500,
        seenBy: "everybody",
        sql: ({ today }: Reader) => sql`${accrued(sql`${today}::date`)} - ${paid("interest")}`,
      },
    ),
    payments: many(payment, "How it is paid back.", {
      from: sql`from lc_loan_payments r where r.loan_id = t.id`,
    }),
    ...stamps(),
  }),
);
export type Loan = z.output<typeof loan.schema>;

/** What a loan's columns stand on, behind `from`. */
export const loanTables = sql`lc_loans t join lc_tt tl on tl.id = t.lc_tt_id`;

export const newLoanPayment = z.object({
  principal: field.localMoney("not_negative").optional()
    .describe("What is paid back. Left out: all that is outstanding."),
  interest: field.localMoney("not_negative").optional()
    .describe("Interest. Left out: what is due on that day."),
  date: field.date().optional().describe("The day it counts for. Left out: today."),
  account_id: field.id().optional().describe("The money account. Left out: the one it came to."),
  note: field.text(2000).optional().describe("What else is to be said."),
});

/** SQL: the interest due on a day of the loan `t`. */
export const interestDue = (day: string) =>
  sql`greatest(${accrued(sql`${day}::date`)} - ${paid("interest")}, 0)`;
