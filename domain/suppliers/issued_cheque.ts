import sql from "sql-template-tag";
import { z } from "zod";
import { named, stamps } from "../records/common.ts";
import * as field from "../records/fields.ts";
import { currency, date, flag, id, localMoney, money, rate, text, word } from "../records/kinds.ts";
import { nextStatuses } from "../records/next_statuses.ts";
import { everybody, record } from "../records/record.ts";
import { issuedChequeStates, nextOfIssued } from "./issued_cheque_words.ts";

/** A cheque that we gave a supplier. Source: docs/books.md, "Cheques to suppliers". */
export const issuedCheque = record(
  "IssuedCheque",
  "q",
  everybody({
    ...named({
      example: { reference_no: "CHQ-2026-000004", title: "0045512 – Shenzhen Boards" },
      title: sql`concat(q.cheque_number, ' – ', s.name)`,
    }),
    supplier_id: id("Whom it was given to.", { example: 3 }),
    supplier_name: text("His name.", { example: "Shenzhen Boards", sql: sql`s.name` }),
    state: word(issuedChequeStates, "How far it is; until it is cleared it has paid nothing.", {
      example: "issued",
    }),
    amount: money("What it is about.", {
      example: 40000,
      seenBy: "everybody",
      entry: "required",
      reads: field.money("positive"),
    }),
    currency: currency("The currency of it.", {
      example: "BDT",
      entry: "optional",
      unsent: "the supplier's",
      nullable: false,
    }),
    exchange_rate: rate(
      "Local units for one of it when it was given; needed where it is foreign.",
      {
        example: 1,
        entry: "optional",
        nullable: false,
      },
    ),
    amount_local: localMoney("The same in local currency at that rate.", {
      example: 40000,
      seenBy: "everybody",
    }),
    cheque_number: text("The cheque's number.", {
      example: "0045512",
      max: 60,
      entry: "required",
    }),
    cheque_date: date("The day on the cheque.", { example: "2026-03-05", entry: "required" }),
    issued_date: date("The day it was given.", {
      example: "2026-03-02",
      entry: "optional",
      unsent: "today",
      nullable: false,
      aliases: ["date"],
    }),
    account_id: id("The bank account it is drawn on.", {
      example: 7,
      entry: "optional",
      unsent: "the account of cheques",
      nullable: false,
    }),
    entry_type: word(["payment", "advance"], "What it is in the ledger once it is cleared.", {
      example: "payment",
      entry: { default: "payment" },
    }),
    shipment_id: id("The shipment it is about.", { example: 7, entry: "optional" }),
    lc_tt_id: id("The LC or TT that it pays.", { example: null, entry: "optional" }),
    particulars: text("What it is for.", {
      example: "Boards of March",
      max: 500,
      entry: "optional",
      unsent: "the cheque's number",
      nullable: false,
    }),
    note: text("What else is to be said.", {
      example: "A number of another bank's book",
      max: 2000,
      entry: "optional",
    }),
    allow_duplicate: flag("Whether the same number may stand twice; needs a note.", {
      example: true,
      entry: { default: false },
    }),
    cleared_on: date("The day on which the bank paid it.", { example: null, nullable: true }),
    ended_on: date("The day on which it bounced or came back.", { example: null, nullable: true }),
    ledger_entry_id: id("The payment in the supplier's ledger that it is since then.", {
      example: null,
      nullable: true,
    }),
    next_states: nextStatuses(issuedChequeStates, {
      column: "state",
      may: "costs.write",
      after: () => [{ next: (from) => nextOfIssued[from] }],
    }),
    ...stamps(),
  }),
);
export type IssuedCheque = z.output<typeof issuedCheque.schema>;
export type NewIssuedCheque = z.output<typeof issuedCheque.entry>;

/** What its columns stand on, behind `from`. */
export const issuedChequeTables = sql`issued_cheques q join suppliers s on s.id = q.supplier_id`;

export const issuedChequeMove = z.object({
  state: field.oneOf(["cleared", "bounced", "returned"] as const).describe("Where it goes."),
  date: field.date().optional().describe("The day of it. Left out: today."),
  exchange_rate: field.rate().optional()
    .describe("Of a foreign one that is cleared: that day's rate. Left out: the cheque's own."),
  charge: field.localMoney("positive").optional().describe("What the bank took for it."),
  note: field.text(500).optional().describe("What was said."),
});
