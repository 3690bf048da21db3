import { number, parseNumber } from "../../kit/mod.ts";
import { idOf, rt } from "../../records/mod.ts";
import { discountFault, isMore, sumOf } from "../../core/amounts.ts";
import { amountOf, exact, goodsOf, unnamedPieces } from "./invoice_lines.tsx";
import type { Line } from "../trade/line.ts";
import { s } from "../trade/sums.tsx";

/** An invoice as it is sent; a customer who is yet to be made is `~KEY`. */
export interface Body {
  customer_id?: number | string;
  items?: {
    product_id: number;
    description: string;
    quantity: string;
    unit_price: string;
    discount?: string;
    serial_numbers?: string[];
  }[];
  discount?: string;
  vat_percent?: string;
  invoice_date?: string;
  due_date?: string;
  payment?: { amount: string; method: string };
}

/** What has to be said before it can be sent: field → sentence. */
export function missing(
  lines: Line[],
  customer: string,
  more: Record<string, string>,
  free?: boolean,
): Record<string, string> {
  const off = (field: string, typed = "", amount = exact(typed)) => {
    const fault = discountFault(exact(typed), amount);
    return fault && { [field]: fault === "below_nought" ? rt(fault) : s(fault) };
  };
  // more off a line than its goods come to is said there alone
  const left = lines.map(amountOf).filter((amount) => !isMore("0", amount));
  return {
    ...!customer && { customer_id: rt("required") },
    ...off("discount", more.discount, sumOf(left, 2)),
    ...off("vat_percent", more.vat_percent),
    ...off("payment.amount", more.paid),
    ...Object.assign(
      {},
      ...lines.map((line) => ({
        ...off(line.product_id, line.unit_price),
        ...off(`discount-${line.product_id}`, line.discount, goodsOf(line)),
      })),
    ),
    ...lines.length === 0 && { product_id: rt("required") },
    ...Object.fromEntries(
      lines.filter((line) => parseNumber(line.unit_price) === undefined)
        .map((line) => [line.product_id, rt("required")]),
    ),
    ...!free && Object.fromEntries(
      unnamedPieces(lines).map((
        [id, n],
      ) => [`pieces-${id}`, s("serials_missing", { n: number(n) })]),
    ),
  };
}

export function bodyOf(lines: Line[], customer: string, more: Record<string, string>) {
  const { discount, vat_percent, invoice_date, due_date, paid, method } = more;
  return {
    customer_id: idOf(customer),
    items: lines.map((
      { product_id, description, quantity, unit_price, discount, serial_numbers },
    ) => ({
      product_id: Number(product_id),
      description,
      quantity,
      unit_price: exact(unit_price),
      ...discount && { discount: exact(discount) },
      ...serial_numbers.length > 0 && { serial_numbers },
    })),
    ...discount && { discount: exact(discount) },
    ...vat_percent && { vat_percent: exact(vat_percent) },
    ...invoice_date && { invoice_date },
    ...due_date && { due_date },
    ...isMore(exact(paid), "0") && { payment: { amount: exact(paid), method } },
  };
}
