import sql from "sql-template-tag";
import type { z } from "zod";
import { accountName, methods } from "../journal/name_account.ts";
import { named, stamps } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { date, flag, id, localMoney, text, word } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import { uploadsOf } from "../uploads/upload.ts";
import { reversed } from "./reversed.ts";
import { itsStatementLine } from "./statement_line.ts";

const { status, ...taken } = reversed;

/** What was spent without a supplier's ledger: rent, salaries, tea. Source: docs/books.md, "Transfers and expenses". */
export const expense = record(
  "Expense",
  "t",
  everybody({
    ...named({
      example: { reference_no: "EXP-2026-000021", title: "EXP-2026-000021 – Rent: Hasan & Co" },
      title: sql`concat(t.reference_no, ' – ', c.name, ': ' || t.payee)`,
    }),
    status,
    account_id: id("The money account it was paid from.", {
      example: 7,
      entry: "optional",
      unsent: "the account of its method",
      nullable: false,
    }),
    account_name: text("That account's name.", { example: "Bank", sql: sql`a.name` }),
    account_name_bn: text("The same in Bangla.", {
      example: "ব্যাংক",
      nullable: true,
      sql: sql`a.name_bn`,
    }),
    method: word(methods, "How it was paid, where no account_id is sent.", {
      example: null,
      seenBy: "nobody",
      entry: { default: "cash" },
    }),
    category: text("What it was spent on: the number, role or id of an expense account.", {
      example: "rent",
      seenBy: "nobody",
      entry: "required",
      reads: accountName(),
      aliases: ["category_id"],
    }),
    category_id: id("The expense account it was spent on.", { example: 37 }),
    category_number: text("That account's number.", { example: "6100", sql: sql`c.number` }),
    category_name: text("That account's name.", { example: "Rent", sql: sql`c.name` }),
    category_name_bn: text("The same in Bangla.", {
      example: "ভাড়া",
      nullable: true,
      sql: sql`c.name_bn`,
    }),
    amount: localMoney("How much.", {
      example: 45000,
      seenBy: "everybody",
      entry: "required",
      reads: field.localMoney("positive"),
    }),
    vat_amount: localMoney(
      "The VAT in it, below the amount; it comes back unless vat_creditable is false.",
      {
        example: 0,
        seenBy: "everybody",
        entry: "optional",
        unsent: "0",
        nullable: false,
        reads: field.localMoney("not_negative"),
      },
    ),
    vat_creditable: flag("False: that VAT gives no credit and is part of the expense.", {
      example: true,
      entry: { default: true },
    }),
    date: date("The day it counts for.", {
      example: "2026-03-02",
      entry: "optional",
      unsent: "today",
      nullable: false,
    }),
    payee: text("Who was paid.", { example: "Hasan & Co", entry: "optional" }),
    reference: text("The bank's, wallet's or receipt's number for it.", {
      example: "TRX9H2K",
      entry: "optional",
    }),
    note: text("What else was said.", { example: "March", max: 2000, entry: "optional" }),
    file: id("The id of a file that was sent before: its receipt.", {
      example: 41,
      seenBy: "nobody",
      entry: "optional",
    }),
    statement_line_id: itsStatementLine,
    allow_duplicate: flag(
      "True: another expense of the account has this reference; needs a note.",
      {
        example: false,
        seenBy: "nobody",
        entry: { default: false },
      },
    ),
    ...taken,
    ...stamps(),
  }),
);
export type Expense = z.output<typeof expense.schema>;
export type NewExpense = z.output<typeof expense.entry>;

/** What its columns stand on, behind `from`. */
export const expenseTables = sql`expenses t join accounts a on a.id = t.account_id
  join accounts c on c.id = t.category_id`;

export const expenseDetail = record(
  "ExpenseDetail",
  "t",
  everybody({ ...expense.fields, uploads: uploadsOf("expense", sql`t.id`) }),
);
export type ExpenseDetail = z.output<typeof expenseDetail.schema>;
