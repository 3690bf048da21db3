import sql from "sql-template-tag";
import type { z } from "zod";
import { named, unchanging } from "../records/common.ts";
import { date, id, localMoney, text, word } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";

export const entryTypes = [
  "opening",
  "opening_reversal",
  "invoice",
  "invoice_void",
  "payment",
  "payment_reversal",
  "credit_note",
  "credit_note_reversal",
  "refund",
  "refund_reversal",
] as const;
export type EntryType = typeof entryTypes[number];

/** One row of a customer's ledger; `reference_no` is that of the document behind it. */
export const customerEntry = record(
  "CustomerLedgerEntry",
  "e",
  everybody({
    ...named({
      example: { reference_no: "INV-2026-000031", title: "Invoice INV-2026-000031" },
      title: sql`e.description`,
    }),
    customer_id: id("Whose ledger it is in.", { example: 12 }),
    entry_date: date("The day of the document.", { example: "2026-03-02", sql: sql`e.date` }),
    entry_type: word(entryTypes, "What made it.", { example: "invoice", sql: sql`e.type` }),
    date: date("The same as entry_date.", { example: "2026-03-02", deprecated: true }),
    type: word(entryTypes, "The same as entry_type.", { example: "invoice", deprecated: true }),
    description: text("What it is for.", { example: "Invoice INV-2026-000031" }),
    debit: localMoney("What he owes us more, local currency.", {
      example: 12500,
      seenBy: "everybody",
    }),
    credit: localMoney("What he owes us less.", { example: 0, seenBy: "everybody" }),
    running_balance: localMoney("What he owed after this entry, by date and id.", {
      example: 42500,
      seenBy: "everybody",
      sql: "around",
    }),
    invoice_id: id("The invoice behind it.", { example: 31, nullable: true }),
    payment_id: id("The payment behind it.", { example: null, nullable: true }),
    reverses_id: id("The entry that it takes back.", { example: null, nullable: true }),
    ...unchanging("e"),
  }),
);
export type Entry = z.output<typeof customerEntry.schema>;
