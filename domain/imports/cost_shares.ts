import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import { type Decimal, decimal, fromMinor, toMinor } from "../money/decimal.ts";
import { invalid } from "../errors.ts";
import {
  allocationBases,
  type AllocationMethod,
  type ItemMeasures,
  type ManualAllocation,
  shareOut,
} from "./landed_cost.ts";

/** A cost as far as its sharing goes. */
export interface SharedCost {
  id: number;
  cost_head: string;
  /** local currency; below zero for a reversal */
  local_amount: Decimal;
  /** null: the head's default */
  allocation_method: AllocationMethod | null;
  /** under `manual`, the amounts as text, so that JSON never rounds them */
  allocations: { shipment_item_id: number; amount: string }[] | null;
  capitalise: boolean;
  reverses_id: number | null;
}

/** One item's part of one cost, local minor units. */
export interface Share {
  cost_id: number;
  shipment_item_id: number;
  amount_minor: bigint;
}

/** The columns of a `SharedCost` from `shipment_costs c`. */
export const sharedCostColumns = sql`c.id, c.cost_head, c.local_amount, c.allocation_method,
  c.capitalise, c.reverses_id, (select json_agg(json_build_object(
      'shipment_item_id', given.shipment_item_id, 'amount', given.amount::text))
    from jsonb_to_recordset(c.manual_allocations)
      as given (shipment_item_id bigint, amount numeric)) as allocations`;

/**
 * How a cost is shared: as the user said, else freight by weight where every item has one, and the
 * rest by value (docs/imports.md, "Cost").
 */
export function effectiveMethod(
  cost: Pick<SharedCost, "cost_head" | "allocation_method">,
  items: ItemMeasures[],
): AllocationMethod {
  if (cost.allocation_method !== null) return cost.allocation_method;
  const weighed = items.every(({ weight_kg }) => weight_kg?.gt("0"));
  return cost.cost_head === "freight" && weighed ? "weight" : "value";
}

/**
 * Shares costs over a shipment's items in whole local minor units; a reversal mirrors what it
 * reverses. Source: docs/landed_cost.md, "Shares".
 * @throws Refusal `allocation_basis_missing` when the items weigh nothing by a cost's method
 */
export function sharesOf(costs: SharedCost[], items: ItemMeasures[]): Share[] {
  const shares = new Map<number, Share[]>();
  for (const cost of costs.filter(({ reverses_id }) => reverses_id === null)) {
    const method = effectiveMethod(cost, items);
    const given: ManualAllocation[] = (cost.allocations ?? []).map((allocation) => ({
      ...allocation,
      amount: decimal(allocation.amount),
    }));
    const parts = shareOut(toMinor(cost.local_amount), allocationBases(method, items, given));
    if (parts === null) throw basisMissing(cost.cost_head, method, items.length);
    const rows = [...parts].map(([shipment_item_id, amount_minor]) => ({
      cost_id: cost.id,
      shipment_item_id,
      amount_minor,
    }));
    shares.set(cost.id, rows);
  }
  for (const { id, reverses_id } of costs.filter(({ reverses_id }) => reverses_id !== null)) {
    shares.set(id, mirrored(shares.get(reverses_id!) ?? [], id));
  }
  return [...shares.values()].flat();
}

/** The same shares with the opposite sign, for the cost that reverses them. */
export function mirrored(shares: Share[], costId: number): Share[] {
  return shares.map((share) => ({ ...share, cost_id: costId, amount_minor: -share.amount_minor }));
}

function basisMissing(costHead: string, method: AllocationMethod, items: number) {
  const reason = items === 0 ? "the shipment has no items" : `no item has a ${method} above zero`;
  return invalid(
    { allocation_method: `cannot share ${costHead} by ${method}: ${reason}` },
    "allocation_basis_missing",
  );
}

/** Keeps shares, replacing those of the same cost and item that differ. */
export async function keepShares(tx: Tx, shares: Share[]): Promise<void> {
  if (shares.length === 0) return;
  const rows = shares.map(({ amount_minor, ...share }) => ({
    ...share,
    amount: fromMinor(amount_minor),
  }));
  await tx.later(tx.query(sql`
    insert into shipment_cost_shares as kept (cost_id, shipment_item_id, amount)
    select cost_id, shipment_item_id, amount
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as share (cost_id bigint, shipment_item_id bigint, amount numeric)
    on conflict (cost_id, shipment_item_id) do update set amount = excluded.amount
      where kept.amount <> excluded.amount`));
}
