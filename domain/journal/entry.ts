import sql from "sql-template-tag";
import type { z } from "zod";
import { named, unchanging } from "../records/common.ts";
import { asRead, many } from "../records/embedded.ts";
import { currency, date, id, localMoney, money, rate, text } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import { word } from "../records/kinds.ts";

export const partyTypes = ["supplier", "customer"] as const;

/** What a line says of itself besides its account and its sides. */
const about = {
  currency: currency("Of a line in foreign money: its currency.", {
    example: "USD",
    nullable: true,
  }),
  amount_foreign: money("That amount: above zero a debit, below a credit.", {
    example: -780,
    nullable: true,
    seenBy: "everybody",
  }),
  rate: rate("Local units for one of it.", { example: 122.75, nullable: true }),
  party_type: word(partyTypes, "Whose ledger it is in too.", {
    example: "supplier",
    nullable: true,
  }),
  party_id: id("That supplier's or customer's id.", { example: 3, nullable: true }),
  party_name: text("His name.", {
    example: "Shenzhen Boards",
    nullable: true,
    sql:
      sql`case l.party_type when 'supplier' then (select name from suppliers where id = l.party_id)
      when 'customer' then (select name from customers where id = l.party_id) end`,
  }),
  product_id: id("The product it is about.", { example: null, nullable: true }),
  shipment_id: id("The shipment it is about.", { example: 7, nullable: true }),
  lc_tt_id: id("The LC or TT it is about.", { example: 2, nullable: true }),
  invoice_id: id("The invoice it is about.", { example: null, nullable: true }),
} as const;

/** What a line takes from its entry. */
const ofEntry = {
  entry_date: date("The day it counts for.", { example: "2026-03-02", sql: sql`e.entry_date` }),
  kind: text("What was done; .reversal behind it where that was taken back.", {
    example: "supplier_payment",
    sql: sql`e.kind`,
  }),
  source_type: text("What kind of document did it.", {
    example: "supplier_ledger",
    sql: sql`e.source_type`,
  }),
  source_id: id("That document's id.", { example: 88, nullable: true, sql: sql`e.source_id` }),
  source_reference_no: text("That document's number.", {
    example: "SLE-2026-000088",
    nullable: true,
    sql: sql`e.source_reference_no`,
  }),
  narration: text("What it was, in words.", {
    example: "Advance by TT",
    sql: sql`e.narration`,
  }),
} as const;

const sides = {
  debit: localMoney("Its debit; exactly one of the two is above zero.", {
    example: 0,
    seenBy: "everybody",
  }),
  credit: localMoney("Its credit.", { example: 95745, seenBy: "everybody" }),
} as const;

/** One line of an entry. */
const journalLine = record(
  "JournalLine",
  "l",
  everybody({
    id: id("The line's id.", { example: 301 }),
    account_id: id("Its account.", { example: 7 }),
    account_number: text("That account's number.", { example: "1310", sql: sql`a.number` }),
    account_role: text("What the service knows that account by; null: it was added.", {
      example: "bank",
      nullable: true,
      sql: sql`a.role`,
    }),
    account_name: text("That account's name.", { example: "Bank", sql: sql`a.name` }),
    account_name_bn: text("The same in Bangla.", {
      example: "ব্যাংক",
      nullable: true,
      sql: sql`a.name_bn`,
    }),
    ...sides,
    ...about,
  }),
);

/** One deed with all its lines; never changed. Source: docs/books.md, "The journal". */
export const journalEntry = record(
  "JournalEntry",
  "e",
  everybody({
    ...named({
      example: { reference_no: "JRN-2026-000301", title: "Advance by TT" },
      title: sql`translate(e.narration, E'\n\r', '  ')`,
    }),
    ...ofEntry,
    amount: localMoney("What its debits, and so its credits, come to.", {
      example: 95745,
      seenBy: "everybody",
      sql: sql`(select sum(debit) from journal_lines where entry_id = e.id)`,
    }),
    reverses_id: id("The entry that it takes back.", { example: null, nullable: true }),
    reversed_by_id: id("The entry that took it back.", {
      example: null,
      nullable: true,
      sql: sql`(select r.id from journal_entries r where r.reverses_id = e.id)`,
    }),
    lines: many(journalLine, "Its lines, debits and credits of the same sum.", {
      seenBy: "everybody",
      from: sql`from journal_lines l join accounts a on a.id = l.account_id
        where l.entry_id = e.id order by l.id`,
      order: asRead,
    }),
    ...unchanging("e"),
  }),
);
export type JournalEntry = z.output<typeof journalEntry.schema>;

/** A line in the book of its account. */
export const accountEntry = record(
  "AccountEntry",
  "l",
  everybody({
    ...named({
      example: { reference_no: "JRN-2026-000301", title: "Advance by TT" },
      id: { says: "The line's id." },
      reference_no: sql`e.reference_no`,
      title: sql`translate(e.narration, E'\n\r', '  ')`,
    }),
    entry_id: id("The entry it belongs to.", { example: 150 }),
    ...ofEntry,
    against: text("The accounts on the other side.", {
      example: "2100 Suppliers and payees",
      nullable: true,
      sql: sql`(select string_agg(distinct concat(b.number, ' ', b.name), ', ')
        from journal_lines o join accounts b on b.id = o.account_id
        where o.entry_id = l.entry_id and o.account_id <> l.account_id)`,
    }),
    ...sides,
    running_balance: localMoney("What stood on the account after it, by date.", {
      example: 754255,
      seenBy: "everybody",
      sql: "around",
    }),
    ...about,
    ...unchanging("e"),
  }),
);
export type AccountEntry = z.output<typeof accountEntry.schema>;
