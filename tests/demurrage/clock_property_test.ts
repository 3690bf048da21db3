import fc from "fast-check";
import { addDays } from "../../domain/business/calendar.ts";
import { decimal, sum } from "../../domain/money/decimal.ts";
import {
  chargeOn,
  chargeUntil,
  localTotal,
  readClock,
  type Stay,
  type Step,
  stepFor,
} from "../../domain/demurrage/clock.ts";
import type { Rent } from "../../domain/demurrage/running.ts";
import { assertEquals } from "../support/assert.ts";

const ARRIVAL = "2026-02-20";

const step = (id: number): fc.Arbitrary<Step> =>
  fc.record({
    from_day: fc.integer({ min: 1, max: 12 }),
    length: fc.option(fc.integer({ min: 0, max: 12 })),
    cents: fc.integer({ min: 0, max: 99_999 }),
    currency: fc.constantFrom("USD", "BDT"),
    rate: fc.option(fc.constantFrom("121.12345678", "122.85")),
    starts: fc.integer({ min: -5, max: 20 }),
    ends: fc.option(fc.integer({ min: 0, max: 20 })),
    named: fc.integer({ min: 0, max: 3 }),
  }).map(({ from_day, length, cents, currency, rate, starts, ends, named }) => ({
    id,
    from_day,
    to_day: length === null ? null : from_day + length,
    rate: decimal(`${cents}e-2`),
    currency,
    exchange_rate: currency === "BDT" ? decimal("1") : rate === null ? null : decimal(rate),
    valid_from: addDays(ARRIVAL, starts),
    valid_to: ends === null ? null : addDays(ARRIVAL, starts + ends),
    named,
  }));

const world = fc.record({
  free_days: fc.integer({ min: 0, max: 10 }),
  ended: fc.option(fc.integer({ min: 0, max: 30 })),
  day: fc.integer({ min: -3, max: 40 }),
  steps: fc.integer({ min: 0, max: 5 }).chain((n) =>
    fc.tuple(...Array.from({ length: n }, (_, id) => step(id)))
  ),
}).map(({ free_days, ended, day, steps }) => ({
  stay: {
    arrived_on: ARRIVAL,
    ended_on: ended === null ? null : addDays(ARRIVAL, ended),
    free_days,
  } satisfies Stay,
  steps: steps as Step[],
  n: day,
  day: addDays(ARRIVAL, day),
}));

const byCurrency = (rents: Omit<Rent, "amount_local">[]): Record<string, string> =>
  Object.fromEntries(
    [...Map.groupBy(rents, ({ currency }) => currency)]
      .map(([currency, group]) => [currency, String(sum(group.map(({ amount }) => amount)))])
      .filter(([, amount]) => amount !== "0").sort(),
  );

Deno.test("readClock() splits the days into free ones and ones that cost", () => {
  fc.assert(fc.property(world, ({ stay, day, n }) => {
    const { days_used, free_days_left, days_over, last_free_day } = readClock(stay, day);
    const there = Math.max(0, Math.min(n, stay.ended_on ? daysTo(stay.ended_on) : n));
    assertEquals(days_used, there);
    assertEquals(days_used + free_days_left, stay.free_days + days_over);
    assertEquals(free_days_left === 0 || days_over === 0, true);
    assertEquals(daysTo(last_free_day), stay.free_days);
  }));
});

function daysTo(date: string): number {
  return (Date.parse(date) - Date.parse(ARRIVAL)) / 86_400_000;
}

Deno.test("chargeUntil() is the sum of its days, each by the one step that holds", () => {
  fc.assert(fc.property(world, ({ stay, steps, day, n }) => {
    const whole = chargeUntil(stay, steps, day);
    const days = Array.from({ length: Math.max(0, n) }, (_, i) => addDays(ARRIVAL, i + 1))
      .map((date) => chargeOn(stay, steps, date));
    assertEquals(byCurrency(days.flatMap(({ rents }) => rents)), byCurrency(whole.rents));
    assertEquals(
      days.reduce((count, one) => count + one.days_without_tariff, 0),
      whole.days_without_tariff,
    );
    // and by the rule itself, day for day
    const due: Omit<Rent, "amount_local">[] = [];
    let uncovered = 0;
    for (let d = stay.free_days + 1; d <= readClock(stay, day).days_used; d++) {
      const fitting = steps.filter((one) =>
        one.from_day <= d - stay.free_days && (one.to_day ?? Infinity) >= d - stay.free_days &&
        daysTo(one.valid_from) <= d && (one.valid_to === null || daysTo(one.valid_to) >= d)
      );
      let best = fitting[0];
      for (const one of fitting) {
        const younger = daysTo(one.valid_from) - daysTo(best.valid_from) || one.id - best.id;
        if ((one.named - best.named || younger) > 0) best = one;
      }
      if (best) due.push({ ...best, amount: best.rate });
      else uncovered++;
    }
    assertEquals([byCurrency(due), uncovered], [
      byCurrency(whole.rents),
      whole.days_without_tariff,
    ]);
  }));
});

Deno.test("chargeUntil() never falls from one day to the next, and stands still after the end", () => {
  fc.assert(fc.property(world, ({ stay, steps, day }) => {
    const on = (date: string) => chargeUntil(stay, steps, date).rents;
    const later = new Map(Object.entries(byCurrency(on(addDays(day, 1)))));
    for (const [currency, amount] of Object.entries(byCurrency(on(day)))) {
      assertEquals(decimal(later.get(currency)!).gte(decimal(amount)), true);
    }
    if (stay.ended_on !== null && stay.ended_on <= day) {
      assertEquals(byCurrency(on(day)), byCurrency(on(stay.ended_on)));
      const after = stay.ended_on < day ? chargeOn(stay, steps, day).rents : [];
      assertEquals(after, []);
    }
  }));
});

Deno.test("local amounts are turned once, half up, and only where a rate is known", () => {
  fc.assert(fc.property(world, ({ stay, steps, day }) => {
    const { rents } = chargeUntil(stay, steps, day);
    for (const { amount, exchange_rate, amount_local } of rents) {
      if (exchange_rate === null) {
        assertEquals(amount_local, null);
        continue;
      }
      const error = amount_local!.minus(amount.times(exchange_rate));
      assertEquals(error.gt("-0.005") && error.lte("0.005"), true);
    }
    const unknown = rents.some(({ exchange_rate }) => exchange_rate === null);
    assertEquals(localTotal(rents) === null, unknown);
  }));
});

Deno.test("the worked example: 4 free days, then 6, 12 and 24 dollars a day", () => {
  const common = {
    currency: "USD",
    exchange_rate: decimal("122.5"),
    valid_from: "2026-01-01",
    valid_to: null,
    named: 0,
  };
  const steps: Step[] = [
    { ...common, id: 1, from_day: 1, to_day: 7, rate: decimal("6") },
    { ...common, id: 2, from_day: 8, to_day: 20, rate: decimal("12") },
    { ...common, id: 3, from_day: 21, to_day: null, rate: decimal("24") },
  ];
  const stay: Stay = { arrived_on: "2026-03-01", ended_on: null, free_days: 4 };
  const dollars = (date: string) =>
    sum(chargeUntil(stay, steps, date).rents.map(({ amount }) => amount)).toString();
  assertEquals(dollars("2026-03-05"), "0", "the fourth day after the arrival is the last free one");
  assertEquals(dollars("2026-03-06"), "6");
  assertEquals(dollars("2026-03-12"), "42");
  assertEquals(dollars("2026-03-13"), "54");
  assertEquals(dollars("2026-03-25"), "198");
  assertEquals(dollars("2026-03-26"), "222");
  assertEquals(String(localTotal(chargeUntil(stay, steps, "2026-03-06").rents)), "735");
  assertEquals(stepFor(steps, 21, "2025-12-31"), undefined);
});
