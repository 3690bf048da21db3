import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { judgeCosts } from "./cost_range.ts";
import { keepShares, type SharedCost, sharedCostColumns, sharesOf } from "./cost_shares.ts";
import type { ItemMeasures } from "./landed_cost.ts";
import type { LockedShipment } from "./lock_shipment.ts";
import { valueApprovedReceipts } from "./value_approved_receipts.ts";

/**
 * Brings every value that hangs on a shipment up to date, under its lock and in local currency: the
 * items' landed value (purchase value, half up, and capitalised shares), which costs are out of range, the
 * values that approved receipts would take, and the open claims that they drafted.
 *
 * Until the first receipt is posted the shares are derived afresh. From then on shares and purchase
 * values stand, and `remaining_value` moves only with postings and late costs.
 * Source: docs/landed_cost.md, "Shares", "Landed value" and "Freezing".
 *
 * @throws Refusal `allocation_basis_missing`; `invalid_fields` on `amount` beyond 10^13
 */
export async function valueShipment(tx: Tx, shipment: LockedShipment): Promise<void> {
  if (shipment.frozen_at === null) await deriveShares(tx, shipment);
  await addUp(tx, shipment);
  await judgeCosts(tx, shipment.id);
  await valueApprovedReceipts(tx, shipment);
}

async function deriveShares(tx: Tx, { id }: LockedShipment): Promise<void> {
  const costs = await tx.query<SharedCost[]>(sql`
    select ${sharedCostColumns} from shipment_costs c where c.shipment_id = ${id}`);
  if (costs.length === 0) return;
  const items = await tx.query<ItemMeasures[]>(sql`
    select id, purchase_value, shipped_qty, weight_kg, volume_cbm
    from shipment_items where shipment_id = ${id}`);
  await keepShares(tx, sharesOf(costs, items));
}

async function addUp(tx: Tx, { id, exchange_rate, frozen_at }: LockedShipment): Promise<void> {
  const frozen = frozen_at !== null;
  try {
    await tx.query(sql`
      with valued as (
        select i.id,
          case when ${frozen} then i.purchase_value_local
            else coalesce(round(i.purchase_value * ${exchange_rate}, 2), 0) end as purchase,
          coalesce((select sum(share.amount)
            from shipment_cost_shares share join shipment_costs c on c.id = share.cost_id
            where share.shipment_item_id = i.id and c.capitalise), 0) as costs
        from shipment_items i where i.shipment_id = ${id})
      update shipment_items i
      set purchase_value_local = purchase, landed_value = purchase + costs,
        remaining_value = case when ${frozen} then i.remaining_value else purchase + costs end,
        remaining_purchase = case when ${frozen} then i.remaining_purchase else purchase end
      from valued
      where i.id = valued.id and i.shipment_id = ${id}
        and (i.landed_value, i.purchase_value_local) <> (purchase + costs, purchase)`);
  } catch (error) {
    if ((error as { code?: string }).code !== "22003") throw error; // numeric value out of range
    throw invalid({ amount: "would take the landed value of an item beyond 10^13" });
  }
}
