import sql from "sql-template-tag";
import { z } from "zod";
import * as field from "../records/fields.ts";
import { named, stamps } from "../records/common.ts";
import { many } from "../records/embedded.ts";
import {
  date,
  id,
  instant,
  localMoney,
  quantity,
  serialNumbers,
  text,
  word,
} from "../records/kinds.ts";
import { discrepancyStatuses } from "../claims/discrepancy_words.ts";
import { everybody, record } from "../records/record.ts";

export const conditions = ["good", "faulty"] as const;

const returned = record(
  "CreditNoteItem",
  "r",
  everybody({
    id: id("The item's id.", { example: 3 }),
    line: id("The invoice's line.", { example: 77, sql: sql`r.invoice_item_id` }),
    description: text("What is printed there.", {
      example: "Eco-solvent ink cyan 1 l",
      sql: sql`rl.description`,
    }),
    quantity: quantity("How many came back.", { example: 1 }),
    condition: word(conditions, "Good pieces lie in stock again.", { example: "good" }),
    serial_numbers: serialNumbers("The pieces, where they have numbers.", { example: [] }),
    net: localMoney("Their part of the line, without VAT.", {
      example: 1150,
      seenBy: "everybody",
    }),
    vat: localMoney("Their part of its VAT.", { example: 57.5, seenBy: "everybody" }),
    cost: localMoney("What they left stock with.", { example: 913.05, seenBy: "costs.read" }),
  }),
);

const claim = record(
  "CreditNoteClaim",
  "rd",
  everybody({
    id: id("The claim's id.", { example: 12 }),
    reference_no: text("Its number.", { example: "CLM-2026-000012" }),
    line: id("The invoice's line.", { example: 77, sql: sql`rci.invoice_item_id` }),
    shipment_id: id("The shipment that brought the pieces.", { example: 7 }),
    status: word(discrepancyStatuses, "How far it is.", { example: "open" }),
    quantity: quantity("How many pieces it is about.", { example: 1 }),
    carrying_value: localMoney("What they left stock with, until the return was taken back.", {
      example: 913.05,
      seenBy: "costs.read",
    }),
  }),
);

/** Goods of an invoice that came back. Source: docs/books.md, "Returns". */
export const creditNote = record(
  "CreditNote",
  "n",
  everybody({
    ...named({
      example: { reference_no: "CRN-2026-000004", title: "CRN-2026-000004 – Rahim Uddin" },
      title: sql`concat(n.reference_no, ' – ', nc.name)`,
    }),
    invoice_id: id("The invoice that sold them.", { example: 41 }),
    invoice_reference_no: text("Its number.", {
      example: "INV-2026-000041",
      sql: sql`ni.reference_no`,
    }),
    customer_id: id("Who brought them.", { example: 12 }),
    return_date: date("The day it counts for.", { example: "2026-03-09" }),
    net: localMoney("What they were sold for, without VAT.", {
      example: 1150,
      seenBy: "everybody",
    }),
    vat: localMoney("The VAT on that.", { example: 57.5, seenBy: "everybody" }),
    total: localMoney("What the customer owes less.", { example: 1207.5, seenBy: "everybody" }),
    refunded: localMoney("What of it was paid out.", {
      example: 0,
      seenBy: "everybody",
      sql: sql`(select coalesce(sum(nr.amount), 0) from customer_refunds nr
        where nr.credit_note_id = n.id and nr.reversed_at is null)`,
    }),
    reason: text("Why they came back.", { example: "Wrong colour" }),
    items: many(returned, "What came back.", {
      from: sql`from credit_note_items r join invoice_items rl on rl.id = r.invoice_item_id
        where r.credit_note_id = n.id`,
    }),
    discrepancies: many(claim, "The claims against suppliers that it made.", {
      from: sql`from discrepancies rd join credit_note_items rci on rci.id = rd.credit_note_item_id
        where rci.credit_note_id = n.id`,
    }),
    reversed_at: instant("When it was taken back.", { example: null, nullable: true }),
    reversal_reason: text("Why.", { example: null, nullable: true }),
    ...stamps(),
  }),
);
export type CreditNote = z.output<typeof creditNote.schema>;

/** What a credit note's columns stand on, behind `from`. */
export const creditNoteTables = sql`credit_notes n join customers nc on nc.id = n.customer_id
  join invoices ni on ni.id = n.invoice_id`;

export const newReturn = z.object({
  date: field.date().optional().describe("The day it counts for. Left out: today."),
  items: z.array(z.object({
    line: field.id().describe(
      "The invoice's line: its id, or where none has that id its number from 1.",
    ),
    quantity: field.quantity("positive").describe("How many came back."),
    serial_numbers: field.serialNumbers().optional().describe(
      "Which pieces, where they have numbers.",
    ),
    condition: field.oneOf(conditions).default("good").describe("Good pieces go back into stock."),
    claim_from_supplier: field.flag().default(false).describe(
      "Of faulty pieces: their value is claimed from the supplier who sent them, and is no expense.",
    ),
    shipment_item_id: field.id().optional().describe(
      "By which item of a shipment the claimed pieces came, where their serial numbers do not tell.",
    ),
  })).min(1, "must have an item").max(1000, "must have at most 1000 items")
    .describe("The lines that came back, whole or in part."),
  place_id: field.id().optional().describe(
    "The place that the good pieces come to. Left out: the default.",
  ),
  refund: z.object({
    account_id: field.id().optional().describe("The money account. Left out: cash."),
    amount: field.localMoney("positive").describe("How much, local currency."),
  }).optional().describe("What is paid out at once; the rest stays on account."),
  reason: field.text(500).describe("Why they came back."),
});
export type NewReturn = z.output<typeof newReturn>;
