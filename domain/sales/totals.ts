import { type Decimal, decimal, roundHalfUp, sum } from "../money/decimal.ts";
import { type FieldErrors, invalid } from "../errors.ts";

interface Line {
  quantity: Decimal;
  unit_price: Decimal;
  discount?: Decimal;
  discount_percent?: Decimal;
}

interface Billed {
  items: Line[];
  discount: Decimal;
  vat_percent: Decimal;
}

export interface Totals {
  /** per line, in their order: what is taken off and what is left, 2 decimals */
  lines: { discount: Decimal; amount: Decimal }[];
  subtotal: Decimal;
  vat: Decimal;
  total: Decimal;
}

const BELOW = decimal("10000000000000");

/**
 * What an invoice comes to, in local currency. A line is `quantity × unit_price − discount`, half up
 * at 2 decimals; a discount in percent is taken off before that one rounding. VAT is on the subtotal
 * less the invoice's discount, half up at 2 decimals. Source: docs/records.md, "Invoice".
 *
 * @throws Refusal `invalid_fields` where a discount is more than what it is taken off, or an amount is
 *   10^13 or more
 */
export function invoiceTotals({ items, discount, vat_percent }: Billed): Totals {
  const errors: FieldErrors = {};
  const lines = items.map((line, i) => lineTotal(line, `items.${i}`, errors));
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const subtotal = sum(lines.map((line) => line.amount));
  if (discount.gt(subtotal)) {
    throw invalid({ discount: `must not be more than the subtotal, ${subtotal}` });
  }
  const vat = percentOf(subtotal.minus(discount), vat_percent);
  const total = subtotal.minus(discount).plus(vat);
  if (subtotal.gte(BELOW) || total.gte(BELOW)) {
    throw invalid({ items: `must come to less than ${BELOW}` });
  }
  return { lines, subtotal, vat, total };
}

function lineTotal(line: Line, path: string, errors: FieldErrors) {
  const gross = line.quantity.times(line.unit_price);
  const off = line.discount_percent
    ? gross.times(line.discount_percent).times("0.01")
    : line.discount ?? decimal("0");
  const amount = roundHalfUp(gross.minus(off), 2);
  if (off.gt(gross)) {
    const name = line.discount_percent ? "discount_percent" : "discount";
    errors[`${path}.${name}`] = [`must not be more than the line, ${gross}`];
  }
  if (gross.gte(BELOW)) errors[`${path}.unit_price`] = [`must make the line less than ${BELOW}`];
  return { discount: line.discount ?? roundHalfUp(gross, 2).minus(amount), amount };
}

function percentOf(amount: Decimal, percent: Decimal): Decimal {
  return roundHalfUp(amount.times(percent).times("0.01"), 2);
}
