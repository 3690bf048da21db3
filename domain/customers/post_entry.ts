import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { dr, type Line } from "../journal/line.ts";
import { type Decimal, decimal } from "../money/decimal.ts";
import type { EntryType } from "./ledger_entry.ts";

export interface NewEntry {
  customer_id: number;
  date: string;
  type: Extract<EntryType, "opening" | "invoice" | "payment">;
  /** the number of the document behind it */
  reference_no: string;
  description: string;
  /** local currency, 2 decimals: above zero the customer owes us more, below less; never zero */
  amount: Decimal;
  invoice_id?: number;
  payment_id?: number;
  /** the journal's entry that carries it (`domain/journal/post_entry.ts`) */
  entry?: number;
}

/**
 * Appends one entry to the customer ledger for a document that has already asked its own permission.
 * Final: it can only be mirrored.
 *
 * @returns its line of the journal
 */
export async function postCustomerEntry(tx: Tx, actor: Actor, entry: NewEntry): Promise<Line[]> {
  const { amount } = entry;
  const zero = decimal("0");
  await tx.query(sql`
    insert into customer_ledger (customer_id, date, type, reference_no, description, debit, credit,
      invoice_id, payment_id, entry_id, created_at, created_by)
    values (${entry.customer_id}, ${entry.date}, ${entry.type}, ${entry.reference_no},
      ${entry.description}, ${amount.gt("0") ? amount : zero}, ${
    amount.lt("0") ? amount.neg() : zero
  }, ${entry.invoice_id}, ${entry.payment_id}, ${entry.entry}, ${actor.now}, ${actor.userId})`);
  return [
    dr("customers", amount, { customer_id: entry.customer_id, invoice_id: entry.invoice_id }),
  ];
}

/**
 * Takes back the entry of an invoice or payment by a row with the stored numbers on the other side,
 * dated today but never before the entry. Nothing happens where there was no amount to enter.
 */
export async function mirrorEntry(
  tx: Tx,
  actor: Actor,
  of: { type: "invoice" | "payment"; id: number },
  description: string,
): Promise<void> {
  const [type, document] = of.type === "invoice"
    ? ["invoice_void", sql`invoice_id`]
    : ["payment_reversal", sql`payment_id`];
  await tx.query(sql`
    insert into customer_ledger (customer_id, date, type, reference_no, description, debit, credit,
      invoice_id, payment_id, reverses_id, created_at, created_by)
    select customer_id, greatest(date, ${actor.today}::date), ${type}, reference_no, ${description},
      credit, debit, invoice_id, payment_id, id, ${actor.now}::timestamptz, ${actor.userId}::bigint
    from customer_ledger where ${document} = ${of.id} and type = ${of.type}`);
}
