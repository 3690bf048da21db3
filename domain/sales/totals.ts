import { type Basis, shareOut } from "../imports/landed_cost.ts";
import { type Decimal, decimal, fromMinor, roundHalfUp, sum, toMinor } from "../money/decimal.ts";
import { type FieldErrors, invalid } from "../errors.ts";

interface Line {
  quantity: Decimal;
  unit_price: Decimal;
  discount?: Decimal;
  discount_percent?: Decimal;
  vat_percent: Decimal;
}

interface Billed {
  items: Line[];
  discount: Decimal;
  /** prices and discounts have VAT inside */
  vat_included: boolean;
}

export interface LineTotal {
  /** as it was sent */
  discount: Decimal;
  /** what is left of the line, without VAT */
  amount: Decimal;
  /** amount less its part of the invoice's discount */
  net: Decimal;
  vat: Decimal;
  vat_percent: Decimal;
}

export interface Totals {
  /** per line, in their order; 2 decimals */
  lines: LineTotal[];
  subtotal: Decimal;
  /** the invoice's, without VAT */
  discount: Decimal;
  vat: Decimal;
  total: Decimal;
}

const BELOW = decimal("10000000000000");

/**
 * What an invoice comes to, in local currency. A line is `quantity × unit_price − discount`, half up
 * at 2 decimals; a discount in percent is taken off before that one rounding. The invoice's discount is
 * shared over the lines by value, VAT is worked out once per rate on what is left, half up at 2 decimals,
 * and shared the same way; of prices with VAT inside it is taken out once per rate, so that the total is
 * what was asked. Shares go by largest remainder. Source: docs/records.md, "Invoice".
 *
 * @throws Refusal `invalid_fields` where a discount is more than what it is taken off, or an amount is
 *   10^13 or more
 */
export function invoiceTotals({ items, discount, vat_included }: Billed): Totals {
  const errors: FieldErrors = {};
  const asked = items.map((line, i) => lineTotal(line, `items.${i}`, errors));
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const whole = sum(asked.map(({ amount }) => amount));
  if (discount.gt(whole)) {
    throw invalid({ discount: `must not be more than the subtotal, ${whole}` });
  }
  const parts = shares(discount, asked.map(({ amount }) => amount));
  const left = asked.map(({ amount }, i) => amount.minus(parts[i]));
  const rates = items.map(({ vat_percent }) => vat_percent);
  const amounts = vat_included ? withoutVat(asked.map(({ amount }) => amount), rates) : undefined;
  const nets = vat_included ? withoutVat(left, rates) : left;
  const vats = vat_included ? left.map((gross, i) => gross.minus(nets[i])) : vatOn(left, rates);
  const lines = asked.map((line, i) => ({
    discount: line.discount,
    amount: amounts?.[i] ?? line.amount,
    net: nets[i],
    vat: vats[i],
    vat_percent: rates[i],
  }));
  const subtotal = sum(lines.map(({ amount }) => amount));
  const net = sum(nets);
  const vat = sum(vats);
  const total = net.plus(vat);
  if (subtotal.gte(BELOW) || total.gte(BELOW)) {
    throw invalid({ items: `must come to less than ${BELOW}` });
  }
  return { lines, subtotal, discount: subtotal.minus(net), vat, total };
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

/** VAT on top of amounts: per rate once, half up, then shared. */
function vatOn(amounts: Decimal[], rates: Decimal[]): Decimal[] {
  return perRate(
    amounts,
    rates,
    (together, rate) => roundHalfUp(together.times(rate).times("0.01"), 2),
  );
}

/** What is left of amounts with VAT inside: per rate once, half up, then shared. */
function withoutVat(amounts: Decimal[], rates: Decimal[]): Decimal[] {
  return perRate(
    amounts,
    rates,
    (together, rate) => roundHalfUp(together.times("100").div(rate.plus("100")), 2),
  );
}

function perRate(
  amounts: Decimal[],
  rates: Decimal[],
  of: (together: Decimal, rate: Decimal) => Decimal,
): Decimal[] {
  const found: Decimal[] = Array(amounts.length);
  for (const [rate, at] of Map.groupBy(amounts.keys(), (i) => String(rates[i]))) {
    const of_rate = at.map((i) => amounts[i]);
    const parts = shares(of(sum(of_rate), decimal(rate)), of_rate);
    for (const [nth, i] of at.entries()) found[i] = parts[nth];
  }
  return found;
}

/** An amount shared by value; nothing where there is no value. */
function shares(amount: Decimal, by: Decimal[]): Decimal[] {
  const bases: Basis[] = by.map((each, id) => ({ id, basis: toMinor(each) }));
  const parts = shareOut(toMinor(amount), bases);
  return by.map((_, id) => fromMinor(parts?.get(id) ?? 0n));
}
