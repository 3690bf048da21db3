import sql from "sql-template-tag";
import { valueDraftedClaims } from "../claims/drafted_claims.ts";
import type { Tx } from "../db/connect.ts";
import { type Decimal, fromMinor, toMinor } from "../money/decimal.ts";
import { accountFor } from "./landed_cost.ts";
import type { LockedShipment } from "./lock_shipment.ts";

interface ApprovedLine {
  id: number;
  receipt_id: number;
  shipment_item_id: number;
  received_qty: Decimal;
  accepted_qty: Decimal;
  short_qty: Decimal;
}

/**
 * Works out what the shipment's approved receipts would take if they were posted now, in the order of
 * their approval, and keeps it on their lines and on the open claims that the approval drafted.
 */
export async function valueApprovedReceipts(tx: Tx, shipment: LockedShipment): Promise<void> {
  const [lines, items] = await Promise.all([ // sent together
    tx.query<ApprovedLine[]>(sql`
      select line.id, line.receipt_id, line.shipment_item_id, line.received_qty, line.accepted_qty,
        line.short_qty
      from receipt_items line join receipts r on r.id = line.receipt_id
      where r.shipment_id = ${shipment.id} and r.status = 'approved'
      order by r.approved_at, r.id, line.id`),
    tx.query<
      { id: number; remaining_value: Decimal; remaining_purchase: Decimal; open_qty: Decimal }[]
    >(sql`
      select id, remaining_value, remaining_purchase, shipped_qty - accounted_qty as open_qty
      from shipment_items where shipment_id = ${shipment.id}`),
  ]);
  if (lines.length === 0) return;
  const left = new Map(items.map(({ id, remaining_value, remaining_purchase, open_qty }) => [
    id,
    {
      remaining_minor: toMinor(remaining_value),
      remaining_purchase_minor: toMinor(remaining_purchase),
      remaining_milli: toMinor(open_qty, 3),
    },
  ]));
  const values = lines.map((line) => {
    const { remaining_minor, remaining_purchase_minor, remaining_milli } = left.get(
      line.shipment_item_id,
    )!;
    const pieces = {
      accepted_milli: toMinor(line.accepted_qty, 3),
      rejected_milli: toMinor(line.received_qty.minus(line.accepted_qty), 3),
      short_milli: toMinor(line.short_qty, 3),
    };
    const taken = accountFor(remaining_minor, remaining_milli, pieces);
    const bought = accountFor(remaining_purchase_minor, remaining_milli, pieces);
    left.set(line.shipment_item_id, {
      ...taken,
      remaining_purchase_minor: bought.remaining_minor,
    });
    return {
      id: line.id,
      accepted: fromMinor(taken.accepted.value_minor),
      rejected: fromMinor(taken.rejected.value_minor),
      short: fromMinor(taken.short.value_minor),
      accepted_bought: fromMinor(bought.accepted.value_minor),
      rejected_bought: fromMinor(bought.rejected.value_minor),
      short_bought: fromMinor(bought.short.value_minor),
    };
  });
  await tx.later(tx.query(sql`
    update receipt_items line
    set accepted_value = accepted, rejected_value = rejected, short_value = short,
      accepted_purchase = accepted_bought, rejected_purchase = rejected_bought,
      short_purchase = short_bought
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as valued (id bigint, accepted numeric, rejected numeric, short numeric,
        accepted_bought numeric, rejected_bought numeric, short_bought numeric)
    where line.id = valued.id and line.id = any(${values.map(({ id }) => id)}::bigint[])
      and (line.accepted_value, line.rejected_value, line.short_value,
        line.accepted_purchase, line.rejected_purchase, line.short_purchase)
      <> (accepted, rejected, short, accepted_bought, rejected_bought, short_bought)`));
  await valueDraftedClaims(tx, lines.map(({ receipt_id }) => receipt_id), sql`now()`);
}
