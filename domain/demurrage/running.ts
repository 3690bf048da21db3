import type { Rights } from "../access/access.ts";
import sql from "sql-template-tag";
import { z } from "zod";
import { type Decimal, sum } from "../money/decimal.ts";
import { named } from "../records/common.ts";
import {
  count,
  currency,
  date,
  localMoney,
  money,
  rate,
  shaped,
  text,
  word,
} from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import { addUp, type Charge, chargeOn, chargeUntil, localTotal, readClock } from "./clock.ts";
import type { Step } from "./clock.ts";
import { container } from "./container.ts";
import { type RentKind, rentKinds } from "./tariff.ts";

const rent = record(
  "Rent",
  "rent",
  everybody({
    currency: currency("What the tariff asks it in.", { example: "USD" }),
    amount: money("What it comes to in that currency.", { example: 12, seenBy: "everybody" }),
    exchange_rate: rate("Local units for one of it; null: not known.", {
      example: 122.5,
      nullable: true,
    }),
    amount_local: localMoney("Half up at 2 decimals; null without a rate.", {
      example: 1470,
      seenBy: "everybody",
      nullable: true,
    }),
  }),
);
export type Rent = z.output<typeof rent.schema>;
const rents = z.array(rent.schema);

const clock = record(
  "RentClock",
  "clock",
  everybody({
    kind: word(rentKinds, "Rent in the port, or for the container itself.", {
      example: "demurrage",
    }),
    ended_on: date("The day it stopped; null: it runs.", { example: null, nullable: true }),
    free_days: count("Days that cost nothing; null: nobody has said, so nothing is counted.", {
      example: 4,
      nullable: true,
    }),
    days_used: count("Days after the day of arrival.", { example: 6 }),
    free_days_left: count("Free days to come.", { example: 0, nullable: true }),
    last_free_day: date("The last day that costs nothing.", {
      example: "2026-03-06",
      nullable: true,
    }),
    days_over: count("Days after the free ones.", { example: 2, nullable: true }),
    days_without_tariff: count(
      "Those of them until the day asked for of which no tariff says what they cost.",
      { example: 0 },
    ),
    rent_today: shaped(rents, "What today costs.", { seenBy: "costs.read" }),
    rent_so_far: shaped(rents, "What it has cost with today.", { seenBy: "costs.read" }),
    rent_until: shaped(rents, "What it costs until the day asked for.", { seenBy: "costs.read" }),
  }),
);
type Clock = z.output<typeof clock.schema>;

const { container_number, size, shipment_id, carrier, port, terminal, gate_out_on } =
  container.fields;
const inTaka = (says: string, example: number) =>
  localMoney(`${says}, local currency; null where a rate is missing.`, {
    example,
    nullable: true,
    seenBy: "costs.read",
    sql: "around",
  });

/** A container whose rent runs, or ran, with both its clocks. */
export const runningContainer = record(
  "RunningContainer",
  "k",
  everybody({
    ...named({
      example: { reference_no: "CSQU3054383", title: "CSQU3054383 · Shenzhen Boards" },
      id: { says: "The container's." },
      reference_no: sql`k.container_number`,
      title: sql`concat(k.container_number, ' · ', p.name)`,
    }),
    container_number,
    size,
    shipment_id,
    shipment_reference_no: text("That shipment's number.", {
      example: "SHP-2026-000007",
      sql: sql`s.reference_no`,
    }),
    shipment_status: text("How far that is.", {
      example: "customs_clearance_pending",
      sql: sql`s.status`,
    }),
    supplier_name: text("Who sent it.", { example: "Shenzhen Boards", sql: sql`p.name` }),
    carrier,
    port,
    terminal,
    arrived_on: date("When it came off the vessel: both clocks started.", {
      example: "2026-03-02",
    }),
    gate_out_on,
    path: text("Where the pages show it.", { example: "#/shipments/7", sql: "around" }),
    free_days_left: count("Of the clock that has the fewest.", {
      example: 0,
      nullable: true,
      sql: "around",
    }),
    days_over: count("Of the clock that has the most.", {
      example: 2,
      nullable: true,
      sql: "around",
    }),
    clocks: shaped(z.array(clock.schema), "Those that run, and those that stopped.", {
      sql: "around",
    }),
    rent_today_local: inTaka("What today costs", 735),
    rent_so_far_local: inTaka("What it has cost with today", 1470),
    rent_until_local: inTaka("What it costs until the day asked for", 4410),
    rate_missing: shaped(
      z.array(z.string()),
      "Currencies in which it costs something and whose rate nobody entered.",
      { example: ["USD"], sql: "around" },
    ),
  }),
);
export type RunningContainer = z.output<typeof runningContainer.schema>;

/** What a reader sees of it. */
export function shownTo(reader: Rights, one: RunningContainer): RunningContainer {
  const clocks = one.clocks.map((each) => clock.shownTo(reader, each));
  return runningContainer.shownTo(reader, { ...one, clocks });
}

export interface Tariffs {
  kind: RentKind;
  steps: Step[];
  free_days: number | null;
  ended_on: string | null;
}

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
    ended_on: ended_on !== null && ended_on <= today ? ended_on : null,
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
  const run = clocks.filter(({ ended_on }) => ended_on === null);
  const figures = (name: "free_days_left" | "days_over") =>
    (run.length > 0 ? run : clocks).flatMap((one) => one[name] ?? []);
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
