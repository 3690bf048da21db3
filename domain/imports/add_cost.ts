import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { business } from "../business/business.ts";
import type { Tx } from "../db/connect.ts";
import { type Decimal, fromMinor, sum } from "../money/decimal.ts";
import { type FieldErrors, invalid } from "../errors.ts";
import { bookLateCost } from "./book_late_cost.ts";
import { keepShares, type SharedCost, sharesOf } from "./cost_shares.ts";
import { rateFaults, rateMissing, rateOf, refuseFaults } from "./exchange_rate.ts";
import { type ItemMeasures, localAmount } from "./landed_cost.ts";
import { type LockedShipment, lockShipment } from "./lock_shipment.ts";
import { tooFineFor } from "./shipment.ts";
import type { NewShipmentCost } from "./shipment_cost.ts";
import { LOCAL_LIMIT } from "./shipment_items.ts";
import { notCapitalised } from "./shipment_words.ts";
import { refuseClosed, touchShipment } from "./touch_shipment.ts";
import { valueShipment } from "./value_shipment.ts";

/**
 * Adds a cost to a shipment: turned into local currency once, half up at 2 decimals, and shared over
 * the items. It is never edited; `reverseCost` takes it back. After the first posting it is a late
 * cost and splits into stock, expense and what waits for later receipts.
 * Source: docs/landed_cost.md, "Cost in local currency", "Shares" and "Late costs".
 *
 * @returns the id of the cost
 * @throws Refusal `forbidden`, `not_found`, `shipment_closed`, `invalid_fields`,
 * `exchange_rate_missing`, `allocation_sum`, `allocation_basis_missing`
 */
export async function addCost(
  tx: Tx,
  actor: Actor,
  shipmentId: number,
  input: NewShipmentCost,
): Promise<number> {
  allow(actor, "costs.write");
  const shipment = await lockShipment(tx, shipmentId);
  refuseClosed(shipment);
  const { currency, exchange_rate, local_amount } = inLocalCurrency(shipment, input);
  const items = await tx.query<ItemMeasures[]>(sql`
    select id, purchase_value, shipped_qty, weight_kg, volume_cbm
    from shipment_items where shipment_id = ${shipmentId} order by id`);
  checkAllocations(input, items, shipment);
  const cost = {
    cost_head: input.cost_head,
    amount: input.amount,
    currency,
    exchange_rate,
    local_amount,
    allocation_method: input.allocations ? "manual" as const : input.allocation_method ?? null,
    allocations: input.allocations?.map(({ shipment_item_id, amount }) => ({
      shipment_item_id,
      amount: String(amount),
    })) ?? null,
    capitalise: input.capitalise ?? !notCapitalised.includes(input.cost_head),
    entry_date: input.entry_date ?? actor.today,
    reference: input.reference,
    note: input.note,
    reverses_id: null,
  };
  const id = await insertCost(tx, actor, shipment, cost);
  if (shipment.frozen_at !== null) {
    const shares = sharesOf([{ ...cost, id }], items);
    await keepShares(tx, shares);
    if (cost.capitalise) await bookLateCost(tx, actor, shipment, id, shares);
  }
  await valueShipment(tx, shipment);
  await touchShipment(tx, actor, shipmentId);
  await audit(tx, actor, {
    action: "shipment.add_cost",
    entity: "shipment",
    entityId: shipmentId,
    reference_no: shipment.reference_no,
    after: { cost_id: id, ...cost },
  });
  return id;
}

export interface CostRow extends Omit<SharedCost, "id"> {
  amount: Decimal;
  currency: string;
  exchange_rate: Decimal;
  entry_date: string;
  reference?: string | null;
  note?: string | null;
}

/** Appends a cost of a locked shipment; it is late when a receipt was posted before it. */
export async function insertCost(
  tx: Tx,
  actor: Actor,
  shipment: LockedShipment,
  cost: CostRow,
): Promise<number> {
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into shipment_costs (shipment_id, cost_head, amount, currency, exchange_rate,
      local_amount, allocation_method, manual_allocations, capitalise, entry_date, reference, note,
      is_late, reverses_id, created_by)
    values (${shipment.id}, ${cost.cost_head}, ${cost.amount}, ${cost.currency},
      ${cost.exchange_rate}, ${cost.local_amount}, ${cost.allocation_method},
      (select jsonb_agg(given) from jsonb_to_recordset(${
    cost.allocations && JSON.stringify(cost.allocations)
  }::jsonb) as given (shipment_item_id bigint, amount numeric)),
      ${cost.capitalise}, ${cost.entry_date}, ${cost.reference}, ${cost.note},
      ${shipment.frozen_at !== null}, ${cost.reverses_id}, ${actor.userId})
    returning id`);
  return id;
}

/** A rate that was not sent is the shipment's, where the cost is in its currency. */
function inLocalCurrency(shipment: LockedShipment, input: NewShipmentCost) {
  const currency = input.currency ?? business.localCurrency;
  const given = input.exchange_rate ??
    (currency === shipment.currency ? shipment.exchange_rate : null);
  const exchange_rate = rateOf(currency, given);
  const amount = tooFineFor(currency, input.amount);
  refuseFaults({ ...rateFaults(currency, given), ...amount.length > 0 && { amount } });
  if (exchange_rate === null) {
    throw invalid(rateMissing(currency), "exchange_rate_missing");
  }
  const local_amount = fromMinor(localAmount(input.amount, exchange_rate));
  if (local_amount.gte(LOCAL_LIMIT)) {
    throw invalid({ amount: `must be below ${LOCAL_LIMIT} in local currency` });
  }
  return { currency, exchange_rate, local_amount };
}

function checkAllocations(
  { amount, allocations = [] }: NewShipmentCost,
  items: ItemMeasures[],
  shipment: LockedShipment,
): void {
  if (allocations.length === 0) return;
  const known = new Set(items.map(({ id }) => id));
  const faults: FieldErrors = {};
  allocations.forEach(({ shipment_item_id }, i) => {
    if (known.has(shipment_item_id)) return;
    faults[`allocations.${i}.shipment_item_id`] = [
      `names no item of shipment ${shipment.reference_no}`,
    ];
  });
  refuseFaults(faults);
  const total = sum(allocations.map((allocation) => allocation.amount));
  if (total.eq(amount)) return;
  throw invalid({ allocations: `sum to ${total}, not to the amount ${amount}` }, "allocation_sum");
}
