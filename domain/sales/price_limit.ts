import type { Actor } from "../access/access.ts";
import { type Decimal, decimal, isZero, roundHalfUp } from "../money/decimal.ts";
import { beyondLimit, isLimited } from "../settings/limits.ts";
import type { Shelf } from "./line_products.ts";
import type { NewLine } from "./invoice_line.ts";
import type { LineTotal } from "./totals.ts";

interface Priced {
  items: NewLine[];
  vat_included: boolean;
}

/**
 * Refuses lines sold further below their price than the settings let, all discounts counted, without VAT,
 * local currency. The price is the product's selling price; where it has none, and of services, what was
 * asked for one. Goods are not given away unasked, whatever their price.
 * Source: docs/roles.md, "Limits".
 *
 * @throws Refusal `step_up_required`; `beyond_limit`, naming what each such line must come to
 */
export function refuseLowPrices(
  actor: Actor,
  { items, vat_included }: Priced,
  lines: LineTotal[],
  { products, discount_limit }: Shelf,
): void {
  if (!isLimited(actor) || discount_limit.eq("100")) return;
  const share = decimal("100").minus(discount_limit).times("0.01");
  const fields: Record<string, Decimal> = {};
  for (const [at, line] of items.entries()) {
    const { product_id, quantity } = line;
    const { net } = lines[at];
    const price = priceOf(line, lines[at], { vat_included }, { products });
    const least = roundHalfUp(quantity.times(price).times(share), 2);
    // VAT that is taken out of a price may leave a line a hundredth short
    const short = vat_included ? least.minus("0.01") : least;
    const givenAway = product_id !== undefined && isZero(net);
    if (net.lt(short) || givenAway) fields[`items.${at}`] = least;
  }
  if (Object.keys(fields).length === 0) return;
  throw beyondLimit(actor, "discount_limit", discount_limit, "The price", fields);
}

/** The price of one of a line, without VAT, local currency: the product's, else what was asked for it. */
export function priceOf(
  { product_id, unit_price }: NewLine,
  { vat_percent }: LineTotal,
  { vat_included }: Pick<Priced, "vat_included">,
  { products }: Pick<Shelf, "products">,
): Decimal {
  const asked = vat_included ? unit_price.times("100").div(vat_percent.plus("100")) : unit_price;
  const product = product_id === undefined ? undefined : products.get(product_id)!;
  return product?.selling_price ?? asked;
}
