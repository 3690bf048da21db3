import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { moveStatus } from "../audit/move_status.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { findEntry } from "../suppliers/find_entries.ts";
import type { Entry, NewEntry, reversal } from "../suppliers/ledger_entry.ts";
import { theOneSide } from "../suppliers/post_entry.ts";
import { recordEntry } from "../suppliers/record_entry.ts";
import { takeBack } from "../suppliers/reverse_entry.ts";
import { lockDiscrepancy } from "./find_discrepancies.ts";
import { resolveDiscrepancy } from "./resolve_discrepancy.ts";

/**
 * Enters a credit or a payment in the supplier ledger by hand. A credit note that names a claim resolves it,
 * so that nothing is deducted twice. Source: docs/books.md, "Supplier ledger".
 *
 * @throws Refusal as `recordEntry` and `resolveDiscrepancy`
 */
export async function recordSupplierEntry(
  tx: Tx,
  actor: Actor,
  input: NewEntry,
): Promise<Entry> {
  const { discrepancy_id } = input;
  if (discrepancy_id === undefined) return await recordEntry(tx, actor, input);
  allow(actor, "costs.write");
  if (input.entry_type !== "credit_note" || theOneSide(input) !== "debit") {
    throw invalid({ discrepancy_id: "belongs to a credit note, on the debit side" });
  }
  const [claim] = await tx.query<[{ supplier_id: number; against: string; currency: string }?]>(
    sql`select supplier_id, against, currency from discrepancies where id = ${discrepancy_id}`,
  );
  if (claim?.supplier_id !== input.supplier_id || claim.against !== "supplier") {
    throw invalid({ discrepancy_id: "names no claim against this supplier" });
  }
  const { supplier_ledger_id } = await resolveDiscrepancy(tx, actor, discrepancy_id, {
    resolution: "credit_note",
    amount: input.debit,
    currency: input.currency ?? claim.currency,
    exchange_rate: input.exchange_rate,
    date: input.entry_date,
    note: input.note ?? input.particulars,
  });
  return await findEntry(tx, actor, supplier_ledger_id!);
}

/**
 * Takes an entry of the supplier ledger back. Of a credit note the claim it settled is open again, and
 * carries what it carried. Source: docs/imports.md, "Claim".
 *
 * @throws Refusal `forbidden`, and as `postReversal`
 */
export async function reverseSupplierEntry(
  tx: Tx,
  actor: Actor,
  id: number,
  input: z.output<typeof reversal>,
): Promise<Entry> {
  allow(actor, "costs.write");
  const [settled] = await tx.query<[{ id: number }?]>(sql`
    select id from discrepancies where supplier_ledger_id = ${id} and status = 'resolved'
      and resolution = 'credit_note'`);
  const claim = settled && await lockDiscrepancy(tx, actor, settled.id);
  const made = await takeBack(tx, actor, id, input);
  if (claim?.status === "resolved") {
    await moveStatus(tx, actor, "discrepancy", claim, {
      to: "open",
      action: "discrepancy.reopen",
      note: input.reason,
      set: sql`resolution = null, resolved_amount = null, resolved_currency = null,
        resolved_exchange_rate = null, resolved_amount_local = null, resolution_note = null,
        supplier_rate = null, resolved_at = null, resolved_by = null, resolved_on = null,
        supplier_ledger_id = null`,
    });
  }
  return await findEntry(tx, actor, made.id);
}
