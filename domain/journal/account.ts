import sql, { type Sql } from "sql-template-tag";
import { z } from "zod";
import { Decimal } from "../money/decimal.ts";
import { named, stamps } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { date, flag, localMoney, text, word } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import { accountKinds, accountTypes, moneyTypes } from "./account_words.ts";
import { movedUntil } from "./moved.ts";

/** Digits, also as a number on the wire. */
const accountNumber = () =>
  z.preprocess(
    (value) => value instanceof Decimal ? String(value) : value,
    z.string("must be a text").regex(/^[0-9]{4,8}$/, "must be 4 to 8 digits"),
  ).meta({ override: { type: "string", pattern: "^[0-9]{4,8}$" } }) as z.ZodType<string>;

/** An account of the chart, with what stands on it. Source: docs/books.md, "Accounts". */
export const account = record(
  "Account",
  "a",
  everybody({
    ...named({
      example: { reference_no: "1310", title: "1310 Bank" },
      reference_no: sql`a.number`,
      title: sql`concat(a.number, ' ', a.name)`,
    }),
    number: text("Its number in the chart.", {
      example: "1360",
      entry: "optional",
      unsent: "the next free one: from 1360 for money, 4910 for income, 6200 for an expense",
      nullable: false,
      change: "kept",
      reads: accountNumber(),
    }),
    role: text("What the service posts by; null: an account that was added.", {
      example: "bank",
      nullable: true,
    }),
    name: text("What it is called.", {
      example: "City Bank, Dhanmondi",
      max: 120,
      entry: "required",
    }),
    name_bn: text("The same in Bangla.", {
      example: "সিটি ব্যাংক, ধানমন্ডি",
      max: 120,
      entry: "optional",
    }),
    type: word(accountTypes, "What it is in the balance; added are expense, income and money.", {
      example: "asset",
      entry: "optional",
      unsent: "asset for money, else expense",
      nullable: false,
      change: false,
    }),
    kind: word(accountKinds, "control: the sum of a ledger; money: cash, a bank or a wallet.", {
      example: "money",
      entry: "optional",
      unsent: "money with a money_type, else plain",
      nullable: false,
      change: false,
    }),
    money_type: word(moneyTypes, "What kind of money; null: none.", {
      example: "bank",
      entry: "optional",
      change: false,
    }),
    debit: localMoney("All its debits until then.", {
      example: 1250000,
      seenBy: "everybody",
      sql: "around",
    }),
    credit: localMoney("All its credits until then.", {
      example: 400000,
      seenBy: "everybody",
      sql: "around",
    }),
    balance: localMoney(
      "What stands on it: debits less credits of assets and expenses, credits less debits of the others.",
      { example: 850000, seenBy: "everybody", sql: "around" },
    ),
    opening_balance: localMoney("Of money: what was there when the books were taken over.", {
      example: 850000,
      seenBy: "everybody",
      entry: "optional",
      nullable: false,
      change: "kept",
      reads: field.localMoney("any"),
    }),
    opening_balance_date: date("The day that counts for.", {
      example: "2026-01-01",
      entry: "optional",
      unsent: "today, where there is a balance",
      change: "kept",
    }),
    active: flag("Whether it may be chosen; its lines stand whatever this says.", {
      example: true,
      entry: { default: true },
    }),
    notes: text("Anything else worth knowing.", {
      example: "A/C 1101-22-33445",
      max: 2000,
      entry: "optional",
    }),
    ...stamps(),
  }),
);
export type Account = z.output<typeof account.schema>;

/** Puts debits, credits and balance beside the accounts of `page`, of the evening of a day or by all lines. */
export function withBalances(page: Sql, asOf?: string): Sql {
  return sql`
    with page as (${page}),
    moved as (
      select account_id, sum(debit) as debit, sum(credit) as credit
      from (${movedUntil(sql`in (select id from page)`, sql`${asOf ?? "infinity"}::date`)}) parts
      group by account_id)
    select page.*, coalesce(m.debit, 0) as debit, coalesce(m.credit, 0) as credit,
      coalesce(m.debit - m.credit, 0) * case when page.type in ('asset', 'expense') then 1 else -1 end
        as balance
    from page left join moved m on m.account_id = page.id`;
}
