import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, invalid, notFound } from "../errors.ts";
import { append, type Posted, postingColumns } from "./append_entry.ts";
import { isAutomatic, lockBalance, realiseDifference } from "./exchange_difference.ts";
import { findEntry } from "./find_entries.ts";
import type { Entry, reversal } from "./ledger_entry.ts";

/**
 * Takes an entry of the supplier ledger back by a row of its own. Source: docs/books.md, "Supplier
 * ledger".
 *
 * @returns the new row
 * @throws Refusal `forbidden`, `not_found`, `already_reversed`, `not_reversible`, `invalid_fields`
 */
export async function reverseEntry(
  tx: Tx,
  actor: Actor,
  id: number,
  input: z.output<typeof reversal>,
): Promise<Entry> {
  allow(actor, "costs.write");
  const posted = await postReversal(tx, actor, id, input);
  return await findEntry(tx, actor, posted.id);
}

/**
 * The same for a document that is itself being taken back and has asked its own permission. The row
 * mirrors the stored numbers, `amount_local` too: nothing is computed again. What the entry had
 * realised as an exchange difference is taken back with it. Locks the supplier and takes an SLE number,
 * so call it last.
 *
 * @throws Refusal `not_found`, `already_reversed`, `not_reversible`, `invalid_fields`
 */
export async function postReversal(
  tx: Tx,
  actor: Actor,
  id: number,
  input: z.output<typeof reversal>,
  /** the journal's entry that carries it */
  journalEntry?: number,
): Promise<Posted> {
  const entry = await lockedEntry(tx, id);
  if (entry.reverses_id !== null) {
    throw conflict("not_reversible", `${entry.reference_no} is itself a reversal.`);
  }
  if (isAutomatic(entry)) {
    throw conflict(
      "not_reversible",
      `${entry.reference_no} is an exchange difference; it follows the entries it came from.`,
    );
  }
  const [earlier] = await tx.query<[{ id: number; reference_no: string }?]>(
    sql`select id, reference_no from supplier_ledger where reverses_id = ${id}`,
  );
  if (earlier) {
    throw conflict(
      "already_reversed",
      `${entry.reference_no} was already reversed by ${earlier.reference_no}.`,
      { reversed_by_id: earlier.id },
    );
  }
  const entry_date = reversalDate(actor, entry, input.entry_date);
  await lockBalance(tx, entry);
  const mirror = await append(tx, actor, "supplier_ledger.reverse", {
    ...entry,
    entry_date,
    particulars: [`Reversal of ${entry.reference_no}`, input.reason].filter(Boolean).join(": "),
    credit: entry.debit,
    debit: entry.credit,
    amount_local: entry.amount_local.neg(),
    reverses_id: id,
    reason: input.reason ?? null,
  }, journalEntry);
  await realiseDifference(tx, actor, mirror);
  return mirror;
}

/** The lock makes a second reversal wait for the first, and then find it. */
async function lockedEntry(tx: Tx, id: number): Promise<Posted> {
  const [entry] = await tx.query<[Posted?]>(sql`
    select id, reference_no, ${postingColumns}
    from supplier_ledger where id = ${id} for update`);
  if (!entry) throw notFound("Supplier ledger entry", id);
  return entry;
}

/** Before the entry's own date a reversal would make the balances of the days between wrong. */
function reversalDate(actor: Actor, entry: Posted, asked?: string): string {
  if (asked === undefined) return actor.today > entry.entry_date ? actor.today : entry.entry_date;
  if (asked >= entry.entry_date) return asked;
  throw invalid({
    entry_date: `must not be before ${entry.entry_date}, the date of ${entry.reference_no}`,
  });
}
