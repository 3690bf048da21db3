const money = /price|cost|rate|value|amount|দাম|মূল্য|দর/;
const all = /total|মোট/;

/**
 * What the columns of goods are called on proformas and in spreadsheets, in the order in which they are asked. What
 * is none of ours is named first, so that no weight is taken for a value.
 */
const called: [column: Column | undefined, is: (cell: string) => boolean][] = [
  [
    undefined,
    (cell) => /weight|\b(cbm|volume|ctns?|cartons?|kgs?|n ?w|g ?w|brand)\b|ওজন/.test(cell),
  ],
  ["hs", (cell) => /\bh ?s\b|tariff|এইচএস/.test(cell)],
  ["quantity", (cell) => /qty|quantity|কয়টি|পরিমাণ|সংখ্যা/.test(cell) && !money.test(cell)],
  ["value", (cell) => all.test(cell) && !/pcs|pieces/.test(cell)],
  ["price", (cell) => /\b(unit|per|each)\b|u p\b|প্রতি|একক/.test(cell) && money.test(cell)],
  ["price", (cell) => /price|cost|\brate\b|u p\b|দর/.test(cell)],
  ["value", (cell) => money.test(cell)],
  ["quantity", (cell) => /\b(pcs|pieces)\b/.test(cell)],
  ["unit", (cell) => /^(units?|uom)\b|একক/.test(cell)],
  ["sku", (cell) => /\b(sku|code|part|article|model)\b|item (no|number)|এসকেইউ|কোড/.test(cell)],
  ["name", (cell) => /name|description|product|goods|particular|নাম|বিবরণ|পণ্য|মাল/.test(cell)],
  ["item", (cell) => /^items?$/.test(cell)],
];

export type Column = "hs" | "price" | "quantity" | "value" | "unit" | "sku" | "name" | "item";

/**
 * Which cell of a row is which, by its heading. Undefined where no cell says anything, as in a title. `twice` are two
 * cells that say the same of the goods' number or worth: which of them counts nobody knows.
 */
export function columnsOf(
  heading: string[],
): { columns: Map<Column, number>; twice?: string } | undefined {
  const columns = new Map<Column, number>();
  let twice: string | undefined;
  for (const [at, cell] of heading.entries()) {
    const word = cell.normalize("NFC").toLowerCase()
      .replace(/[^\p{L}\p{M}\p{Nd}]+/gu, " ").trim();
    const [column] = called.find(([, is]) => is(word)) ?? [];
    if (!column) continue;
    const before = columns.get(column);
    if (before === undefined) columns.set(column, at);
    else if (/price|quantity|value/.test(column)) twice ??= `${heading[before]}, ${cell}`;
  }
  // "Item" beside a description is its number in the list
  const item = columns.get("item");
  if (item !== undefined && !columns.has("name")) columns.set("name", item);
  return columns.size > 0 ? { columns, twice } : undefined;
}

/** A line that adds up the ones before it: its first word says so, and no other words stand in it. */
export function isTotal(cells: string[]): boolean {
  const [first = "", ...rest] = cells.filter((cell) => cell !== "");
  return /^((grand |sub ?-?)?total|(সর্ব)?মোট)( (amount|value|qty|quantity|দাম|মূল্য))?\s*:?$/i
    .test(first) && rest.every((cell) => /\p{Nd}/u.test(cell));
}
