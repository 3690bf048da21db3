import { unitOf } from "../../../../domain/records/unit_words.ts";
import { parseNumber } from "../../core/numbers.ts";
import { pastedRows } from "../desk/pasted.ts";

export interface PastedItem {
  sku?: string;
  product_name: string;
  ordered_qty: string;
  unit?: string;
  purchase_value?: string;
}

/**
 * The goods of a shipment as they stand in a spreadsheet, a line each: SKU, name, quantity, unit, value of
 * the line; SKU, unit and value may be missing. The second answer is the first line that does not fit.
 */
export function pastedItems(text: string): [items: PastedItem[], wrong?: number] {
  const items: PastedItem[] = [];
  for (const { at, cells } of pastedRows(text).rows) {
    const item = itemOf(cells);
    if (!item) return [items, at];
    items.push(item);
  }
  return [items];
}

function itemOf(row: string[]): PastedItem | undefined {
  const [cells, unit] = withoutUnit(row);
  // a SKU may be a number too, so the numbers are counted from the end
  let first = cells.length;
  while (first > 1 && cells.length - first < 2 && parseNumber(cells[first - 1]) !== undefined) {
    first--;
  }
  const names = cells.slice(0, first);
  const [quantity, value] = cells.slice(first).map((cell) => parseNumber(cell)!);
  const product_name = names.at(-1);
  if (quantity === undefined || !product_name || names.length > 2) return undefined;
  return {
    ...names.length === 2 && names[0] && { sku: names[0] },
    product_name,
    ordered_qty: quantity,
    ...unit && { unit },
    ...value !== undefined && { purchase_value: value },
  };
}

/** A unit follows the quantity; a word elsewhere is a name. */
function withoutUnit(cells: string[]): [cells: string[], unit?: string] {
  const at = cells.findIndex((cell, at) =>
    at > 1 && unitOf(cell) && parseNumber(cells[at - 1]) !== undefined
  );
  return at < 0 ? [cells] : [cells.toSpliced(at, 1), unitOf(cells[at])];
}
