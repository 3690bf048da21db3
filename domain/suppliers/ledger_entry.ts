import { z } from "zod";
import * as answer from "../records/answers.ts";
import * as field from "../records/fields.ts";

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

/** An entry as it is made by hand. Source: docs/books.md, "Supplier ledger". */
export const newEntry = z.object({
  supplier_id: field.id(),
  /** default today */
  entry_date: field.date().optional(),
  /** default purchase for a credit, payment for a debit */
  entry_type: field.oneOf(entryTypes).optional(),
  particulars: field.text(500),
  /** raises what we owe; exactly one of credit and debit is above zero */
  credit: field.money().optional(),
  /** lowers what we owe */
  debit: field.money().optional(),
  /** default the supplier's */
  currency: field.currency().optional(),
  exchange_rate: field.rate().optional(),
  shipment_id: field.id().optional(),
  lc_tt_id: field.id().optional(),
  reference: field.text().optional(),
});

/** No field is required: an empty body reverses too. */
export const reversal = z.object({
  reason: field.text(500).optional(),
  /** default today, never before the entry's own date */
  entry_date: field.date().optional(),
});

export const entryRecord = z.object({
  ...answer.common,
  supplier_id: answer.id,
  supplier_name: answer.text,
  entry_date: answer.date,
  entry_type: z.enum(entryTypes),
  particulars: answer.text,
  credit: answer.number,
  debit: answer.number,
  currency: answer.text,
  exchange_rate: answer.number,
  /** local currency, 2 decimals; positive for a credit, negative for a debit */
  amount_local: answer.number,
  shipment_id: answer.id.nullable(),
  lc_tt_id: answer.id.nullable(),
  receipt_id: answer.id.nullable(),
  reference: answer.text.nullable(),
  reverses_id: answer.id.nullable(),
  reversed_by_id: answer.id.nullable(),
  reason: answer.text.nullable(),
  /** what we owed the supplier in this currency after this entry, by entry date and id */
  running_balance: answer.number,
  /** what we owed the supplier over all currencies after this entry, in local currency */
  running_balance_local: answer.number,
}).meta({ id: "SupplierLedgerEntry" });
export type Entry = z.output<typeof entryRecord>;

/** What we owe in one currency; below zero the supplier owes us. */
export const balanceRecord = z.object({
  currency: answer.text,
  balance: answer.number,
  balance_local: answer.number,
}).meta({ id: "SupplierBalance" });
export type Balance = z.output<typeof balanceRecord>;
