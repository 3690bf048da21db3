import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import { moveStatuses } from "../audit/move_status.ts";
import type { Tx } from "../db/connect.ts";
import { conflict } from "../errors.ts";
import { type Decimal, sum } from "../money/decimal.ts";
import { nextNumbers } from "../records/numbering.ts";
import { recordDrafts } from "./drafted_claims.ts";
import { lastMoved } from "./post_claim.ts";
import { unresolved } from "./discrepancy_words.ts";

/** Faulty pieces of a credit note's line that came by one item of a shipment. */
export interface FaultyPieces {
  credit_note_item_id: number;
  shipment_item_id: number;
  quantity: Decimal;
  /** what they left stock with, local currency: what the claim carries on account 1160 */
  value: Decimal;
  note: string;
}

/**
 * Drafts the claims of faulty pieces that a customer brought back, against the supplier of their shipment:
 * for what they were bought for, in the shipment's currency, half up at 2 decimals.
 * Source: docs/imports.md, "Claim".
 */
export async function draftReturnClaims(
  tx: Tx,
  actor: Actor,
  pieces: FaultyPieces[],
): Promise<void> {
  if (pieces.length === 0) return;
  const numbers = await nextNumbers(tx, "CLM", actor.today, pieces.length);
  const rows = pieces.map((each, i) => ({ ...each, reference_no: numbers[i] }));
  const made = await tx.query<{ id: number; reference_no: string }[]>(sql`
    insert into discrepancies (reference_no, shipment_id, shipment_item_id, supplier_id,
      credit_note_item_id, discrepancy_type, quantity, estimated_value, currency, exchange_rate,
      estimated_value_local, carrying_value, note, created_at, updated_at, created_by)
    select claim.reference_no, s.id, i.id, s.supplier_id, claim.credit_note_item_id, 'quality',
      claim.quantity, bought.value, s.currency, s.exchange_rate,
      coalesce(round(bought.value * s.exchange_rate, 2), 0), claim.value, claim.note, ${actor.now},
      ${actor.now}, ${actor.userId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as claim (reference_no text,
      credit_note_item_id bigint, shipment_item_id bigint, quantity numeric, value numeric, note text)
    join shipment_items i on i.id = claim.shipment_item_id
    join shipments s on s.id = i.shipment_id
    cross join lateral (select case when s.exchange_rate is null then 0 else coalesce(
      round(i.purchase_value * claim.quantity / nullif(i.shipped_qty, 0), 2), 0) end as value) bought
    order by claim.reference_no
    returning id, reference_no`);
  await recordDrafts(tx, actor, made, pieces);
}

export interface ReturnClaims {
  /** those that nobody has settled */
  open: { id: number; reference_no: string; status: string }[];
  /** what those that were called off had carried: a loss already, local currency */
  lost: Decimal;
  /** the last day on which any of them moved in the journal; null: none did */
  moved_on: string | null;
}

/**
 * Locks the claims that a return drafted, because it is about to be taken back. One that brought something,
 * or was given up, was settled for pieces that came back: then they did.
 *
 * @throws Refusal `discrepancy_already_resolved`
 */
export async function lockReturnClaims(tx: Tx, creditNoteId: number): Promise<ReturnClaims> {
  const claims = await tx.query<
    { id: number; reference_no: string; status: string; carrying_value: Decimal }[]
  >(sql`
    select d.id, d.reference_no, d.status, d.carrying_value
    from discrepancies d join credit_note_items i on i.id = d.credit_note_item_id
    where i.credit_note_id = ${creditNoteId} order by d.id for no key update of d`);
  const of = (which: (status: string) => boolean) => claims.filter(({ status }) => which(status));
  const resolved = of((status) => status === "resolved");
  if (resolved.length > 0) {
    const numbers = resolved.map(({ reference_no }) => reference_no);
    throw conflict(
      "discrepancy_already_resolved",
      `the claim for these pieces is already resolved: ${numbers.join(", ")}.`,
      { discrepancies: numbers },
    );
  }
  const [{ moved_on }] = await tx.query<[{ moved_on: string | null }]>(sql`
    select ${lastMoved(sql`select unnest(${claims.map(({ id }) => id)}::bigint[])`)} as moved_on`);
  return {
    open: of((status) => unresolved.includes(status)),
    lost: sum(of((status) => status === "cancelled").map((claim) => claim.carrying_value)),
    moved_on,
  };
}

/** Calls off the claims of a return that is taken back: it takes what they carry with it. */
export async function dropReturnClaims(
  tx: Tx,
  actor: Actor,
  { open }: ReturnClaims,
  { date, note }: { date: string; note: string },
): Promise<void> {
  await moveStatuses(tx, actor, "discrepancy", open, {
    to: "cancelled",
    action: "discrepancy.cancel",
    note,
    set: sql`carrying_value = 0, resolved_on = ${date}`,
  });
}
