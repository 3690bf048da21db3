import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { rules } from "../journal/rules.ts";
import { LedgerBatch } from "./ledger_batch.ts";
import { type NewPosting, postSupplierEntry } from "./post_entry.ts";

/** Writes an opening balance into the ledger and the journal, or into a batch that is posted later. */
export async function postOpening(
  tx: Tx,
  actor: Actor,
  opening: Omit<NewPosting, "entry"> & { entry_date: string },
  batch?: LedgerBatch,
): Promise<void> {
  const into = batch ?? new LedgerBatch(1);
  const entry = await into.open(tx);
  const { lines, ...posted } = await postSupplierEntry(tx, actor, { ...opening, entry });
  into.add({
    id: entry,
    entry_date: opening.entry_date,
    kind: "opening",
    source: { type: "supplier_ledger", id: posted.id, reference_no: posted.reference_no },
    narration: posted.particulars,
    lines: rules.opening(lines),
  });
  if (batch === undefined) await into.post(tx, actor);
}
