import { mulDivHalfEven } from "../money/decimal.ts";

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
