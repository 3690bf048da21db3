import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import type { Posted } from "./append_entry.ts";
import { findEntry } from "./find_entries.ts";
import type { Entry, NewEntry } from "./ledger_entry.ts";
import { postSupplierEntry, theOneSide } from "./post_entry.ts";
import type { RunningBalances } from "./running_balances.ts";

/**
 * Enters a credit or a payment in the supplier ledger by hand. Final: a mistake is reversed.
 * Source: docs/books.md, "Supplier ledger".
 *
 * @throws Refusal `forbidden`, `exactly_one_side`, `exchange_rate_missing`, `invalid_fields`
 */
export async function recordEntry(
  tx: Tx,
  actor: Actor,
  input: NewEntry,
): Promise<Entry> {
  return await findEntry(tx, actor, (await enterEntry(tx, actor, input)).id);
}

/** The same without reading back the running balances; `running` carries them for thousands of entries. */
export async function enterEntry(
  tx: Tx,
  actor: Actor,
  input: NewEntry,
  running?: RunningBalances,
): Promise<Posted> {
  allow(actor, "costs.write");
  const side = theOneSide(input);
  const supplierCurrency = await checkReferences(tx, input);
  return await postSupplierEntry(tx, actor, {
    ...input,
    entry_type: input.entry_type ?? (side === "credit" ? "purchase" : "payment"),
    currency: input.currency ?? supplierCurrency,
  }, running);
}

/**
 * Looks whether supplier, shipment and LC/TT of an entry are there; answers the supplier's
 * currency. @throws Refusal `invalid_fields` on every id that names nothing
 */
async function checkReferences(tx: Tx, input: NewEntry): Promise<string> {
  const { supplier_id, shipment_id = null, lc_tt_id = null } = input;
  const [found] = await tx.query<[{ currency: string | null; shipment: boolean; lc_tt: boolean }]>(
    sql`
    select (select currency from suppliers where id = ${supplier_id}) as currency,
      exists (select 1 from shipments where id = ${shipment_id}) as shipment,
      exists (select 1 from lc_tt where id = ${lc_tt_id}) as lc_tt`,
  );
  const wrong: Record<string, string> = {};
  if (found.currency === null) wrong.supplier_id = "names no supplier";
  if (shipment_id !== null && !found.shipment) wrong.shipment_id = "names no shipment";
  if (lc_tt_id !== null && !found.lc_tt) wrong.lc_tt_id = "names no LC/TT";
  if (found.currency === null || Object.keys(wrong).length > 0) throw invalid(wrong);
  return found.currency;
}
