/** What the columns of goods are called on proformas and in spreadsheets, in the order in which they are asked. */
const called = {
  hs: /\bh ?s\b|tariff|এইচএস/,
  price: /(unit|per|each|একক).*(price|cost|rate|value|দাম|মূল্য|দর)|^(price|rate|cost|u ?p)\b|দর/,
  quantity: /qty|quantity|pcs|pieces|কয়টি|পরিমাণ|সংখ্যা/,
  value: /total|amount|value|মোট|দাম|মূল্য/,
  unit: /^(units?|uom)\b|একক/,
  sku: /\b(sku|code|part|article|model)\b|item (no|number)|এসকেইউ|কোড/,
  name: /name|description|item|product|goods|particular|নাম|বিবরণ|পণ্য|মাল/,
} as const;

export type Column = keyof typeof called;

/**
 * Which cell of a row is which, by its heading; the first of two that are called alike. Undefined where no cell says
 * anything, as in a title.
 */
export function columnsOf(heading: string[]): Map<Column, number> | undefined {
  const columns = new Map<Column, number>();
  for (const [at, cell] of heading.entries()) {
    const word = cell.toLowerCase().replace(/[^\p{L}\p{M}\p{Nd}]+/gu, " ").trim();
    const column = (Object.keys(called) as Column[]).find((column) => called[column].test(word));
    if (column && !columns.has(column)) columns.set(column, at);
  }
  return columns.size > 0 ? columns : undefined;
}

/** A line that adds up the ones before it. */
export const isTotal = (cells: string[]) =>
  /^(grand |sub ?-?)?total\b|^(সর্ব)?মোট/i.test(cells.find((cell) => cell !== "") ?? "");
