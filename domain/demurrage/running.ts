import sql from "sql-template-tag";
import { z } from "zod";
import * as answer from "../records/answers.ts";
import { named } from "../records/common.ts";
import { count, date, id, localMoney, shaped, text, word } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import { type Decimal, sum } from "../money/decimal.ts";
import { addUp, type Charge, chargeOn, chargeUntil, localTotal, readClock } from "./clock.ts";
import type { Rent, Step } from "./clock.ts";
import { type RentKind, rentKinds } from "./tariff.ts";

const rent = z.object({
  currency: answer.text.describe("What it is asked in."),
  amount: answer.number.describe("How much."),
  exchange_rate: answer.number.nullable().describe("The tariff's rate; null: not known."),
  amount_local: answer.number.nullable().describe("The same in local currency."),
});
const rents = (says: string) => shaped(z.array(rent), says, { example: [], seenBy: "costs.read" });

export const clock = record(
  "RentClock",
  "",
  everybody({
    kind: word(rentKinds, "Rent for the place, or for the container.", { example: "demurrage" }),
    free_days: count("Null: nobody has said how many, so nothing can be counted.", {
      example: 4,
      nullable: true,
    }),
    days_used: count("Days since the arrival.", { example: 9 }),
    free_days_left: count("Free days left.", { example: 0, nullable: true }),
    last_free_day: date("The last that costs nothing.", { example: "2026-03-04", nullable: true }),
    days_over: count("Days beyond the free ones.", { example: 5, nullable: true }),
    days_without_tariff: count("Of those until the day asked for: no tariff says what they cost.", {
      example: 0,
    }),
    rent_today: rents("What today costs."),
    rent_so_far: rents("What it has cost so far."),
    rent_until: rents("What it will have cost on the day asked for."),
  }),
);

const known = { seenBy: "costs.read", nullable: true } as const;

/** A container whose rent runs, with both clocks as far as they run. Local amounts: null without a rate. */
export const runningContainer = record(
  "RunningContainer",
  "",
  everybody({
    ...named({
      example: { reference_no: "MSKU1234565", title: "MSKU1234565 · Shenzhen Boards" },
      title: sql`title`,
    }),
    container_number: text("The number on its doors.", { example: "MSKU1234565" }),
    size: count("Feet.", { example: 40 }),
    shipment_id: id("The shipment it brings.", { example: 7 }),
    shipment_reference_no: text("That shipment's number.", { example: "SHP-2026-000007" }),
    shipment_status: text("How far that is.", { example: "chittagong_port_arrival" }),
    supplier_name: text("From whom it comes.", { example: "Shenzhen Boards" }),
    carrier: text("The shipping line.", { example: "Maersk", nullable: true }),
    port: text("Where it lies.", { example: "Chattogram", nullable: true }),
    terminal: text("The terminal there.", { example: "NCT", nullable: true }),
    arrived_on: date("Discharged from the vessel.", { example: "2026-03-01" }),
    gate_out_on: date("Left the port.", { example: null, nullable: true }),
    path: text("Where the pages show its shipment.", { example: "/staff/#/shipments/7" }),
    free_days_left: count("Of the clock that has the fewest.", { example: 0, nullable: true }),
    days_over: count("Of the clock that has the most.", { example: 5, nullable: true }),
    clocks: shaped(z.array(clock.schema), "Its clocks that run.", { example: [] }),
    rent_today_local: localMoney("What today costs, local currency.", { ...known, example: 2916 }),
    rent_so_far_local: localMoney("What it has cost so far.", { ...known, example: 14580 }),
    rent_until_local: localMoney("What it will have cost.", { ...known, example: 14580 }),
    rate_missing: shaped(z.array(answer.text), "Currencies it costs in without a known rate.", {
      example: [],
    }),
  }),
);
export type RunningContainer = z.output<typeof runningContainer.schema>;

export interface Tariffs {
  kind: RentKind;
  steps: Step[];
  free_days: number | null;
  ended_on: string | null;
}

type Clock = z.output<typeof clock.schema>;
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
