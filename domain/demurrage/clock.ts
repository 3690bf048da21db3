import { addDays, daysBetween } from "../business/calendar.ts";
import { type Decimal, decimal, roundHalfUp, sum } from "../money/decimal.ts";
import type { Rent } from "./running.ts";
import type { Tariff } from "./tariff.ts";

/**
 * The arithmetic of rent for containers. Day 0 is the day of arrival; day n is n days later. Of the
 * days up to and with the day of leaving, the first `free_days` cost nothing, and each day after them
 * takes the rate of its step. Steps count from the first day that costs: its number there is 1.
 */

export interface Stay {
  arrived_on: string;
  /** the day on which the rent ended; null: it still runs */
  ended_on: string | null;
  free_days: number;
}

/** One dated step of a tariff, for the containers it fits. */
export interface Step extends
  Pick<
    Tariff,
    "id" | "from_day" | "to_day" | "rate" | "currency" | "exchange_rate" | "valid_from" | "valid_to"
  > {
  /** how many of carrier, port and terminal it names: the one that names most goes first */
  named: number;
}

export interface Reading {
  /** days after the day of arrival */
  days_used: number;
  free_days_left: number;
  days_over: number;
  last_free_day: string;
}

/** Where a clock stands at the end of a day. */
export function readClock(stay: Stay, day: string): Reading {
  const until = stay.ended_on !== null && stay.ended_on < day ? stay.ended_on : day;
  const days_used = Math.max(0, daysBetween(stay.arrived_on, until));
  return {
    days_used,
    free_days_left: Math.max(0, stay.free_days - days_used),
    days_over: Math.max(0, days_used - stay.free_days),
    last_free_day: addDays(stay.arrived_on, stay.free_days),
  };
}

/** The step that a day is charged by: the one that names most, then the youngest. */
export function stepFor(steps: Step[], dayNumber: number, date: string): Step | undefined {
  return steps.filter((step) =>
    step.from_day <= dayNumber && (step.to_day === null || dayNumber <= step.to_day) &&
    step.valid_from <= date && (step.valid_to === null || date <= step.valid_to)
  ).toSorted(closerFirst)[0];
}

function closerFirst(a: Step, b: Step): number {
  return b.named - a.named || b.valid_from.localeCompare(a.valid_from) || b.id - a.id;
}

export interface Charge {
  rents: Rent[];
  /** days over that no tariff says anything about */
  days_without_tariff: number;
}

/** What the days cost from the first after the free ones to `day` and with it. */
export function chargeUntil(stay: Stay, steps: Step[], day: string): Charge {
  const { days_over } = readClock(stay, day);
  return chargeDays(stay, steps, 1, days_over);
}

/** What the day itself costs: nothing while it is free or after the end. */
export function chargeOn(stay: Stay, steps: Step[], day: string): Charge {
  const { days_over } = readClock(stay, day);
  const before = readClock(stay, addDays(day, -1)).days_over;
  return chargeDays(stay, steps, before + 1, days_over);
}

function chargeDays(stay: Stay, steps: Step[], first: number, last: number): Charge {
  const days = new Map<Step, number>();
  let days_without_tariff = 0;
  for (let number = first; number <= last; number++) {
    const step = stepFor(steps, number, addDays(stay.arrived_on, stay.free_days + number));
    if (step) days.set(step, (days.get(step) ?? 0) + 1);
    else days_without_tariff++;
  }
  const rents = [...days].map(([{ currency, exchange_rate, rate }, count]) => ({
    currency,
    exchange_rate,
    amount: rate.times(String(count)),
  }));
  return { rents: addUp(rents), days_without_tariff };
}

/**
 * Adds up amounts of the same currency and rate, and turns each sum into local currency once:
 * rounding each day by itself would add up to something else.
 */
export function addUp(rents: Omit<Rent, "amount_local">[]): Rent[] {
  const groups = Map.groupBy(
    rents,
    ({ currency, exchange_rate }) => `${currency} ${exchange_rate ?? ""}`,
  );
  return [...groups.values()].map((group) => {
    const { currency, exchange_rate } = group[0];
    const amount = sum(group.map((rent) => rent.amount));
    const amount_local = exchange_rate && roundHalfUp(amount.times(exchange_rate), 2);
    return { currency, amount, exchange_rate, amount_local };
  });
}

/** In local currency; null when a rate is missing. */
export function localTotal(rents: Rent[]): Decimal | null {
  const known = rents.flatMap(({ amount_local }) => amount_local ?? []);
  return known.length < rents.length ? null : sum([decimal("0"), ...known]);
}
