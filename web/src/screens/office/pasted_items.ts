import { unitOf } from "../../../../domain/records/unit_words.ts";
import { isMore, less, lineAmount } from "../../core/amounts.ts";
import { parseNumber } from "../../core/numbers.ts";
import { pastedRows } from "../desk/pasted.ts";
import { type Column, columnsOf, isTotal } from "./pasted_heading.ts";

export interface PastedItem {
  sku?: string;
  product_name: string;
  ordered_qty: string;
  unit?: string;
  purchase_value?: string;
  hs_code?: string;
}

/** Why a line does not fit, by the cell that is wrong. */
export interface WrongItem {
  at: number;
  why:
    | "no_name"
    | "no_quantity"
    | "no_unit"
    | "no_price"
    | "no_value"
    | "no_product_of"
    | "heading_twice"
    | "cells_too_many";
  cell: string;
}

type Wrong = Omit<WrongItem, "at">;

/**
 * The goods of a shipment as they stand in a spreadsheet or a proforma, a line each. A heading says which column is
 * which; without one a line is SKU, name, quantity, unit, price of a piece, value of the line, of which SKU, unit and
 * price may be missing, and the value. Price and value have to fit each other. Lines of totals are left out. The second
 * answer is the first line that does not fit.
 */
export function pastedItems(text: string): [items: PastedItem[], wrong?: WrongItem] {
  const { heading, rows } = pastedRows(text);
  const said = heading && columnsOf(heading.cells);
  const wrong = said && wrongOf(said.columns);
  if (said?.twice) return [[], { at: heading!.at, why: "heading_twice", cell: said.twice }];
  if (wrong) return [[], { at: heading!.at, why: wrong, cell: heading!.cells.join(", ") }];
  const items: PastedItem[] = [];
  for (const { at, cells } of rows) {
    if (isTotal(cells)) continue;
    const item = said ? byHeading(cells, said.columns) : byPlace(cells);
    const fault = "why" in item ? item : refusedOf(item);
    if (fault) return [items, { at, ...fault }];
    items.push(item as PastedItem);
  }
  return [items];
}

/** What the server takes of a line. */
function refusedOf(
  { product_name, sku, ordered_qty, purchase_value }: PastedItem,
): Wrong | undefined {
  if (!isMore(ordered_qty, "0")) return { why: "no_quantity", cell: ordered_qty };
  if (isMore("0", purchase_value ?? "0")) return { why: "no_value", cell: purchase_value! };
  if (product_name.length > 200 || (sku?.length ?? 0) > 100) {
    return { why: "no_name", cell: `${product_name.slice(0, 40)}…` };
  }
  return undefined;
}

function wrongOf(columns: Map<Column, number>) {
  if (!columns.has("quantity")) return "no_quantity";
  return columns.has("name") || columns.has("sku") ? undefined : "no_name";
}

const isNumber = (cell: string) => parseNumber(cell) !== undefined;

/** "$125.05", "USD 125.05" and "125.05 USD" are amounts. */
const amountOf = (cell: string) =>
  parseNumber(cell) ??
    parseNumber(
      cell.replace(/\b(usd?|rmb|cny|cn|eur|inr|bdt|aed|sgd|hkd)\b|[$¥€₹£]/gi, " ").trim(),
    );

function byHeading(cells: string[], columns: Map<Column, number>): PastedItem | Wrong {
  const cell = (column: Column) => cells[columns.get(column) ?? Infinity] ?? "";
  // "10 pcs" stands in one cell at times
  const [, pieces, word = ""] = /^(.*?)\s*(\p{L}*)\.?$/u.exec(cell("quantity"))!;
  const ordered_qty = parseNumber(pieces);
  const called = cell("unit") || word;
  const unit = unitOf(called);
  const [price, value] = [cell("price"), cell("value")].map((cell) => cell && amountOf(cell));
  const product_name = cell("name") || cell("sku");
  if (ordered_qty === undefined) return { why: "no_quantity", cell: cell("quantity") };
  if (called && !unit) return { why: "no_unit", cell: called };
  if (price === undefined) return { why: "no_price", cell: cell("price") };
  if (value === undefined) return { why: "no_value", cell: cell("value") };
  // a number there is a row whose cells have slipped
  if (!product_name || isNumber(cell("name"))) return { why: "no_name", cell: product_name };
  const worth = worthOf(ordered_qty, price, value);
  if (typeof worth === "object") return worth;
  return {
    ...cell("sku") && { sku: cell("sku") },
    product_name,
    ordered_qty,
    ...unit && { unit },
    ...worth && { purchase_value: worth },
    ...cell("hs") && { hs_code: cell("hs") },
  };
}

/** What the line is worth: as it says itself, unless that is not its pieces at their price. */
function worthOf(quantity: string, price: string, value: string): string | Wrong {
  if (!price) return value;
  const worth = lineAmount(quantity, price);
  if (!value) return worth;
  // a price of two decimals was rounded before it was written down
  const off = less(value, worth).replace("-", "");
  const most = lineAmount(quantity, "0.005");
  if (!isMore(off, isMore(most, "0.01") ? most : "0.01")) return value;
  return { why: "no_product_of", cell: `${quantity} × ${price} = ${worth}; ${value}` };
}

function byPlace(row: string[]): PastedItem | Wrong {
  const [cells, unit] = withoutUnit(row);
  // a SKU may be a number too, so the numbers are counted from the end
  let first = cells.length;
  while (first > 1 && cells.length - first < 3 && isNumber(cells[first - 1])) first--;
  const names = cells.slice(0, first);
  const numbers = cells.slice(first).map((cell) => parseNumber(cell)!);
  const [quantity, price, value] = numbers.length > 2 ? numbers : [numbers[0], "", numbers[1]];
  const product_name = names.at(-1);
  const strange = cells.findIndex((cell, at) =>
    at > 1 && !isNumber(cell) && isNumber(cells[at - 1])
  );
  if (strange > 0) {
    const cell = cells[strange];
    const isLast = strange === cells.length - 1;
    return { why: unit || isLast && /\p{Nd}/u.test(cell) ? "no_value" : "no_unit", cell };
  }
  const isMissing = quantity === undefined || names.length === 3 && value === undefined;
  if (isMissing) return { why: "no_quantity", cell: names.at(-1)! };
  if (!product_name) return { why: "no_name", cell: "" };
  if (names.length > 2 || price && isNumber(product_name)) {
    return { why: "cells_too_many", cell: names[0] };
  }
  const worth = worthOf(quantity, price, value ?? "");
  if (typeof worth === "object") return worth;
  return {
    ...names.length === 2 && names[0] && { sku: names[0] },
    product_name,
    ordered_qty: quantity,
    ...unit && { unit },
    ...worth && { purchase_value: worth },
  };
}

/** A unit follows the quantity, or an empty cell where it is not said; a word elsewhere is a name. */
function withoutUnit(cells: string[]): [cells: string[], unit?: string] {
  const at = cells.findIndex((cell, at) =>
    at > 1 && (!cell || unitOf(cell)) && isNumber(cells[at - 1])
  );
  return at < 0 ? [cells] : [cells.toSpliced(at, 1), unitOf(cells[at])];
}
