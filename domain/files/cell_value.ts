/** What an export writes into one cell. `toFixed` is what a Decimal has: its digits, unrounded. */
export type CellValue = string | number | bigint | null | undefined | { toFixed(): string };

/**
 * The plain decimal text of a real number, undefined for text and empty cells.
 *
 * @throws RangeError for a number that has none: NaN, infinite, or so large or small that
 *   JavaScript writes it with an exponent.
 */
export function numberText(value: CellValue): string | undefined {
  if (value === null || value === undefined || typeof value === "string") return undefined;
  // A plain number's own toFixed() would round it to a whole one.
  const text = typeof value === "object" ? value.toFixed() : String(value);
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new RangeError(`${text} has no plain decimal form`);
  return text;
}
