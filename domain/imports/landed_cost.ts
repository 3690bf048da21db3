import { type Decimal, fromMinor, mulDivHalfEven, roundHalfUp, toMinor } from "../money/decimal.ts";

/**
 * The arithmetic of landed cost (docs/landed_cost.md, "Shares", "Pieces" and "Late costs").
 * `…_minor` is 1/100 of the local currency, `…_milli` is 1/1000 of a piece.
 */

export type AllocationMethod = "value" | "quantity" | "weight" | "volume" | "equal" | "manual";

/** What a shipment item can be measured by; every figure is for the whole line. */
export interface ItemMeasures {
  id: number;
  purchase_value: Decimal | null;
  shipped_qty: Decimal;
  weight_kg: Decimal | null;
  volume_cbm: Decimal | null;
}

/** What the user gives to one item under `manual`, in the cost's currency. */
export interface ManualAllocation {
  shipment_item_id: number;
  amount: Decimal;
}

/** An item and its weight in a sharing; only the proportions count. */
export interface Basis {
  id: number;
  basis: bigint;
}

/** Pieces a receipt line accounts for. */
export interface Pieces {
  accepted_milli: bigint;
  rejected_milli: bigint;
  short_milli: bigint;
}

/** What some pieces take along: a value, and how many of them were within the shipped quantity. */
export interface Taken {
  value_minor: bigint;
  valued_milli: bigint;
}

/** Where an item stands when a cost arrives after the first posting. */
export interface LateCostSituation {
  shipped_milli: bigint;
  /** Accepted and posted, counting only pieces within the shipped quantity. */
  accepted_milli: bigint;
  /** The product's stock now, from whatever source. */
  stock_milli: bigint;
  /** Shipped pieces that no posted receipt has accounted for. */
  open_milli: bigint;
}

/**
 * A cost in local minor units: `amount × exchange_rate`, half up at 2 decimals ("Cost in local
 * currency").
 */
export function localAmount(amount: Decimal, exchangeRate: Decimal): bigint {
  return toMinor(roundHalfUp(amount.times(exchangeRate), 2));
}

/**
 * Weighs a shipment's items for one cost ("Shares"): purchase value, shipped quantity, weight or
 * volume as recorded, one each for `equal`, the user's own amounts for `manual`. An unknown measure
 * and an item without allocation weigh nothing. Allocations to other items are not looked at.
 */
export function allocationBases(
  method: AllocationMethod,
  items: ItemMeasures[],
  allocations: ManualAllocation[] = [],
): Basis[] {
  const units = (d: Decimal | null, scale: number) => d === null ? 0n : toMinor(d, scale);
  const weigh: Record<AllocationMethod, (item: ItemMeasures) => bigint> = {
    value: (item) => units(item.purchase_value, 4),
    quantity: (item) => units(item.shipped_qty, 3),
    weight: (item) => units(item.weight_kg, 3),
    volume: (item) => units(item.volume_cbm, 6),
    equal: () => 1n,
    manual: (item) =>
      allocations.filter((given) => given.shipment_item_id === item.id)
        .reduce((total, given) => total + units(given.amount, 4), 0n),
  };
  return items.map((item) => ({ id: item.id, basis: weigh[method](item) }));
}

/**
 * Shares an amount over items in whole minor units by largest remainder ("Shares"). Equal
 * remainders go to the larger basis, then to the lower id. The shares sum to the total exactly,
 * none is off its exact quota by a whole unit, the order of the items does not matter, a negative
 * total gives the mirror image and a basis of 0 gets 0.
 * @returns the share of each id, or null when the bases sum to zero: `allocation_basis_missing`
 * @throws RangeError on a negative basis or an id given twice
 */
export function shareOut(totalMinor: bigint, bases: Basis[]): Map<number, bigint> | null {
  refuseUnless(bases.every(({ basis }) => basis >= 0n), "A basis is never negative.");
  const whole = bases.reduce((total, { basis }) => total + basis, 0n);
  if (whole === 0n) return null;

  const sign = totalMinor < 0n ? -1n : 1n;
  const quotas = bases.map(({ id, basis }) => {
    const scaled = sign * totalMinor * basis;
    return { id, basis, floor: scaled / whole, remainder: scaled % whole };
  });
  quotas.sort((a, b) =>
    descending(a.remainder, b.remainder) || descending(a.basis, b.basis) || a.id - b.id
  );
  const unitsLeft = quotas.reduce((left, { floor }) => left - floor, sign * totalMinor);
  const shares = new Map(
    quotas.map(({ id, floor }, rank) => [id, sign * (rank < unitsLeft ? floor + 1n : floor)]),
  );
  refuseUnless(shares.size === bases.length, "An item has one basis, not two.");
  return shares;
}

/**
 * Takes the value of received and missing pieces out of an item ("Pieces"): accepted, then
 * rejected, then short, each `k` of the `n` open pieces taking `V × k / n` half even of what the
 * one before left. The last open piece takes all that remains; pieces beyond the open ones carry no
 * value.
 * @throws RangeError on a negative quantity
 */
export function accountFor(remainingMinor: bigint, remainingMilli: bigint, pieces: Pieces) {
  let remaining_minor = remainingMinor;
  let remaining_milli = remainingMilli;
  const take = (milli: bigint): Taken => {
    refuseUnless(milli >= 0n, "Pieces are never fewer than none.");
    const valued_milli = least(milli, remaining_milli);
    const value_minor = proRata(remaining_minor, valued_milli, remaining_milli);
    remaining_minor -= value_minor;
    remaining_milli -= valued_milli;
    return { value_minor, valued_milli };
  };
  const accepted = take(pieces.accepted_milli);
  const rejected = take(pieces.rejected_milli);
  const short = take(pieces.short_milli);
  return { accepted, rejected, short, remaining_minor, remaining_milli };
}

/**
 * Splits an item's share of a cost that came after the first posting ("Late costs"), in minor
 * units. The accepted pieces take `S × a / n` half even; the part of it for pieces still in stock
 * goes into stock, the rest is expense. What is left waits for later receipts, or is expense when
 * nothing is open any more. The three parts sum to the share; a reversal passes its negative share.
 * @throws RangeError when more is accepted than was shipped
 */
export function splitLateCost(shareMinor: bigint, item: LateCostSituation) {
  const { shipped_milli, accepted_milli, stock_milli, open_milli } = item;
  refuseUnless(accepted_milli <= shipped_milli, "Only pieces that were shipped carry value.");
  const acceptedPart = proRata(shareMinor, accepted_milli, shipped_milli);
  const stock_part = proRata(acceptedPart, least(stock_milli, accepted_milli), accepted_milli);
  const waiting_part = open_milli > 0n ? shareMinor - acceptedPart : 0n;
  return { stock_part, expense_part: shareMinor - stock_part - waiting_part, waiting_part };
}

/**
 * The purchase value, in the shipment's currency, of the pieces accounted for between two moments, for
 * the supplier's credit. Each is the difference of two running totals rounded half up at 2 decimals;
 * the running total of everything shipped is the purchase value itself, so that the credits of part
 * deliveries sum to it. Pieces beyond the shipped ones were not bought and add nothing.
 * @throws RangeError on a negative purchase value
 */
export function purchaseShare(
  purchaseValue: Decimal,
  shippedMilli: bigint,
  beforeMilli: bigint,
  afterMilli: bigint,
): Decimal {
  const value = toMinor(purchaseValue, 4);
  refuseUnless(value >= 0n, "A purchase value is never negative.");
  const runningTotal = (milli: bigint) => {
    if (milli >= shippedMilli) return purchaseValue;
    const divisor = shippedMilli * 100n;
    return fromMinor((2n * value * milli + divisor) / (2n * divisor));
  };
  return runningTotal(afterMilli).minus(runningTotal(beforeMilli));
}

/** `V × k / n` half even; 0 where `n` is 0, so that no pieces take no value. */
function proRata(valueMinor: bigint, k: bigint, n: bigint): bigint {
  return n === 0n ? 0n : mulDivHalfEven(valueMinor, k, n);
}

function refuseUnless(holds: boolean, message: string): void {
  if (!holds) throw new RangeError(message);
}

function descending(a: bigint, b: bigint): number {
  return a === b ? 0 : a > b ? -1 : 1;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
