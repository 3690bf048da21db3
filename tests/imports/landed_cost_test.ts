import assert from "node:assert/strict";
import fc from "fast-check";
import { decimal, fromMinor, sum, toMinor } from "../../domain/money/decimal.ts";
import {
  accountFor,
  allocationBases,
  type AllocationMethod,
  type Basis,
  type ItemMeasures,
  localAmount,
  purchaseShare,
  shareOut,
  splitLateCost,
} from "../../domain/imports/landed_cost.ts";
import { issueValue } from "../../domain/stock/issue_value.ts";
import worked from "./landed_cost_worked.json" with { type: "json" };

const RUNS = { numRuns: 2000 };
const abs = (n: bigint) => n < 0n ? -n : n;
const total = (values: Iterable<bigint>) => [...values].reduce((whole, value) => whole + value, 0n);
const equalLines = (count: number, basis = 1n): Basis[] =>
  Array.from({ length: count }, (_, i) => ({ id: i + 1, basis }));

function shares(totalMinor: bigint, bases: Basis[]): Map<number, bigint> {
  const shared = shareOut(totalMinor, bases);
  assert.ok(shared, "the bases sum to zero");
  return shared;
}

/** Shares in the order of the ids. */
function inOrder(shared: Map<number, bigint>): bigint[] {
  return [...shared].sort(([a], [b]) => a - b).map(([, share]) => share);
}

/** Asserts that `result` is `v × k / n` to the nearest whole number, a half to the even one. */
function assertHalfEven(result: bigint, v: bigint, k: bigint, n: bigint): void {
  const twiceOff = 2n * abs(v * k - result * n);
  assert.ok(twiceOff <= n, `${result} is not ${v} × ${k} / ${n}`);
  if (twiceOff === n) assert.equal(result % 2n, 0n, `${v} × ${k} / ${n} is a tie`);
}

// ---- Cost in local currency

Deno.test("localAmount() rounds half up at 2 decimals", () => {
  const cases: [string, string, bigint][] = [
    ["4650", "122.85", 57125250n],
    ["2677.5", "122.85", 32893088n], // 328930.875
    ["312.47", "122.85", 3838694n], // 38386.9395
    ["0.0001", "1", 0n],
    ["0.005", "1", 1n],
    ["-0.005", "1", -1n],
    ["1", "0.00499999", 0n],
    ["99999999999.9999", "1", 10000000000000n],
  ];
  for (const [amount, rate, expected] of cases) {
    assert.equal(localAmount(decimal(amount), decimal(rate)), expected, `${amount} × ${rate}`);
  }
});

// ---- Shares

Deno.test("shareOut() meets the golden cases", () => {
  const hundredOfThreeHundred = inOrder(shares(100n, equalLines(300)));
  assert.deepEqual(hundredOfThreeHundred, [...Array(100).fill(1n), ...Array(200).fill(0n)]);

  assert.deepEqual(inOrder(shares(685n, equalLines(6))), [115n, 114n, 114n, 114n, 114n, 114n]);

  const eightAndACrumb = [...equalLines(8, 10000n), { id: 9, basis: 1n }];
  assert.deepEqual(inOrder(shares(6n, eightAndACrumb)), [1n, 1n, 1n, 1n, 1n, 1n, 0n, 0n, 0n]);

  assert.deepEqual(
    inOrder(shares(10000n, [{ id: 1, basis: 625n }, { id: 2, basis: 375n }])),
    [6250n, 3750n],
  );
});

Deno.test("shareOut() gives a tied unit to the larger basis, whatever the ids", () => {
  // Quotas 0.5, 1.5: equal remainders, one unit to give.
  assert.deepEqual(inOrder(shares(2n, [{ id: 1, basis: 1n }, { id: 2, basis: 3n }])), [0n, 2n]);
  assert.deepEqual(inOrder(shares(2n, [{ id: 1, basis: 3n }, { id: 2, basis: 1n }])), [2n, 0n]);
});

Deno.test("shareOut() gives a tied unit to the lower id when the bases are equal", () => {
  const bases = [10, 9, 100].map((id) => ({ id, basis: 7n }));
  assert.deepEqual(inOrder(shares(1n, bases)), [1n, 0n, 0n]);
  assert.deepEqual(inOrder(shares(5n, bases)), [2n, 2n, 1n]);
});

Deno.test("shareOut() prefers the larger remainder to the larger basis", () => {
  // Quotas 9.2 and 0.8.
  assert.deepEqual(inOrder(shares(10n, [{ id: 1, basis: 92n }, { id: 2, basis: 8n }])), [9n, 1n]);
});

Deno.test("shareOut() says null when the bases sum to zero, also of nothing", () => {
  assert.equal(shareOut(100n, []), null);
  assert.equal(shareOut(100n, equalLines(3, 0n)), null);
  assert.equal(shareOut(0n, equalLines(3, 0n)), null);
});

Deno.test("shareOut() refuses a negative basis and an id given twice", () => {
  assert.throws(() => shareOut(1n, [{ id: 1, basis: 5n }, { id: 2, basis: -1n }]), RangeError);
  assert.throws(() => shareOut(1n, [{ id: 1, basis: 5n }, { id: 1, basis: 5n }]), RangeError);
});

Deno.test("shareOut() leaves the caller's list as it was", () => {
  const bases = [{ id: 2, basis: 1n }, { id: 1, basis: 5n }];
  shareOut(100n, bases);
  assert.deepEqual(bases.map(({ id }) => id), [2, 1]);
});

/** Few distinct small bases make ties frequent; large ones try the width of the columns. */
const anyBasis = fc.oneof(
  { weight: 3, arbitrary: fc.bigInt({ min: 0n, max: 6n }) },
  { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 10n ** 15n }) },
);
const anyBases = fc.array(anyBasis, { minLength: 1, maxLength: 25 })
  .filter((bases) => bases.some((basis) => basis > 0n))
  .chain((bases) =>
    fc.shuffledSubarray(bases.map((_, i) => 3 * i + 1), { minLength: bases.length })
      .map((ids) => bases.map((basis, i): Basis => ({ id: ids[i], basis })))
  );
const anyTotal = fc.oneof(
  fc.bigInt({ min: -40n, max: 40n }),
  fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
);

Deno.test("shareOut() sums exactly and stays within a unit of each quota when any import is given", () => {
  fc.assert(
    fc.property(anyTotal, anyBases, (totalMinor, bases) => {
      const shared = shares(totalMinor, bases);
      const whole = total(bases.map(({ basis }) => basis));
      assert.equal(total(shared.values()), totalMinor);
      for (const { id, basis } of bases) {
        assert.ok(abs(shared.get(id)! * whole - totalMinor * basis) < whole);
      }
    }),
    RUNS,
  );
});

Deno.test("shareOut() never passes over a better claim to a spare unit when any import is given", () => {
  // With the exact sum and the one-unit bound this leaves one possible answer, told without sorting.
  fc.assert(
    fc.property(anyTotal, anyBases, (totalMinor, bases) => {
      const size = abs(totalMinor);
      const shared = shares(size, bases);
      const whole = total(bases.map(({ basis }) => basis));
      const claims = bases.map(({ id, basis }) => {
        const above = shared.get(id)! * whole - size * basis;
        return { id, basis, got: above > 0n, remainder: above > 0n ? whole - above : -above };
      });
      for (const winner of claims.filter(({ got }) => got)) {
        for (const loser of claims.filter(({ got }) => !got)) {
          assert.ok(
            winner.remainder > loser.remainder ||
              winner.remainder === loser.remainder && (winner.basis > loser.basis ||
                  winner.basis === loser.basis && winner.id < loser.id),
          );
        }
      }
    }),
    RUNS,
  );
});

Deno.test("shareOut() is the same in any order and mirrors a negative total when any import is given", () => {
  const shuffled = anyBases.chain((bases) =>
    fc.tuple(fc.constant(bases), fc.shuffledSubarray(bases, { minLength: bases.length }))
  );
  fc.assert(
    fc.property(anyTotal, shuffled, (totalMinor, [bases, otherOrder]) => {
      const shared = inOrder(shares(totalMinor, bases));
      assert.deepEqual(inOrder(shares(totalMinor, otherOrder)), shared);
      assert.deepEqual(inOrder(shares(-totalMinor, bases)), shared.map((share) => -share));
    }),
    RUNS,
  );
});

// ---- Shares: what items are measured by

function item(id: number, measures: Partial<Record<keyof ItemMeasures, string>>): ItemMeasures {
  const read = (text?: string) => text === undefined ? null : decimal(text);
  return {
    id,
    purchase_value: read(measures.purchase_value),
    shipped_qty: decimal(measures.shipped_qty ?? "1"),
    weight_kg: read(measures.weight_kg),
    volume_cbm: read(measures.volume_cbm),
  };
}

Deno.test("allocationBases() weighs by each method in units of its column", () => {
  const items = [
    item(4, {
      purchase_value: "10.0625",
      shipped_qty: "2.5",
      weight_kg: "0.125",
      volume_cbm: "0.000001",
    }),
    item(7, {}),
  ];
  const expected: Record<Exclude<AllocationMethod, "manual">, [bigint, bigint]> = {
    value: [100625n, 0n],
    quantity: [2500n, 1000n],
    weight: [125n, 0n],
    volume: [1n, 0n],
    equal: [1n, 1n],
  };
  for (const method of ["value", "quantity", "weight", "volume", "equal"] as const) {
    const [first, second] = expected[method];
    assert.deepEqual(
      allocationBases(method, items),
      [{ id: 4, basis: first }, { id: 7, basis: second }],
      method,
    );
  }
});

Deno.test("allocationBases() takes manual amounts and gives the unnamed items nothing", () => {
  const bases = allocationBases("manual", [item(1, {}), item(2, {}), item(3, {})], [
    { shipment_item_id: 3, amount: decimal("33.3333") },
    { shipment_item_id: 1, amount: decimal("66.6667") },
  ]);
  assert.deepEqual(inOrder(shares(localAmount(decimal("100"), decimal("122.85")), bases)), [
    819000n, // 66.6667 × 122.85 = 8190.004095
    0n,
    409500n, // 33.3333 × 122.85 = 4094.995905
  ]);
});

Deno.test("allocationBases() adds manual amounts given to one item", () => {
  const twice = ["1.5", "0.25"].map((text) => ({ shipment_item_id: 1, amount: decimal(text) }));
  assert.deepEqual(allocationBases("manual", [item(1, {})], twice), [{ id: 1, basis: 17500n }]);
});

Deno.test("manual shares sum to the local amount when any amounts and rate are given", () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });
  const rate = fc.bigInt({ min: 1n, max: 10n ** 11n });
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 12 }), rate, (amounts, rateUnits) => {
      fc.pre(amounts.some((units) => units > 0n));
      const exchangeRate = fromMinor(rateUnits, 8);
      const allocations = amounts.map((units, i) => ({
        shipment_item_id: i,
        amount: fromMinor(units, 4),
      }));
      const cost = localAmount(sum(allocations.map((given) => given.amount)), exchangeRate);
      const items = amounts.map((_, i) => item(i, {}));
      const shared = shares(cost, allocationBases("manual", items, allocations));
      assert.equal(total(shared.values()), cost);
      for (const given of allocations) {
        // Off by less than a unit against the cost's rounded amount, which is half a unit off itself.
        const exact = given.amount.times(exchangeRate).times("100");
        const off = exact.minus(String(shared.get(given.shipment_item_id))).abs();
        assert.ok(off.lt("1.5"), `${off}`);
      }
    }),
    RUNS,
  );
});

// ---- Pieces

const pieces = (accepted: bigint, rejected = 0n, short = 0n) => ({
  accepted_milli: accepted,
  rejected_milli: rejected,
  short_milli: short,
});

Deno.test("accountFor() serves accepted, then rejected, then short, each from what is left", () => {
  // 10.00 over 3 pieces: 3.33 of 10.00, then 6.67 / 2 = 3.335 → 3.34, then the rest.
  assert.deepEqual(accountFor(1000n, 3000n, pieces(1000n, 1000n, 1000n)), {
    accepted: { value_minor: 333n, valued_milli: 1000n },
    rejected: { value_minor: 334n, valued_milli: 1000n },
    short: { value_minor: 333n, valued_milli: 1000n },
    remaining_minor: 0n,
    remaining_milli: 0n,
  });
});

Deno.test("accountFor() rounds a tie to the even unit", () => {
  assert.equal(accountFor(1n, 2000n, pieces(1000n)).accepted.value_minor, 0n);
  assert.equal(accountFor(3n, 2000n, pieces(1000n)).accepted.value_minor, 2n);
  assert.equal(accountFor(-3n, 2000n, pieces(1000n)).accepted.value_minor, -2n);
});

Deno.test("accountFor() lets pieces beyond the open ones in at no value", () => {
  assert.deepEqual(accountFor(1000n, 3000n, pieces(2000n, 5000n, 500n)), {
    accepted: { value_minor: 667n, valued_milli: 2000n },
    rejected: { value_minor: 333n, valued_milli: 1000n },
    short: { value_minor: 0n, valued_milli: 0n },
    remaining_minor: 0n,
    remaining_milli: 0n,
  });
  assert.deepEqual(accountFor(0n, 0n, pieces(4000n)).accepted, {
    value_minor: 0n,
    valued_milli: 0n,
  });
});

Deno.test("accountFor() takes nothing when no piece is accounted for", () => {
  assert.deepEqual(accountFor(1000n, 3000n, pieces(0n)), {
    accepted: { value_minor: 0n, valued_milli: 0n },
    rejected: { value_minor: 0n, valued_milli: 0n },
    short: { value_minor: 0n, valued_milli: 0n },
    remaining_minor: 1000n,
    remaining_milli: 3000n,
  });
});

Deno.test("accountFor() refuses fewer pieces than none", () => {
  assert.throws(() => accountFor(1000n, 3000n, pieces(-1n)), RangeError);
  assert.throws(() => accountFor(1000n, 3000n, pieces(0n, -1n)), RangeError);
  assert.throws(() => accountFor(1000n, 3000n, pieces(0n, 0n, -1n)), RangeError);
});

/** Receipt lines of one item, whose last one closes it; some bring more than was shipped. */
const anyReceipts = fc.array(
  fc.tuple(
    fc.bigInt({ min: 0n, max: 9000n }),
    fc.bigInt({ min: 0n, max: 3000n }),
    fc.bigInt({ min: 0n, max: 3000n }),
  ),
  { maxLength: 6 },
);
const anyValue = fc.oneof(
  fc.bigInt({ min: -50n, max: 50n }),
  fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
);

Deno.test("accountFor() leaves nothing over when the receipts split the pieces in any way", () => {
  fc.assert(
    fc.property(anyValue, fc.bigInt({ min: 1n, max: 20000n }), anyReceipts, (value, n, lines) => {
      let open = { minor: value, milli: n };
      let taken = 0n;
      const closing: [bigint, bigint, bigint] = [0n, 0n, n];
      for (const line of [...lines, closing]) {
        const after = accountFor(open.minor, open.milli, pieces(...line));
        const parts = [after.accepted, after.rejected, after.short];
        parts.forEach((part, i) => {
          const k = line[i] < open.milli ? line[i] : open.milli;
          assert.equal(part.valued_milli, k);
          if (k === 0n) assert.equal(part.value_minor, 0n);
          else assertHalfEven(part.value_minor, open.minor, k, open.milli);
          open = { minor: open.minor - part.value_minor, milli: open.milli - k };
          taken += part.value_minor;
        });
        assert.deepEqual([after.remaining_minor, after.remaining_milli], [open.minor, open.milli]);
      }
      assert.deepEqual([taken, open], [value, { minor: 0n, milli: 0n }]);
    }),
    RUNS,
  );
});

// ---- Late costs

const late = (shipped: bigint, accepted: bigint, stock: bigint, open: bigint) => ({
  shipped_milli: shipped,
  accepted_milli: accepted,
  stock_milli: stock,
  open_milli: open,
});

Deno.test("splitLateCost() shares a late cost between stock, expense and later receipts", () => {
  const cases: [string, bigint, ReturnType<typeof late>, [bigint, bigint, bigint]][] = [
    ["nothing received yet", 1000n, late(10n, 0n, 0n, 10n), [0n, 0n, 1000n]],
    ["other goods in stock, none of these", 1000n, late(10n, 0n, 50n, 10n), [0n, 0n, 1000n]],
    ["all in stock", 1000n, late(10n, 10n, 25n, 0n), [1000n, 0n, 0n]],
    ["half sold", 1000n, late(10n, 10n, 5n, 0n), [500n, 500n, 0n]],
    ["all sold", 1000n, late(10n, 10n, 0n, 0n), [0n, 1000n, 0n]],
    ["6 of 10 accepted, 4 open, 3 in stock", 1000n, late(10n, 6n, 3n, 4n), [300n, 300n, 400n]],
    ["6 of 10 accepted, 4 short", 1000n, late(10n, 6n, 3n, 0n), [300n, 700n, 0n]],
    ["all rejected", 1000n, late(10n, 0n, 0n, 0n), [0n, 1000n, 0n]],
    ["ties to even: A = 0.5 → 0", 1n, late(2n, 1n, 1n, 1n), [0n, 0n, 1n]],
    ["ties to even: A = 1.5 → 2", 3n, late(2n, 1n, 1n, 1n), [2n, 0n, 1n]],
    ["ties to even in stock: 2.5 → 2", 5n, late(2n, 2n, 1n, 0n), [2n, 3n, 0n]],
    ["a reversal mirrors", -3n, late(2n, 1n, 1n, 1n), [-2n, 0n, -1n]],
    ["an item of which nothing was shipped", 7n, late(0n, 0n, 0n, 0n), [0n, 7n, 0n]],
  ];
  for (const [name, share, situation, [stock_part, expense_part, waiting_part]] of cases) {
    assert.deepEqual(
      splitLateCost(share, situation),
      { stock_part, expense_part, waiting_part },
      name,
    );
  }
});

Deno.test("splitLateCost() rounds the accepted part before the stock part", () => {
  // S × a / n = 2.5 → A = 2, of which 3 / 5 is 1.2 → 1; in one step S × 3 / 10 = 1.5 were 2.
  assert.deepEqual(splitLateCost(5n, late(10n, 5n, 3n, 5n)), {
    stock_part: 1n,
    expense_part: 1n,
    waiting_part: 3n,
  });
});

Deno.test("splitLateCost() refuses more accepted pieces than were shipped", () => {
  assert.throws(() => splitLateCost(1n, late(10n, 11n, 0n, 0n)), RangeError);
});

const anySituation = fc.tuple(
  fc.bigInt({ min: 1n, max: 12n }),
  fc.bigInt({ min: 0n, max: 12n }),
  fc.bigInt({ min: 0n, max: 15n }),
  fc.bigInt({ min: 0n, max: 12n }),
).filter(([shipped, accepted, , open]) => accepted + open <= shipped);

Deno.test("splitLateCost() parts sum to the share by the rule when any situation is given", () => {
  fc.assert(
    fc.property(anyValue, anySituation, (share, [n, a, stock, open]) => {
      const parts = splitLateCost(share, late(n, a, stock, open));
      const { stock_part, expense_part, waiting_part } = parts;
      assert.equal(stock_part + expense_part + waiting_part, share);
      if (open === 0n) {
        assert.equal(waiting_part, 0n);
      } else {
        const acceptedPart = share - waiting_part;
        assertHalfEven(acceptedPart, share, a, n);
        if (a > 0n) assertHalfEven(stock_part, acceptedPart, stock < a ? stock : a, a);
      }
      if (a === 0n || stock === 0n) assert.equal(stock_part, 0n);
      const mirrored = splitLateCost(-share, late(n, a, stock, open));
      assert.deepEqual(mirrored, {
        stock_part: -stock_part,
        expense_part: -expense_part,
        waiting_part: -waiting_part,
      });
    }),
    RUNS,
  );
});

// ---- Stock value

Deno.test("issueValue() takes the average half even and everything with the last piece", () => {
  assert.equal(issueValue(1000n, 3000n, 1000n), 333n);
  assert.equal(issueValue(1n, 2000n, 1000n), 0n);
  assert.equal(issueValue(3n, 2000n, 1000n), 2n);
  assert.equal(issueValue(1001n, 3000n, 3000n), 1001n);
  assert.equal(issueValue(1000n, 3000n, 0n), 0n);
  assert.equal(issueValue(0n, 0n, 0n), 0n);
  assert.throws(() => issueValue(1000n, 3000n, 3001n), RangeError);
});

Deno.test("issueValue() leaves no value at quantity zero when stock is issued in any portions", () => {
  const stock = fc.tuple(anyValue, fc.array(fc.bigInt({ min: 1n, max: 5000n }), { minLength: 1 }));
  fc.assert(
    fc.property(stock, ([value, portions]) => {
      let left = value;
      let quantity = total(portions);
      for (const portion of portions) {
        const issued = issueValue(left, quantity, portion);
        assertHalfEven(issued, left, portion, quantity);
        left -= issued;
        quantity -= portion;
      }
      assert.deepEqual([left, quantity], [0n, 0n]);
    }),
    RUNS,
  );
});

// ---- the supplier's credit

Deno.test("purchaseShare() is the difference of running totals half up", () => {
  const credits = (value: string, shipped: bigint, moments: bigint[]) =>
    moments.slice(1).map((after, i) =>
      String(purchaseShare(decimal(value), shipped, moments[i], after))
    );
  assert.deepEqual(credits("100", 3000n, [0n, 1000n, 2000n, 3000n]), ["33.33", "33.34", "33.33"]);
  assert.deepEqual(credits("0.01", 2000n, [0n, 1000n, 2000n]), ["0.01", "0"]);
  assert.deepEqual(credits("0.03", 4000n, [0n, 1000n, 2000n, 3000n, 4000n]), [
    "0.01",
    "0.01",
    "0",
    "0.01",
  ]);
  assert.deepEqual(credits("20", 4000n, [0n, 4000n, 9000n]), ["20", "0"], "excess adds nothing");
  assert.deepEqual(credits("20", 0n, [0n, 9000n]), ["0"], "nothing was shipped");
  assert.deepEqual(credits("10.0625", 2000n, [0n, 1000n, 2000n]), ["5.03", "5.0325"]);
  assert.throws(() => purchaseShare(decimal("-1"), 2000n, 0n, 1000n), RangeError);
});

Deno.test("purchaseShare() parts sum to the purchase value when accepted in any portions", () => {
  const anyPurchase = fc.oneof(
    fc.bigInt({ min: 0n, max: 2000n }),
    fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }),
  );
  const anyPortions = fc.array(fc.bigInt({ min: 1n, max: 9000n }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(anyPurchase, anyPortions, (units, portions) => {
      const value = fromMinor(units, 4);
      const shipped = total(portions);
      let before = 0n;
      let credited = decimal("0");
      for (const portion of portions) {
        const credit = purchaseShare(value, shipped, before, before + portion);
        before += portion;
        credited = credited.plus(credit);
        assert.ok(credit.gte("-0.005"));
        if (before === shipped) continue;
        // Half up, in units of 1/100 against the exact units × before / (100 × shipped).
        const rest = 2n * (toMinor(credited) * 100n * shipped - units * before);
        assert.ok(-100n * shipped < rest && rest <= 100n * shipped);
      }
      assert.equal(String(credited), String(value));
    }),
    RUNS,
  );
});

// ---- whole imports

/** Amounts of the worked file have at most 15 digits, which a double keeps. */
const minor = (amount: number, scale = 2) => toMinor(decimal(String(amount)), scale);

Deno.test("the worked import comes out to the last minor unit", () => {
  const items = worked.shipment.items.map((line, i): ItemMeasures => ({
    id: i,
    purchase_value: decimal(String(line.purchase_value)),
    shipped_qty: decimal(String(line.shipped_qty)),
    weight_kg: decimal(String(line.weight_kg)),
    volume_cbm: decimal(String(line.volume_cbm)),
  }));
  const rate = decimal(String(worked.shipment.exchange_rate));
  const landed = items.map((line) => localAmount(line.purchase_value!, rate));
  assert.deepEqual(landed, worked.expected.purchase_value_local.map((v) => minor(v)));

  worked.costs.forEach((cost, c) => {
    const expected = worked.expected.costs[c];
    const local = localAmount(decimal(String(cost.amount)), decimal(String(cost.exchange_rate)));
    assert.equal(local, minor(expected.local_amount), cost.cost_head);
    const bases = allocationBases(cost.allocation_method as AllocationMethod, items);
    const shared = inOrder(shares(local, bases));
    assert.deepEqual(shared, expected.shares.map((v) => minor(v)), cost.cost_head);
    if (expected.capitalised) shared.forEach((share, i) => landed[i] += share);
  });
  assert.deepEqual(landed, worked.expected.landed_value.map((v) => minor(v)));

  worked.receipts.forEach((quantities, i) => {
    let open = { minor: landed[i], milli: toMinor(items[i].shipped_qty, 3) };
    const values = quantities.map((quantity) => {
      const line = accountFor(open.minor, open.milli, pieces(minor(quantity, 3)));
      open = { minor: line.remaining_minor, milli: line.remaining_milli };
      return line.accepted.value_minor;
    });
    assert.deepEqual(values, worked.expected.receipts[i].map((v) => minor(v)));
    assert.deepEqual(open, { minor: 0n, milli: 0n });
  });
});

const anyLine = fc.record({
  purchase: fc.bigInt({ min: 0n, max: 10n ** 10n }),
  quantity: fc.bigInt({ min: 1n, max: 50000n }),
  weight: fc.option(fc.bigInt({ min: 1n, max: 10n ** 7n })),
  volume: fc.option(fc.bigInt({ min: 1n, max: 10n ** 8n })),
  receivedPercent: fc.bigInt({ min: 0n, max: 100n }),
  stockPercent: fc.bigInt({ min: 0n, max: 100n }),
});
const anyCost = fc.record({
  amount: fc.bigInt({ min: 1n, max: 10n ** 10n }),
  rate: fc.bigInt({ min: 1n, max: 2n * 10n ** 10n }),
  method: fc.constantFrom<AllocationMethod>("value", "quantity", "weight", "volume", "equal"),
  late: fc.boolean(),
});

Deno.test("no minor unit is lost or made when any import is received, costed late and received", () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 8 }),
      fc.array(anyCost, { maxLength: 5 }),
      (lines, costs) => {
        const items = lines.map((line, id): ItemMeasures => ({
          id,
          purchase_value: fromMinor(line.purchase, 4),
          shipped_qty: fromMinor(line.quantity, 3),
          weight_kg: line.weight === null ? null : fromMinor(line.weight, 3),
          volume_cbm: line.volume === null ? null : fromMinor(line.volume, 6),
        }));
        const rate = decimal("122.85");
        let put = 0n;
        const open = items.map((line) => {
          const value = localAmount(line.purchase_value!, rate);
          put += value;
          return { minor: value, milli: toMinor(line.shipped_qty, 3) };
        });
        let stock = 0n;
        let claimed = 0n;
        let expense = 0n;
        const accepted = items.map(() => 0n);
        const receive = (i: number, milli: bigint) => {
          const rejected = milli / 3n;
          const after = accountFor(
            open[i].minor,
            open[i].milli,
            pieces(milli - rejected, rejected),
          );
          accepted[i] += after.accepted.valued_milli;
          stock += after.accepted.value_minor;
          claimed += after.rejected.value_minor;
          open[i] = { minor: after.remaining_minor, milli: after.remaining_milli };
        };
        const charge = (isLate: boolean) => {
          for (const cost of costs.filter(({ late }) => late === isLate)) {
            const local = localAmount(fromMinor(cost.amount, 4), fromMinor(cost.rate, 8));
            const shared = shareOut(local, allocationBases(cost.method, items));
            if (!shared) continue;
            put += local;
            for (const [i, share] of shared) {
              if (!isLate) {
                open[i].minor += share;
                continue;
              }
              const inStock = accepted[i] * lines[i].stockPercent / 100n;
              const parts = splitLateCost(
                share,
                late(lines[i].quantity, accepted[i], inStock, open[i].milli),
              );
              stock += parts.stock_part;
              expense += parts.expense_part;
              open[i].minor += parts.waiting_part;
            }
          }
        };
        charge(false);
        lines.forEach((line, i) => receive(i, line.quantity * line.receivedPercent / 100n));
        charge(true);
        lines.forEach((_, i) => receive(i, open[i].milli));
        assert.equal(stock + claimed + expense, put);
        assert.ok(open.every(({ minor, milli }) => minor === 0n && milli === 0n));
      },
    ),
    RUNS,
  );
});
