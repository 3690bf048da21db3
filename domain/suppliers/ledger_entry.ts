import sql from "sql-template-tag";
import { z } from "zod";
import { accountOfMethod } from "../journal/chart.ts";
import { named, unchanging } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { withAliases } from "../records/input.ts";
import { currency, date, flag, id, localMoney, money, rate, text, word } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";

export const entryTypes = [
  "purchase",
  "payment",
  "advance",
  "bank_charge",
  "freight",
  "adjustment",
  "credit_note",
  "opening",
  "exchange_difference",
] as const;
export type EntryType = typeof entryTypes[number];

/** How money goes to a supplier. */
export const paymentMethods = Object.keys(accountOfMethod) as (keyof typeof accountOfMethod)[];
export type PaymentMethod = typeof paymentMethods[number];

/** One row of a supplier's ledger; entered by hand or by a document. Source: docs/books.md, "Supplier ledger". */
export const supplierEntry = record(
  "SupplierLedgerEntry",
  "e",
  everybody({
    ...named({
      example: { reference_no: "SLE-2026-000088", title: "Shenzhen Boards: Boards of March" },
      title: sql`s.name || ': ' || e.particulars`,
    }),
    supplier_id: id("Whose ledger it is in.", { example: 3, entry: "required" }),
    supplier_name: text("His name.", { example: "Shenzhen Boards", sql: sql`s.name` }),
    entry_date: date("The day it counts for.", {
      example: "2026-03-02",
      entry: "optional",
      unsent: "today",
      nullable: false,
    }),
    entry_type: word(entryTypes, "What it is.", {
      example: "purchase",
      entry: "optional",
      unsent: "purchase for a credit, payment for a debit",
      nullable: false,
    }),
    particulars: text("What it is for.", {
      example: "Boards of March",
      max: 500,
      entry: "required",
    }),
    credit: money("What we owe more; exactly one of credit and debit is above zero.", {
      example: 24800,
      seenBy: "everybody",
      entry: "optional",
      nullable: false,
    }),
    debit: money("What we owe less.", {
      example: 0,
      seenBy: "everybody",
      entry: "optional",
      nullable: false,
    }),
    currency: currency("The currency of both.", {
      example: "USD",
      entry: "optional",
      unsent: "the supplier's",
      nullable: false,
    }),
    exchange_rate: rate("Local units for one of it; needed where it is foreign.", {
      example: 121.5,
      entry: "optional",
      nullable: false,
    }),
    amount_local: localMoney(
      "The same in local currency: above zero for a credit, below for a debit.",
      {
        example: 3013200,
        seenBy: "everybody",
      },
    ),
    shipment_id: id("The shipment it is about.", { example: 7, entry: "optional" }),
    lc_tt_id: id("The LC or TT that paid it.", { example: null, entry: "optional" }),
    receipt_id: id("The receipt that credited it.", { example: 11, nullable: true }),
    reference: text("The bank's or supplier's number for it.", {
      example: "PI-2026-018",
      entry: "optional",
    }),
    account_id: id(
      "The account of the other side. Left out: what the type says; of a payment, the method's account.",
      { example: null, entry: "optional" },
    ),
    method: word(paymentMethods, "How it was paid.", {
      example: "bank",
      entry: "optional",
      unsent: "bank for a payment or an advance",
      aliases: ["payment_method"],
    }),
    cheque_date: date(
      "The day on a cheque; a later one than the entry's is given by POST /suppliers/{id}/cheques.",
      { example: null, seenBy: "nobody", entry: "optional", sql: "around", stored: false },
    ),
    discrepancy_id: id("The claim that a credit note settles.", {
      example: null,
      entry: "optional",
    }),
    note: text("What else is to be said.", {
      example: "By two slips of one number.",
      max: 2000,
      entry: "optional",
    }),
    allow_duplicate: flag(
      "Whether a payment of the same method and reference is taken; needs a note.",
      { example: true, seenBy: "nobody", entry: "optional", sql: "around", stored: false },
    ),
    entry_id: id("The journal's entry that carries it; null where it moves no value.", {
      example: 240,
      nullable: true,
    }),
    cause_id: id("Of an exchange difference: the entry that realised it.", {
      example: null,
      nullable: true,
    }),
    reverses_id: id("The entry that it takes back.", { example: null, nullable: true }),
    reversed_by_id: id("The entry that took it back.", {
      example: null,
      nullable: true,
      sql: sql`(select r.id from supplier_ledger r where r.reverses_id = e.id)`,
    }),
    reason: text("Why it was taken back.", { example: null, nullable: true }),
    running_balance: money("What we owed him in this currency after it, by entry date and id.", {
      example: 49600,
      seenBy: "everybody",
      sql: "around",
    }),
    running_balance_local: localMoney("What we owed him over all currencies after it, local.", {
      example: 6026400,
      seenBy: "everybody",
      sql: "around",
    }),
    date: date("The same as entry_date.", {
      example: "2026-03-02",
      deprecated: true,
      sql: sql`e.entry_date`,
    }),
    type: word(entryTypes, "The same as entry_type.", {
      example: "purchase",
      deprecated: true,
      sql: sql`e.entry_type`,
    }),
    ...unchanging("e"),
  }),
);
export type Entry = z.output<typeof supplierEntry.schema>;
export type NewEntry = z.output<typeof supplierEntry.entry>;

/** What an entry's columns stand on, behind `from`. */
export const entryTables = sql`supplier_ledger e join suppliers s on s.id = e.supplier_id`;

/** No field is required: an empty body reverses too. */
export const reversal = withAliases(
  z.object({
    reason: field.text(500).optional().describe("Why it is taken back."),
    entry_date: field.date().optional()
      .describe("The day it counts for, never before the entry's own. Left out: today."),
  }),
  { date: "entry_date" },
);

/** What we owe in one currency; below zero the supplier owes us. */
export const balance = record(
  "SupplierBalance",
  "b",
  everybody({
    currency: currency("The currency.", { example: "USD" }),
    balance: money("What we owe in it; below zero he owes us.", {
      example: 24800,
      seenBy: "everybody",
    }),
    balance_local: localMoney("The same in local currency, as booked.", {
      example: 3013200,
      seenBy: "everybody",
    }),
  }),
);
export type Balance = z.output<typeof balance.schema>;
