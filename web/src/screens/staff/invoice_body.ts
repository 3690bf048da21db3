import { number, parseNumber, t } from "../../kit/mod.ts";
import { idOf } from "../../records/mod.ts";
import { isMore } from "../../core/amounts.ts";
import { amountOf, exact, unnamedPieces } from "./invoice_lines.tsx";
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
  total: string,
  free?: boolean,
): Record<string, string> {
  return {
    ...!customer && { customer_id: t("required") },
    ...isMore("0", total) && { discount: s("discount_over") },
    ...Object.fromEntries(
      lines.filter((line) => isMore("0", amountOf(line)))
        .map((line) => [`discount-${line.product_id}`, s("discount_over")]),
    ),
    ...lines.length === 0 && { product_id: t("required") },
    ...Object.fromEntries(
      lines.filter((line) => parseNumber(line.unit_price) === undefined)
        .map((line) => [line.product_id, t("required")]),
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
