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

/** Why a line does not fit, by the cell that is wrong. */
export interface WrongItem {
  at: number;
  why: "no_name" | "no_quantity" | "no_unit" | "no_value" | "cells_too_many";
  cell: string;
}

/**
 * The goods of a shipment as they stand in a spreadsheet, a line each: SKU, name, quantity, unit, value of
 * the line; SKU, unit and value may be missing. The second answer is the first line that does not fit.
 */
export function pastedItems(text: string): [items: PastedItem[], wrong?: WrongItem] {
  const items: PastedItem[] = [];
  for (const { at, cells } of pastedRows(text).rows) {
    const item = itemOf(cells);
    if ("why" in item) return [items, { at, ...item }];
    items.push(item);
  }
  return [items];
}

const isNumber = (cell: string) => parseNumber(cell) !== undefined;

function itemOf(row: string[]): PastedItem | Omit<WrongItem, "at"> {
  const [cells, unit] = withoutUnit(row);
  // a SKU may be a number too, so the numbers are counted from the end
  let first = cells.length;
  while (first > 1 && cells.length - first < 2 && isNumber(cells[first - 1])) first--;
  const names = cells.slice(0, first);
  const [quantity, value] = cells.slice(first).map((cell) => parseNumber(cell)!);
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
  if (names.length > 2) return { why: "cells_too_many", cell: names[0] };
  return {
    ...names.length === 2 && names[0] && { sku: names[0] },
    product_name,
    ordered_qty: quantity,
    ...unit && { unit },
    ...value !== undefined && { purchase_value: value },
  };
}

/** A unit follows the quantity, or an empty cell where it is not said; a word elsewhere is a name. */
function withoutUnit(cells: string[]): [cells: string[], unit?: string] {
  const at = cells.findIndex((cell, at) =>
    at > 1 && (!cell || unitOf(cell)) && isNumber(cells[at - 1])
  );
  return at < 0 ? [cells] : [cells.toSpliced(at, 1), unitOf(cells[at])];
}
