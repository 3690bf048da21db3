/** Amounts as whole hundredths: exact, and no float on the way. Text as the parser of numbers gives it. */

/** Text such as "12.5" as a whole number of its `places`-th decimals. */
export function scaled(text: string, places: number): bigint {
  const [, sign, whole, part = ""] = /^(-?)(\d*)\.?(\d*)$/.exec(text) ?? [];
  const value = BigInt((whole || "0") + part.slice(0, places).padEnd(places, "0"));
  return sign ? -value : value;
}

/** Half up, as the server rounds. */
function rounded(value: bigint, by: bigint): bigint {
  const half = by / 2n;
  return value < 0n ? -((-value + half) / by) : (value + half) / by;
}

const text = (value: bigint, places = 2) => {
  const sign = value < 0n ? "-" : "";
  const digits = String(value < 0n ? -value : value).padStart(places + 1, "0");
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
};

/** Quantity (3 decimals) × price (4 decimals), to 2 decimals. */
export function lineAmount(quantity: string, price: string): string {
  return text(rounded(scaled(quantity, 3) * scaled(price, 4), 100_000n));
}

const added = (values: bigint[]) => values.reduce((sum, one) => sum + one, 0n);

/**
 * Lines less a discount, and VAT on what is left, of each line's own percent; to 2 decimals. The discount is
 * shared by value, VAT worked out once per rate, as the server does (docs/records.md, "Invoice").
 */
export function invoiceTotal(lines: string[], discount = "0", vat: string[] = []): string {
  const values = lines.map((line) => scaled(line, 2));
  const [all, off] = [added(values), scaled(discount, 2)];
  const by = all || 1n;
  const nets = values.map((value) => value - off * value / by);
  const rest = (at: number) => off * values[at] % by;
  const first = [...values.keys()].sort((a, b) =>
    Number(rest(b) - rest(a) || values[b] - values[a])
  );
  for (const at of first.slice(0, Number(added(nets) - all + off))) nets[at]--;
  const vats = [...new Set(vat)].map((rate) =>
    rounded(added(nets.filter((_, at) => vat[at] === rate)) * scaled(rate, 4), 1_000_000n)
  );
  return text(all - off + added(vats));
}

export const isMore = (a: string, b: string) => scaled(a, 4) > scaled(b, 4);
export const less = (a: string, b: string) => text(scaled(a, 2) - scaled(b, 2));

/** What is wrong with a discount off an amount, where something is. */
export const discountFault = (off: string, amount: string) =>
  isMore("0", off) ? "below_nought" : isMore(off, amount) ? "discount_over" : undefined;

/** `part` of `whole` of an amount, half to even, as the server shares a line out. */
export function shareOf(amount: string, part: string, whole: string): string {
  const [value, of] = [scaled(amount, 2) * scaled(part, 3), scaled(whole, 3)];
  const [down, rest] = [value / of, 2n * (value % of)];
  const up = rest > of || (rest === of && down % 2n === 1n);
  return text(up ? down + 1n : down);
}

/** The exact sum of numbers of so many places, as text. */
export function sumOf(numbers: (number | string)[], places: number): string {
  return text(added(numbers.map((one) => scaled(String(one), places))), places);
}
