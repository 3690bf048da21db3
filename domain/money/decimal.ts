import Big from "big.js";

declare global {
  interface JSON {
    /** Text that `JSON.stringify` writes as it stands; TypeScript's library does not know it yet. */
    rawJSON(text: string): { readonly rawJSON: string };
  }
}

/** From 10^±100 on, text keeps its exponent: a few typed characters never become megabytes. */
const PLAIN_TEXT_EXPONENT = 100;

/**
 * Exact decimal numbers: big.js in strict mode, which refuses a JavaScript number at run time.
 * `String(d)` is plain digits, fit for SQL and people; `JSON.stringify` writes the same digits as a
 * JSON number (docs/wire.md, "Numbers"). A Big made by another constructor is refused.
 */
export const Decimal = Big();
export type Decimal = Big;

Decimal.strict = true;
Decimal.NE = -PLAIN_TEXT_EXPONENT;
Decimal.PE = PLAIN_TEXT_EXPONENT;
// Every big.js constructor shares one prototype, so ours gets its own before it is changed.
Decimal.prototype = Object.create(Big.prototype, {
  toJSON: {
    value(this: Decimal) {
      return JSON.rawJSON(this.toString());
    },
  },
});

/** Reads digits exactly as written. @throws Error when the text is not a number */
export function decimal(text: string | bigint | Decimal): Decimal {
  return Decimal(text);
}

/** How many decimals the value needs: 0 for `1.00`, 3 for `0.125`. Never expands an exponent. */
export function scaleOf(d: Decimal): number {
  return Math.max(0, d.c.length - 1 - d.e);
}

/** Digits from the first to the last that is not zero; 1 for zero. Never expands an exponent. */
export function significantDigits(d: Decimal): number {
  return d.c.length;
}

export function isZero(d: Decimal): boolean {
  return d.c[0] === 0;
}

/** The exact total, 0 of none. */
export function sum(decimals: Decimal[]): Decimal {
  return decimals.reduce((total, d) => total.plus(d), Decimal("0"));
}

/** Rounds to `scale` decimals, halves away from zero, as PostgreSQL rounds a numeric. */
export function roundHalfUp(d: Decimal, scale: number): Decimal {
  return d.round(scale, Decimal.roundHalfUp);
}

/**
 * The value in whole units of 10^-scale: `12.34` → `1234n`. It never rounds.
 * @throws RangeError when the value has more decimals than `scale`, or 100 digits before the point
 */
export function toMinor(d: Decimal, scale = 2): bigint {
  if (scaleOf(d) > scale) {
    throw new RangeError(`A value with ${scaleOf(d)} decimals does not fit into ${scale}.`);
  }
  if (d.e >= PLAIN_TEXT_EXPONENT) {
    throw new RangeError("A value of 10^100 or more is no amount.");
  }
  return BigInt(d.times(`1e${scale}`).toFixed());
}

/** The value of whole units of 10^-scale: `1234n` → `12.34`. */
export function fromMinor(units: bigint, scale = 2): Decimal {
  return Decimal(`${units}e-${scale}`);
}

/**
 * `v × k / n` to a whole number, halves to the even neighbour; any sign of `v` and `k`.
 * @throws RangeError when `n` is not above zero
 */
export function mulDivHalfEven(v: bigint, k: bigint, n: bigint): bigint {
  if (n <= 0n) throw new RangeError(`The divisor must be above zero, not ${n}.`);
  const product = v * k;
  const magnitude = product < 0n ? -product : product;
  const floor = magnitude / n;
  const twiceRest = 2n * (magnitude % n);
  const up = twiceRest > n || (twiceRest === n && floor % 2n === 1n);
  const rounded = up ? floor + 1n : floor;
  return product < 0n ? -rounded : rounded;
}
