import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import type { Line } from "../journal/line.ts";
import { rules } from "../journal/rules.ts";
import type { Posted } from "./append_entry.ts";
import { findEntry } from "./find_entries.ts";
import { LedgerBatch } from "./ledger_batch.ts";
import type { Entry, EntryType, NewEntry } from "./ledger_entry.ts";
import { isPaid } from "./other_side.ts";
import { postSupplierEntry, theOneSide } from "./post_entry.ts";
import { refuseRepeated } from "./refuse_repeated.ts";

/**
 * Enters a credit or a payment in the supplier ledger by hand. Final: a mistake is reversed.
 * Source: docs/books.md, "Supplier ledger".
 *
 * @throws Refusal `forbidden`, `exactly_one_side`, `exchange_rate_missing`, `invalid_fields`,
 * `duplicate_reference`, `date_in_future`, `before_books_start`, `period_closed`
 */
export async function recordEntry(
  tx: Tx,
  actor: Actor,
  input: NewEntry,
): Promise<Entry> {
  return await findEntry(tx, actor, (await enterEntry(tx, actor, input)).id);
}

/** The same without reading back the running balances. */
export async function enterEntry(tx: Tx, actor: Actor, input: NewEntry): Promise<Posted> {
  const batch = new LedgerBatch(1);
  await refuseRepeated(tx, input, typeOf(input));
  const posted = await enterOneOf(tx, actor, input, batch);
  await batch.post(tx, actor);
  return posted;
}

/** One of many, which the caller posts to the journal together; files say the same payment twice on purpose. */
export async function enterOneOf(
  tx: Tx,
  actor: Actor,
  input: NewEntry,
  batch: LedgerBatch,
): Promise<Posted> {
  allow(actor, "costs.write");
  const entry_type = typeOf(input);
  theOneSide(input);
  const supplierCurrency = await checkReferences(tx, input);
  const entry_date = await batch.day(tx, actor, input.entry_date, entry_type);
  refusePostDated(input, entry_date);
  const account = await batch.account(tx, { ...input, entry_type });
  const entry = await batch.open(tx);
  const { lines, ...posted } = await postSupplierEntry(tx, actor, {
    ...input,
    entry_type,
    entry_date,
    method: input.method ?? (isPaid(entry_type) ? "bank" : null),
    currency: input.currency ?? supplierCurrency,
    entry,
  });
  batch.add({
    id: entry,
    entry_date,
    ...deedOf(entry_type, lines, account, posted),
    source: { type: "supplier_ledger", id: posted.id, reference_no: posted.reference_no },
    narration: posted.particulars,
  });
  return posted;
}

/** @throws Refusal `invalid_fields` on `cheque_date`: no bank pays before it */
function refusePostDated({ cheque_date, method }: NewEntry, entry_date: string): void {
  if (cheque_date === undefined) return;
  if (method !== "cheque") throw invalid({ cheque_date: "belongs to method cheque" });
  if (cheque_date <= entry_date) return;
  throw invalid({
    cheque_date:
      `must not be after the entry's date, ${entry_date}: a post-dated cheque is given by POST /suppliers/{id}/cheques and pays when it is cleared`,
  });
}

function typeOf(input: NewEntry): EntryType {
  return input.entry_type ?? (theOneSide(input) === "credit" ? "purchase" : "payment");
}

function deedOf(
  type: EntryType,
  lines: Line[],
  account: Line["account"],
  { shipment_id, lc_tt_id }: Posted,
) {
  const about = { shipment_id, lc_tt_id };
  if (type === "opening" && account === "opening") {
    return { kind: "opening" as const, lines: rules.opening(lines) };
  }
  return isPaid(type)
    ? {
      kind: "supplier_payment" as const,
      lines: rules.supplier_payment(lines, { money: account }, about),
    }
    : {
      kind: "supplier_entry" as const,
      lines: rules.supplier_entry(lines, account, about),
    };
}

/**
 * Looks whether supplier, shipment and LC/TT of an entry or a cheque are there; answers the supplier's
 * currency. @throws Refusal `invalid_fields` on every id that names nothing
 */
export async function checkReferences(
  tx: Tx,
  input: Pick<NewEntry, "supplier_id" | "shipment_id" | "lc_tt_id">,
): Promise<string> {
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
