import { type Decimal, sum } from "../money/decimal.ts";
import { type About, cr, dr, type Line } from "./line.ts";

/** A product's part of a deed that moves stock: signed as the movement. */
export interface Moved {
  product_id: number;
  value: Decimal;
}

/** Where a cost that is not capitalised goes: what comes back, delay, the rest. */
export function accountOfHead(head: string): Line["account"] {
  switch (head) {
    case "vat":
      return "vat_input";
    case "at":
      return "advance_tax";
    case "ait":
      return "advance_income_tax";
    case "demurrage":
    case "detention":
      return "demurrage";
    default:
      return "import_expense";
  }
}

/** What lines come to: above zero a debit. */
export function net(lines: Line[]): Decimal {
  return sum(lines.map(({ amount }) => amount));
}

/** A line of stock for each movement. */
export function stockLines(moved: Moved[], about: About = {}): Line[] {
  return moved.map(({ product_id, value }) => dr("stock", value, { ...about, product_id }));
}

/** What left stock (below zero) or came back, against the account that bears it. */
export function issuedAt(account: Line["account"], moved: Moved[], about: About = {}): Line[] {
  return stockLines(moved, about)
    .flatMap((line) => [{ ...line, account, amount: line.amount.neg() }, line]);
}

/** What was sold costs nothing any more: another account bears it. */
export function soldFor(
  account: Line["account"],
  pieces: (Moved & { shipment_id?: number })[],
  about: About,
): Line[] {
  return pieces.flatMap(({ value, ...piece }) => [
    dr(account, value, { ...about, ...piece }),
    cr("cost_of_goods", value, { ...about, product_id: piece.product_id }),
  ]);
}
