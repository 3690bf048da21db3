import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { dr, type Line } from "../journal/line.ts";
import type { Decimal } from "../money/decimal.ts";
import type { EntryType } from "./ledger_entry.ts";

export interface NewEntry {
  customer_id: number;
  date: string;
  type: Extract<EntryType, "opening" | "invoice" | "payment" | "credit_note" | "refund">;
  /** the number of the document behind it */
  reference_no: string;
  description: string;
  /** local currency, 2 decimals: above zero the customer owes us more, below less; never zero */
  amount: Decimal;
  invoice_id?: number;
  payment_id?: number;
  credit_note_id?: number;
  refund_id?: number;
  /** the journal's entry that carries it (`domain/journal/post_entry.ts`) */
  entry: number;
}

/**
 * Appends one entry to the customer ledger for a document that has already asked its own permission.
 * Final: it can only be mirrored.
 *
 * @returns its line of the journal
 */
export async function postCustomerEntry(tx: Tx, actor: Actor, entry: NewEntry): Promise<Line[]> {
  return await postCustomerEntries(tx, actor, [entry]);
}

/** The same for many in one statement, a line each. */
export async function postCustomerEntries(
  tx: Tx,
  actor: Actor,
  entries: NewEntry[],
): Promise<Line[]> {
  if (entries.length === 0) return [];
  const rows = entries.map(({ entry, ...row }) => ({ ...row, entry_id: entry }));
  await tx.later(tx.query(sql`
    insert into customer_ledger (customer_id, date, type, reference_no, description, debit, credit,
      invoice_id, payment_id, credit_note_id, refund_id, entry_id, created_at, created_by)
    select customer_id, date, type, reference_no, description, greatest(amount, 0),
      greatest(-amount, 0), invoice_id, payment_id, credit_note_id, refund_id, entry_id, ${actor.now}::timestamptz,
      ${actor.userId}::bigint
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (customer_id bigint,
      date date, type text, reference_no text, description text, amount numeric, invoice_id bigint,
      payment_id bigint, credit_note_id bigint, refund_id bigint, entry_id bigint)) with ordinality
    order by ordinality`));
  return entries.map(({ amount, customer_id, invoice_id }) =>
    dr("customers", amount, { customer_id, invoice_id })
  );
}

/** What takes back which entry, and the column of its document; an opening balance has none but itself. */
const mirrors = {
  opening: ["opening_reversal", sql`id`],
  invoice: ["invoice_void", sql`invoice_id`],
  payment: ["payment_reversal", sql`payment_id`],
  credit_note: ["credit_note_reversal", sql`credit_note_id`],
  refund: ["refund_reversal", sql`refund_id`],
} as const;

/**
 * Takes back the entry of a document by a row with the stored numbers on the other side.
 * Nothing happens where there was no amount to enter.
 *
 * @param by the day of it, what is said of it, and the journal's entry that carries it
 */
export async function mirrorEntry(
  tx: Tx,
  actor: Actor,
  of: { type: keyof typeof mirrors; id: number },
  by: { date: string; description: string; entry: number },
): Promise<void> {
  const [type, document] = mirrors[of.type];
  await tx.later(tx.query(sql`
    insert into customer_ledger (customer_id, date, type, reference_no, description, debit, credit,
      invoice_id, payment_id, credit_note_id, refund_id, reverses_id, entry_id, created_at, created_by)
    select customer_id, ${by.date}::date, ${type}, reference_no, ${by.description}, credit, debit,
      invoice_id, payment_id, credit_note_id, refund_id, id, ${by.entry}::bigint, ${actor.now}::timestamptz,
      ${actor.userId}::bigint
    from customer_ledger where ${document} = ${of.id} and type = ${of.type}`));
}
