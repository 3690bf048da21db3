import assert from "node:assert/strict";
import Big from "big.js";
import fc from "fast-check";
import {
  Decimal,
  decimal,
  fromMinor,
  isZero,
  mulDivHalfEven,
  roundHalfUp,
  scaleOf,
  significantDigits,
  sum,
  toMinor,
} from "../../domain/money/decimal.ts";

const RUNS = { numRuns: 2000 };
const abs = (n: bigint) => n < 0n ? -n : n;
/** Mixes tiny values, where ties are frequent, with values as large as the tables allow. */
const anyWhole = fc.oneof(
  fc.bigInt({ min: -20n, max: 20n }),
  fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
);
const anyDivisor = fc.oneof(
  fc.bigInt({ min: 1n, max: 12n }),
  fc.bigInt({ min: 1n, max: 10n ** 15n }),
);

Deno.test("Decimal writes exact JSON numbers, however deep they stand", () => {
  const record = {
    rate: decimal("122.85"),
    tiny: [decimal("0.00000001")],
    large: decimal("123456789012345678901234567890"),
    zero: decimal("-0.00"),
  };
  assert.equal(
    JSON.stringify(record),
    '{"rate":122.85,"tiny":[0.00000001],"large":123456789012345678901234567890,"zero":0}',
  );
  assert.equal(JSON.stringify(decimal("0.1").plus("0.2")), "0.3");
});

Deno.test("Decimal leaves the shared big.js constructor as it was", () => {
  assert.equal(JSON.stringify(new Big(1.5)), '"1.5"');
  assert.equal(Big.strict, false);
});

Deno.test("Decimal refuses JavaScript numbers and being used as one", () => {
  assert.throws(() => Decimal(0.1), TypeError);
  assert.throws(() => decimal("1").plus(0.1), TypeError);
  assert.throws(() => decimal("1") < decimal("2"), /valueOf disallowed/);
});

Deno.test("decimal() reads text and bigint and refuses what is no number", () => {
  assert.equal(String(decimal("007.250")), "7.25");
  assert.equal(String(decimal(-12n)), "-12");
  assert.equal(String(decimal(decimal("1.5"))), "1.5");
  for (const text of ["", " ", "1,5", "0x10", "NaN", "Infinity", "1.2.3", "+1"]) {
    assert.throws(() => decimal(text), /Invalid number/, text);
  }
});

Deno.test("decimal() keeps its class through arithmetic", () => {
  assert.ok(decimal("1").times("3").minus(decimal("1").div("3")) instanceof Decimal);
});

Deno.test("a giant exponent is measured and printed without being written out", () => {
  for (const [text, scale] of [["1e400000", 0], ["-25e-400000", 400000]] as const) {
    const giant = decimal(text);
    assert.equal(scaleOf(giant), scale);
    assert.equal(significantDigits(giant), text.startsWith("-") ? 2 : 1);
    assert.ok(String(giant).length < 20);
    assert.ok(JSON.stringify(giant).length < 20);
    assert.throws(() => toMinor(giant), RangeError);
    assert.throws(() => toMinor(giant, 8), RangeError);
  }
});

Deno.test("text keeps plain digits up to 10^99 and down to 10^-99", () => {
  assert.equal(String(decimal("1e99")), `1${"0".repeat(99)}`);
  assert.equal(String(decimal("1e-99")), `0.${"0".repeat(98)}1`);
  assert.equal(toMinor(decimal("1e99")), 10n ** 101n);
  assert.throws(() => toMinor(decimal("1e100")), RangeError);
});

Deno.test("scaleOf() and significantDigits() count what the value needs", () => {
  const cases: [string, number, number][] = [
    ["0", 0, 1],
    ["-0.00", 0, 1],
    ["1.00", 0, 1],
    ["120", 0, 2],
    ["0.125", 3, 3],
    ["-100.0625", 4, 7],
    ["0.00000001", 8, 1],
    ["99999999999.9999", 4, 15],
  ];
  for (const [text, scale, digits] of cases) {
    assert.equal(scaleOf(decimal(text)), scale, text);
    assert.equal(significantDigits(decimal(text)), digits, text);
  }
});

Deno.test("toMinor() counts whole units and never rounds", () => {
  assert.equal(toMinor(decimal("12.34")), 1234n);
  assert.equal(toMinor(decimal("-0.5")), -50n);
  assert.equal(toMinor(decimal("-0")), 0n);
  assert.equal(toMinor(decimal("7"), 0), 7n);
  assert.equal(toMinor(decimal("0.000001"), 6), 1n);
  assert.equal(toMinor(decimal("99999999999.9999"), 4), 999999999999999n);
  assert.throws(() => toMinor(decimal("12.345")), /3 decimals does not fit into 2/);
  assert.throws(() => toMinor(decimal("0.1"), 0), RangeError);
});

Deno.test("fromMinor() undoes toMinor() when any units and scale are given", () => {
  assert.equal(String(fromMinor(1234n)), "12.34");
  assert.equal(String(fromMinor(-5n, 3)), "-0.005");
  assert.equal(String(fromMinor(5n, 0)), "5");
  fc.assert(
    fc.property(anyWhole, fc.nat({ max: 8 }), (units, scale) => {
      assert.equal(toMinor(fromMinor(units, scale), scale), units);
    }),
    RUNS,
  );
});

Deno.test("roundHalfUp() rounds halves away from zero when binary floats would not", () => {
  const cases = [
    ["1.005", "1.01"],
    ["-1.005", "-1.01"],
    ["1.00499999999999999999", "1"],
    ["2.675", "2.68"],
    ["0.005", "0.01"],
    ["-0.004", "0"],
    ["99.995", "100"],
    ["12", "12"],
  ];
  for (const [text, rounded] of cases) {
    assert.equal(String(roundHalfUp(decimal(text), 2)), rounded, text);
  }
  assert.equal(String(roundHalfUp(decimal("2.5"), 0)), "3");
  assert.equal(String(roundHalfUp(decimal("-2.5"), 0)), "-3");
});

Deno.test("roundHalfUp() agrees with whole-number rounding when any value is given", () => {
  fc.assert(
    fc.property(anyWhole, fc.nat({ max: 6 }), fc.nat({ max: 4 }), (units, dropped, scale) => {
      const step = 10n ** BigInt(dropped);
      const magnitude = (abs(units) + step / 2n) / step;
      const expected = units < 0n ? -magnitude : magnitude;
      assert.equal(toMinor(roundHalfUp(fromMinor(units, scale + dropped), scale), scale), expected);
    }),
    RUNS,
  );
});

Deno.test("mulDivHalfEven() sends halves to the even neighbour and mirrors signs", () => {
  const cases: [bigint, bigint, bigint, bigint][] = [
    [1n, 1n, 2n, 0n],
    [3n, 1n, 2n, 2n],
    [5n, 1n, 2n, 2n],
    [-1n, 1n, 2n, 0n],
    [-3n, 1n, 2n, -2n],
    [3n, -1n, 2n, -2n],
    [7n, 2n, 4n, 4n],
    [2n, 1n, 3n, 1n],
    [4n, 1n, 3n, 1n],
    [-2n, 1n, 3n, -1n],
    [0n, 5n, 7n, 0n],
    [9n, 7n, 7n, 9n],
  ];
  for (const [v, k, n, expected] of cases) {
    assert.equal(mulDivHalfEven(v, k, n), expected, `${v} × ${k} / ${n}`);
  }
});

Deno.test("mulDivHalfEven() is the nearest whole number, even on a tie, when any input is given", () => {
  fc.assert(
    fc.property(anyWhole, anyWhole, anyDivisor, (v, k, n) => {
      const result = mulDivHalfEven(v, k, n);
      const twiceOff = 2n * abs(v * k - result * n);
      assert.ok(twiceOff <= n);
      if (twiceOff === n) assert.equal(result % 2n, 0n);
    }),
    RUNS,
  );
});

Deno.test("mulDivHalfEven() refuses a divisor that is not above zero", () => {
  assert.throws(() => mulDivHalfEven(1n, 1n, 0n), RangeError);
  assert.throws(() => mulDivHalfEven(1n, 1n, -2n), RangeError);
});

Deno.test("isZero() and sum() know nothing from something", () => {
  assert.ok(isZero(decimal("-0.000")));
  assert.ok(!isZero(decimal("0.0001")));
  assert.ok(isZero(sum([])));
  assert.equal(String(sum([decimal("0.1"), decimal("0.2"), decimal("-1")])), "-0.7");
});
