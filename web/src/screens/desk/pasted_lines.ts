import { parseNumber } from "../../core/numbers.ts";
import { pastedRows } from "./pasted.ts";

/** A line of an invoice as it stands in a spreadsheet; numbers are text, exact as typed. */
export interface PastedLine {
  /** of the text, from 1 */
  at: number;
  code: string;
  quantity: string;
  unit_price?: string;
  discount?: string;
}

/** Why a line does not fit. */
export type Reason = "no_code" | "no_quantity" | "no_price" | "no_discount" | "too_many" | "twice";
export interface WrongLine {
  at: number;
  why: Reason;
  cell: string;
}

/**
 * SKU or serial, quantity, price and discount of the line, a line each; price and discount may be missing.
 */
export function pastedLines(text: string): { lines: PastedLine[]; wrong: WrongLine[] } {
  const lines: PastedLine[] = [];
  const wrong: WrongLine[] = [];
  for (const { at, cells } of pastedRows(text).rows) {
    const read = lineOf(cells);
    if ("why" in read) wrong.push({ at, ...read });
    else if (lines.some(({ code }) => code === read.code)) {
      wrong.push({ at, why: "twice", cell: read.code });
    } else lines.push({ at, ...read });
  }
  return { lines, wrong };
}

function lineOf(cells: string[]): Omit<PastedLine, "at"> | Omit<WrongLine, "at"> {
  const [code, ...numbers] = cells;
  const [quantity, price, discount] = numbers.map((cell) => parseNumber(cell));
  const fault = (why: Reason, cell = "") => ({ why, cell });
  if (!code) return fault("no_code");
  if (numbers.length > 3) return fault("too_many", cells[4]);
  if (!(Number(quantity) > 0)) return fault("no_quantity", numbers[0]);
  if (numbers[1] && !(Number(price) >= 0)) return fault("no_price", numbers[1]);
  if (numbers[2] && !(Number(discount) >= 0)) return fault("no_discount", numbers[2]);
  return {
    code,
    quantity: quantity!,
    ...price !== undefined && { unit_price: price },
    ...discount !== undefined && { discount },
  };
}
