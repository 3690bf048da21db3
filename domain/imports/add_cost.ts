import sql from "sql-template-tag";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { business } from "../business/business.ts";
import type { Tx } from "../db/connect.ts";
import { type Decimal, fromMinor, sum } from "../money/decimal.ts";
import { type FieldErrors, invalid } from "../errors.ts";
import { judgeDay } from "../journal/period.ts";
import type { Line } from "../journal/line.ts";
import { openEntry, postEntry } from "../journal/post_entry.ts";
import { type Deed, rules } from "../journal/rules.ts";
import { bookLateCost } from "./book_late_cost.ts";
import { judgePayee, named, owe } from "./cost_payee.ts";
import { keepShares, type SharedCost, sharesOf } from "./cost_shares.ts";
import { rateFaults, rateMissing, rateOf, refuseFaults } from "./exchange_rate.ts";
import { type ItemMeasures, localAmount } from "./landed_cost.ts";
import { type LockedShipment, lockShipment } from "./lock_shipment.ts";
import { tooFineFor } from "./shipment.ts";
import type { NewShipmentCost } from "./shipment_cost.ts";
import { LOCAL_LIMIT } from "./shipment_items.ts";
import { notCapitalised } from "./shipment_words.ts";
import { refuseWithoutCosts, touchShipment } from "./touch_shipment.ts";
import { valueShipment } from "./value_shipment.ts";

/**
 * Adds a cost to a shipment: turned into local currency once, half up at 2 decimals, and shared over
 * the items. It is owed to its payee, was paid from an account, or is not billed yet. It is never
 * edited; `reverseCost` takes it back. After the first posting it is a late cost and splits into stock,
 * expense and what waits for later receipts; a closed shipment takes it too.
 * Source: docs/landed_cost.md, "Cost in local currency", "Shares" and "Late costs".
 *
 * @returns the id of the cost
 * @throws Refusal `forbidden`, `not_found`, `shipment_closed`, `invalid_fields`,
 * `exchange_rate_missing`, `allocation_sum`, `allocation_basis_missing`, `duplicate_bill`,
 * `period_closed`; of the day those of `judgeDay`
 */
export async function addCost(
  tx: Tx,
  actor: Actor,
  shipmentId: number,
  input: NewShipmentCost,
): Promise<number> {
  allow(actor, "costs.write");
  const shipment = await lockShipment(tx, shipmentId);
  refuseWithoutCosts(shipment);
  const entry_date = await judgeCostDay(tx, actor, shipment, input.entry_date);
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
    entry_date,
    payee_id: input.payee_id,
    bill_number: input.bill_number,
    bill_date: input.bill_date,
    due_date: input.due_date,
    paid_from: input.paid_from,
    reference: input.reference,
    note: input.note,
    reverses_id: null,
  };
  await judgePayee(tx, input);
  const id = await insertCost(tx, actor, shipment, cost);
  const entry = await openEntry(tx);
  const shares = shipment.frozen_at === null ? [] : sharesOf([{ ...cost, id }], items);
  await keepShares(tx, shares);
  const late = shipment.frozen_at !== null && cost.capitalise
    ? await bookLateCost(tx, actor, shipment, { cost_id: id, shares, entry_date, entry })
    : undefined;
  await valueShipment(tx, shipment);
  await touchShipment(tx, actor, shipmentId);
  await audit(tx, actor, {
    action: "shipment.add_cost",
    entity: "shipment",
    entityId: shipmentId,
    reference_no: shipment.reference_no,
    after: { cost_id: id, ...cost, allow_duplicate: input.allow_duplicate },
  });
  const duplicate = input.allow_duplicate;
  const owed = await owe(tx, actor, shipment, { ...cost, id, entry, duplicate });
  await postCost(tx, actor, shipment, { ...cost, id }, { entry, late, owed });
  return id;
}

/** A late cost counts from a day on which goods of the shipment were there already. */
async function judgeCostDay(
  tx: Tx,
  actor: Actor,
  shipment: LockedShipment,
  asked: string | undefined,
): Promise<string> {
  const day = await judgeDay(tx, actor, asked, "entry_date");
  if (shipment.frozen_at === null || asked === undefined) return day;
  const [{ first }] = await tx.query<[{ first: string | null }]>(sql`
    select min(posting_date) as first from receipts
    where shipment_id = ${shipment.id} and status = 'posted'`);
  if (first === null || day >= first) return day;
  throw invalid({
    entry_date: `must not be before ${first}, when the first receipt was posted: ` +
      "a bill's own date is bill_date",
  });
}

/** Writes the entry of a cost, or of its reversal: both sides are given, the rule depends on the cost. */
export async function postCost(
  tx: Tx,
  actor: Actor,
  shipment: LockedShipment,
  cost: CostRow & { id: number },
  { entry, late, owed, reverses_id }: {
    entry: number;
    late?: Parameters<typeof rules.late_cost>[0];
    owed: Line[];
    reverses_id?: number;
  },
): Promise<void> {
  const about = { shipment_id: shipment.id };
  const [deed, lines]: [Deed, Line[]] = late
    ? ["late_cost", rules.late_cost(late, owed, about)]
    : cost.capitalise
    ? ["cost_capitalised", rules.cost_capitalised(cost.local_amount, owed, about)]
    : ["cost_expensed", rules.cost_expensed(cost.cost_head, cost.local_amount, owed, about)];
  const what = `${named(cost)} of ${shipment.reference_no}`;
  await postEntry(tx, actor, {
    id: entry,
    entry_date: cost.entry_date,
    kind: cost.reverses_id === null ? deed : `${deed}.reversal`,
    source: { type: "shipment_cost", id: cost.id, reference_no: shipment.reference_no },
    narration: cost.reverses_id === null ? `Cost: ${what}` : `Cost taken back: ${what}`,
    reverses_id,
    lines,
  });
}

export interface CostRow extends Omit<SharedCost, "id"> {
  amount: Decimal;
  currency: string;
  exchange_rate: Decimal;
  entry_date: string;
  payee_id?: number | null;
  bill_number?: string | null;
  bill_date?: string | null;
  due_date?: string | null;
  paid_from?: number | null;
  reference?: string | null;
  note?: string | null;
}

/** What is compared with a new cost, to tell one that looks wrong. */
const COMPARED = 10;

/**
 * The last costs of the head on other shipments that were not reversed, each as a part of the purchase value
 * of its shipment's goods; sorted.
 */
const pastShares = (head: string, shipmentId: number) =>
  sql`(select array_agg(share order by share) from (
    select k.local_amount::numeric(35,20) / goods.value as share
    from shipment_costs k cross join lateral (select sum(purchase_value_local) as value
      from shipment_items where shipment_id = k.shipment_id) goods
    where k.cost_head = ${head} and k.shipment_id <> ${shipmentId} and k.reverses_id is null
      and not exists (select from shipment_costs mirror where mirror.reverses_id = k.id)
      and goods.value > 0
    order by k.id desc limit ${COMPARED}) past)`;

/** Appends a cost of a locked shipment; it is late when a receipt was posted before it. */
export async function insertCost(
  tx: Tx,
  actor: Actor,
  shipment: LockedShipment,
  cost: CostRow,
): Promise<number> {
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into shipment_costs (shipment_id, cost_head, amount, currency, exchange_rate,
      local_amount, allocation_method, manual_allocations, capitalise, entry_date, payee_id, bill_number,
      bill_date, due_date, paid_from, reference, note, is_late, reverses_id, created_by, past_shares)
    values (${shipment.id}, ${cost.cost_head}, ${cost.amount}, ${cost.currency},
      ${cost.exchange_rate}, ${cost.local_amount}, ${cost.allocation_method},
      (select jsonb_agg(given) from jsonb_to_recordset(${
    cost.allocations && JSON.stringify(cost.allocations)
  }::jsonb) as given (shipment_item_id bigint, amount numeric)),
      ${cost.capitalise}, ${cost.entry_date}, ${cost.payee_id}, ${cost.bill_number},
      ${cost.bill_date}, ${cost.due_date}, ${cost.paid_from}, ${cost.reference}, ${cost.note},
      ${shipment.frozen_at !== null}, ${cost.reverses_id}, ${actor.userId},
      ${cost.reverses_id === null ? pastShares(cost.cost_head, shipment.id) : null})
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
