import sql, { type Sql } from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import { auditAll } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import { moveStatuses } from "../audit/move_status.ts";
import { recordCreations } from "../records/history.ts";
import { nextNumbers } from "../records/numbering.ts";
import { type DiscrepancyType, unresolved } from "./discrepancy_words.ts";

/**
 * What of a receipt's line becomes a claim, with its pieces and what they were bought for, local: damage is
 * what was rejected, shortage what is short, an excess is worth nothing.
 */
const draftable = sql`(values
    (1, 'damage', line.received_qty - line.accepted_qty, line.rejected_purchase),
    (2, 'shortage', line.short_qty, line.short_purchase),
    (3, 'excess', line.excess_qty, 0)) as kind (rank, discrepancy_type, quantity, bought)`;

/**
 * Drafts the claims of a receipt that is being approved: one for the rejected, one for the missing and
 * one for the surplus pieces of each line, in the shipment's currency, with the numbers of the rejected ones
 * behind the line's note, and yet without value;
 * `valueDraftedClaims` gives it. Source: docs/imports.md, "Goods receipt" and "Claim".
 */
export async function draftClaims(
  tx: Tx,
  actor: Actor,
  receipt: { id: number; reference_no: string },
): Promise<void> {
  const claims = await tx.query<
    { receipt_item_id: number; discrepancy_type: DiscrepancyType; quantity: Decimal }[]
  >(sql`
    select line.id as receipt_item_id, kind.discrepancy_type, kind.quantity
    from receipt_items line cross join lateral ${draftable}
    where line.receipt_id = ${receipt.id} and kind.quantity > 0
    order by line.id, kind.rank`);
  if (claims.length === 0) return;
  const numbers = await nextNumbers(tx, "CLM", actor.today, claims.length);
  const rows = claims.map((claim, i) => ({ ...claim, reference_no: numbers[i] }));
  const made = await tx.query<{ id: number; reference_no: string }[]>(sql`
    insert into discrepancies (reference_no, shipment_id, shipment_item_id, supplier_id, receipt_id,
      receipt_item_id, discrepancy_type, quantity, currency, exchange_rate, note, created_at,
      updated_at, created_by)
    select claim.reference_no, s.id, line.shipment_item_id, s.supplier_id, line.receipt_id, line.id,
      claim.discrepancy_type, claim.quantity, s.currency, s.exchange_rate,
      case when claim.discrepancy_type = 'damage' and line.rejected_serial_numbers <> '{}'
        then concat_ws('; ', line.note, array_to_string(line.rejected_serial_numbers, ', '))
        else line.note end, ${actor.now}, ${actor.now}, ${actor.userId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as claim (reference_no text,
      receipt_item_id bigint, discrepancy_type text, quantity numeric)
    join receipt_items line on line.id = claim.receipt_item_id
    join shipment_items i on i.id = line.shipment_item_id
    join shipments s on s.id = i.shipment_id
    order by claim.reference_no
    returning id, reference_no`);
  await recordDrafts(tx, actor, made, claims);
}

/** History and audit of claims that a document drafted, each with what it was drafted from. */
export async function recordDrafts(
  tx: Tx,
  actor: Actor,
  made: { id: number; reference_no: string }[],
  from: object[],
): Promise<void> {
  await recordCreations(tx, actor, "discrepancy", made.map(({ id }) => id), "open");
  await auditAll(
    tx,
    actor,
    made.map(({ id, reference_no }, i) => ({
      action: "discrepancy.draft",
      entity: "discrepancy",
      entityId: id,
      reference_no,
      after: from[i],
    })),
  );
}

/** Gives the open claims that these receipts drafted what their pieces were bought for, at the shipment's rate. */
export async function valueDraftedClaims(
  tx: Tx,
  receiptIds: number[],
  now: string | Sql,
): Promise<void> {
  await tx.later(tx.query(sql`
    update discrepancies d set estimated_value = worth.value, currency = worth.currency,
      exchange_rate = worth.exchange_rate,
      estimated_value_local = coalesce(round(worth.value * worth.exchange_rate, 2), 0),
      updated_at = ${now}, version = d.version + 1
    from (select line.id as receipt_item_id, kind.discrepancy_type,
        coalesce(round(kind.bought / s.exchange_rate, 2), 0) as value, s.currency,
        s.exchange_rate
      from receipt_items line cross join lateral ${draftable}
        join shipment_items i on i.id = line.shipment_item_id
        join shipments s on s.id = i.shipment_id
      where coalesce(i.discrepancy_id, s.discrepancy_id) is null
        and line.receipt_id = any(${receiptIds}::bigint[]) and kind.quantity > 0) worth
    where d.receipt_item_id = worth.receipt_item_id
      and d.discrepancy_type = worth.discrepancy_type and d.status = 'open'
      and (d.estimated_value, d.currency, d.exchange_rate)
        is distinct from (worth.value, worth.currency, worth.exchange_rate)`));
}

/** Calls off the claims that a receipt's approval drafted and that nobody has resolved yet. */
export async function cancelDraftedClaims(
  tx: Tx,
  actor: Actor,
  receiptId: number,
  note: string,
): Promise<void> {
  const claims = await tx.query<{ id: number; reference_no: string; status: string }[]>(sql`
    select id, reference_no, status from discrepancies
    where receipt_id = ${receiptId} and receipt_item_id is not null
      and status = any(${unresolved}::text[])
    order by id for no key update`);
  const step = { to: "cancelled", action: "discrepancy.cancel", note };
  await moveStatuses(tx, actor, "discrepancy", claims, step);
}
