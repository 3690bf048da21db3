import { z } from "zod";
import * as answer from "../records/answers.ts";

export const entryTypes = [
  "opening",
  "invoice",
  "invoice_void",
  "payment",
  "payment_reversal",
] as const;
export type EntryType = typeof entryTypes[number];

/** One row of a customer's ledger; `reference_no` is that of the document behind it. */
export const entryRecord = z.object({
  ...answer.common,
  customer_id: answer.id,
  date: answer.date,
  type: z.enum(entryTypes),
  description: answer.text,
  /** what he owes us more, local currency */
  debit: answer.number,
  /** what he owes us less */
  credit: answer.number,
  /** what he owed us after this entry, by date and id */
  running_balance: answer.number,
  invoice_id: answer.id.nullable(),
  payment_id: answer.id.nullable(),
  reverses_id: answer.id.nullable(),
}).meta({ id: "CustomerLedgerEntry" });
export type Entry = z.output<typeof entryRecord>;
