import { Decimal, fromMinor, mulDivHalfEven, roundHalfUp, toMinor } from "../money/decimal.ts";
import type { StockedProduct } from "./post_movements.ts";

/**
 * The value that an issue takes out of stock at moving average (docs/landed_cost.md, "Stock value"):
 * `V × k / q` half even, all of it when everything goes. `…Minor` is 1/100 of the local currency,
 * `…Milli` 1/1000 of a piece.
 * @throws RangeError when more is issued than there is
 */
export function issueValue(stockValueMinor: bigint, stockMilli: bigint, issueMilli: bigint) {
  if (issueMilli > stockMilli) throw new RangeError("Stock cannot give more than it has.");
  return stockMilli === 0n ? 0n : mulDivHalfEven(stockValueMinor, issueMilli, stockMilli);
}

/** What goes out of a product as it stands now, below zero, local currency. */
export function averageIssue(product: StockedProduct, quantity: Decimal): Decimal {
  if (quantity.gte("0")) throw new Error("A movement into stock needs a value");
  const value = issueValue(
    toMinor(product.stock_value),
    toMinor(product.stock_qty, 3),
    toMinor(quantity.abs(), 3),
  );
  return fromMinor(-value);
}

/** Local currency per unit at 4 decimals, for people to read; 0 for a value-only movement. */
export function unitCost(value: Decimal, quantity: Decimal): Decimal {
  if (quantity.eq("0")) return new Decimal("0");
  return roundHalfUp(value.div(quantity).abs(), 4);
}
