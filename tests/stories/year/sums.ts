/**
 * The arithmetic of the rules in docs/, on whole paisa and cents, written once more for the story: nothing
 * here comes from the code that it judges.
 */

/** "1,234.5" in units of 10^-scale: taka and dollars in hundredths, kilograms in thousandths. */
export function units(text: string, scale = 2): bigint {
  const [whole, part = ""] = text.replaceAll(",", "").replace("-", "").split(".");
  if (part.length > scale) throw new RangeError(`${text} has more than ${scale} decimals`);
  const size = BigInt(whole + part.padEnd(scale, "0"));
  return text.startsWith("-") ? -size : size;
}

/** An amount in hundredths as it is sent and read: "-1234.50". */
export function text(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, "0");
  return `${amount < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A number of the wire in hundredths: an exact decimal as long as it has at most 15 digits. */
export function read(amount: number): bigint {
  return units(amount.toFixed(2));
}

export function halfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

export function halfEven(dividend: bigint, divisor: bigint): bigint {
  if (dividend < 0n) return -halfEven(-dividend, divisor);
  const [floor, twice] = [dividend / divisor, 2n * (dividend % divisor)];
  return twice > divisor || twice === divisor && floor % 2n === 1n ? floor + 1n : floor;
}

/** Foreign cents in paisa at a rate of taka for one. */
export function toLocal(cents: bigint, rate: string): bigint {
  return halfUp(cents * units(rate, 4), 10_000n);
}

/** `percent` of an amount. */
export function percentOf(amount: bigint, percent: string): bigint {
  return halfUp(amount * units(percent), 10_000n);
}

/** An amount shared by largest remainder; of equal ones the larger measure first, then the earlier. */
export function shareOut(amount: bigint, measures: bigint[]): bigint[] {
  const whole = sum(measures);
  const parts = measures.map((measure) => amount * measure / whole);
  const order = [...measures.keys()].sort((a, b) => {
    const [one, other] = [a, b].map((at) => amount * measures[at] % whole);
    if (one !== other) return one > other ? -1 : 1;
    return measures[a] === measures[b] ? a - b : measures[a] > measures[b] ? -1 : 1;
  });
  const left = Number(amount - sum(parts));
  for (const at of order.slice(0, left)) parts[at] += 1n;
  return parts;
}

export function sum(amounts: bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

export function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
