import { z } from "zod";
import * as answer from "../records/answers.ts";
import { type Decimal, sum } from "../money/decimal.ts";
import { addUp, type Charge, chargeOn, chargeUntil, localTotal, readClock } from "./clock.ts";
import type { Rent, Step } from "./clock.ts";
import { type RentKind, rentKinds } from "./tariff.ts";

const rent = z.object({
  currency: answer.text,
  amount: answer.number,
  exchange_rate: answer.number.nullable(),
  amount_local: answer.number.nullable(),
});

const clock = z.object({
  kind: z.enum(rentKinds),
  /** null: nobody has said how many, so nothing can be counted */
  free_days: answer.wholeNumber.nullable(),
  days_used: answer.wholeNumber,
  free_days_left: answer.wholeNumber.nullable(),
  last_free_day: answer.date.nullable(),
  days_over: answer.wholeNumber.nullable(),
  /** of the days over until the day asked for: no tariff says what they cost */
  days_without_tariff: answer.wholeNumber,
  rent_today: z.array(rent).optional(),
  rent_so_far: z.array(rent).optional(),
  rent_until: z.array(rent).optional(),
});

/** A container whose rent runs, with both clocks as far as they run. Local amounts: null without a rate. */
export const runningContainer = z.object({
  id: answer.id,
  reference_no: answer.text,
  title: answer.text,
  container_number: answer.text,
  size: answer.wholeNumber,
  shipment_id: answer.id,
  shipment_reference_no: answer.text,
  shipment_status: answer.text,
  supplier_name: answer.text,
  carrier: answer.text.nullable(),
  port: answer.text.nullable(),
  terminal: answer.text.nullable(),
  arrived_on: answer.date,
  gate_out_on: answer.date.nullable(),
  path: answer.text,
  /** of the clock that has the fewest */
  free_days_left: answer.wholeNumber.nullable(),
  /** of the clock that has the most */
  days_over: answer.wholeNumber.nullable(),
  clocks: z.array(clock),
  rent_today_local: answer.number.nullable().optional(),
  rent_so_far_local: answer.number.nullable().optional(),
  rent_until_local: answer.number.nullable().optional(),
  /** currencies in which it costs something and whose rate nobody entered */
  rate_missing: z.array(answer.text),
}).meta({ id: "RunningContainer" });
export type RunningContainer = z.output<typeof runningContainer>;

export interface Tariffs {
  kind: RentKind;
  steps: Step[];
  free_days: number | null;
  ended_on: string | null;
}

type Clock = z.output<typeof clock>;
const nothing: Charge = { rents: [], days_without_tariff: 0 };

/** One clock of a container, today and on the day that was asked for. */
function clockOf(arrived_on: string, of: Tariffs, today: string, until: string): Clock {
  const { kind, steps, free_days, ended_on } = of;
  const stay = { arrived_on, ended_on, free_days: free_days ?? 0 };
  const now = readClock(stay, today);
  const known = free_days !== null;
  const later = known ? chargeUntil(stay, steps, until) : nothing;
  return {
    kind,
    free_days,
    days_used: now.days_used,
    free_days_left: known ? now.free_days_left : null,
    last_free_day: known ? now.last_free_day : null,
    days_over: known ? now.days_over : null,
    days_without_tariff: later.days_without_tariff,
    rent_today: known ? chargeOn(stay, steps, today).rents : [],
    rent_so_far: known ? chargeUntil(stay, steps, today).rents : [],
    rent_until: later.rents,
  };
}

/** The clocks of a container, and what they come to. */
export function readClocks(arrived_on: string, tariffs: Tariffs[], today: string, until: string) {
  const clocks = tariffs.map((of) => clockOf(arrived_on, of, today, until));
  const all = (name: "rent_today" | "rent_so_far" | "rent_until") =>
    clocks.flatMap((one) => one[name] as Rent[]);
  const figures = (name: "free_days_left" | "days_over") =>
    clocks.flatMap((one) => one[name] ?? []);
  const least = figures("free_days_left");
  const most = figures("days_over");
  return {
    free_days_left: least.length > 0 ? Math.min(...least) : null,
    days_over: most.length > 0 ? Math.max(...most) : null,
    clocks,
    rent_today_local: localTotal(all("rent_today")),
    rent_so_far_local: localTotal(all("rent_so_far")),
    rent_until_local: localTotal(all("rent_until")),
    rate_missing: [
      ...new Set(
        addUp(all("rent_until")).filter(({ amount_local }) => amount_local === null)
          .map(({ currency }) => currency),
      ),
    ],
  };
}

type Amount = "rent_today_local" | "rent_so_far_local" | "rent_until_local";

/** What is known of all of them, in local currency. */
export function totalOf(containers: RunningContainer[], name: Amount): Decimal {
  return sum(containers.flatMap((container) => container[name] ?? []));
}

/** The most taka at risk first; then what cannot be told in taka; then the longest over. */
export function riskFirst(a: RunningContainer, b: RunningContainer): number {
  const [left, right] = [a.rent_until_local ?? null, b.rent_until_local ?? null];
  if (left !== null && right !== null && !left.eq(right)) return right.cmp(left);
  if ((left === null) !== (right === null)) return left === null ? 1 : -1;
  return longestFirst(a, b);
}

/** For those who see no money: an order by money would tell it. */
export function longestFirst(a: RunningContainer, b: RunningContainer): number {
  return (b.days_over ?? 0) - (a.days_over ?? 0) ||
    (a.free_days_left ?? 0) - (b.free_days_left ?? 0) || a.id - b.id;
}
