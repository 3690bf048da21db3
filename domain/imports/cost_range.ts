import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";

/** Fewer costs than these are too few to judge by. */
const FEWEST = 5;
/** Looks wrong: more than twice, or less than half, of what is usual. */
const FACTOR = 2;

/** The median of what was usual for its head when it was entered. */
export const usual = sql`((c.past_shares[(cardinality(c.past_shares) + 1) / 2]
  + c.past_shares[cardinality(c.past_shares) / 2 + 1]) / 2)`;
/** The cost `c` as a part of the purchase value of its shipment's goods, both in local currency. */
export const share = sql`(c.local_amount::numeric(35,20) / nullif(goods.value, 0))`;
/** What the goods of a shipment `s` were bought for. */
export const goodsOf = sql`lateral (select sum(purchase_value_local) as value from shipment_items
  where shipment_id = s.id) goods`;

/** Costs that are out of range and were not reversed. Source: docs/overview.md, "Approvals". */
export const outOfRange = sql`
  select c.id as cost_id, c.shipment_id, c.created_at
  from shipments s cross join ${goodsOf} join shipment_costs c on c.shipment_id = s.id
  where cardinality(c.past_shares) >= ${FEWEST}
    and (${share} > ${usual} * ${FACTOR} or ${share} * ${FACTOR} < ${usual})
    and not exists (select from shipment_costs mirror where mirror.reverses_id = c.id)`;

/** Keeps which costs of a locked shipment are out of range; the only place that writes it. */
export async function judgeCosts(tx: Tx, shipmentId: number): Promise<void> {
  await tx.later(tx.query(sql`
    with found as (select cost_id, shipment_id, created_at from (${outOfRange}) every where shipment_id = ${shipmentId}),
    gone as (delete from costs_out_of_range kept
      where shipment_id = ${shipmentId}
        and not exists (select from found where found.cost_id = kept.cost_id))
    insert into costs_out_of_range (cost_id, shipment_id, created_at)
    select cost_id, shipment_id, created_at from found
    on conflict (cost_id) do nothing`));
}
