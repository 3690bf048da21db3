import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import { type Decimal, fromMinor, toMinor } from "../money/decimal.ts";
import { accountFor } from "./landed_cost.ts";
import type { LockedShipment } from "./lock_shipment.ts";

interface ApprovedLine {
  id: number;
  shipment_item_id: number;
  received_qty: Decimal;
  accepted_qty: Decimal;
  short_qty: Decimal;
}

/**
 * Works out what the shipment's approved receipts would take if they were posted now, in the order of
 * their approval, and keeps it on their lines and on the open claims that the approval drafted: damage
 * has the value of the rejected pieces, shortage that of the missing ones, excess none.
 */
export async function valueApprovedReceipts(tx: Tx, shipment: LockedShipment): Promise<void> {
  const lines = await tx.query<ApprovedLine[]>(sql`
    select line.id, line.shipment_item_id, line.received_qty, line.accepted_qty, line.short_qty
    from receipt_items line join receipts r on r.id = line.receipt_id
    where r.shipment_id = ${shipment.id} and r.status = 'approved'
    order by r.approved_at, r.id, line.id`);
  if (lines.length === 0) return;
  const items = await tx.query<{ id: number; remaining_value: Decimal; open_qty: Decimal }[]>(sql`
    select id, remaining_value, shipped_qty - accounted_qty as open_qty
    from shipment_items where shipment_id = ${shipment.id}`);
  const left = new Map(items.map(({ id, remaining_value, open_qty }) => [
    id,
    { remaining_minor: toMinor(remaining_value), remaining_milli: toMinor(open_qty, 3) },
  ]));
  const values = lines.map((line) => {
    const { remaining_minor, remaining_milli } = left.get(line.shipment_item_id)!;
    const taken = accountFor(remaining_minor, remaining_milli, {
      accepted_milli: toMinor(line.accepted_qty, 3),
      rejected_milli: toMinor(line.received_qty.minus(line.accepted_qty), 3),
      short_milli: toMinor(line.short_qty, 3),
    });
    left.set(line.shipment_item_id, taken);
    return {
      id: line.id,
      accepted: fromMinor(taken.accepted.value_minor),
      rejected: fromMinor(taken.rejected.value_minor),
      short: fromMinor(taken.short.value_minor),
    };
  });
  await tx.query(sql`
    with valued as (
      select id, accepted, rejected, short from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
        as line (id bigint, accepted numeric, rejected numeric, short numeric)
    ), claims as (
      update discrepancies claim
      set estimated_value = value, estimated_value_local = value, updated_at = now(),
        version = version + 1
      from (select id, type, value from valued cross join lateral
          (values ('damage', rejected), ('shortage', short), ('excess', 0)) as of (type, value)) as drafted
      where claim.receipt_item_id = drafted.id and claim.discrepancy_type = drafted.type
        and claim.status = 'open' and claim.estimated_value <> value)
    update receipt_items line
    set accepted_value = accepted, rejected_value = rejected, short_value = short
    from valued
    where line.id = valued.id and (line.accepted_value, line.rejected_value, line.short_value)
      <> (accepted, rejected, short)`);
}
