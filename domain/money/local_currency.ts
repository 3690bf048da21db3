import { business } from "../business/business.ts";
import { Decimal, decimal, roundHalfUp, scaleOf } from "./decimal.ts";
import { invalid } from "../errors.ts";

const BELOW = "10000000000000";

/**
 * Local units for one unit of `currency`: what was sent, 1 for the local currency. There is never a
 * default rate for a foreign one. Source: docs/wire.md, "Currency".
 *
 * @param field the request's name for the rate, for the refusal
 * @throws Refusal `exchange_rate_missing`, or `invalid_fields` for a local rate other than 1
 */
export function rateToLocal(
  currency: string,
  sent: Decimal | null | undefined,
  field = "exchange_rate",
): Decimal {
  if (currency === business.localCurrency) {
    if (sent && !sent.eq("1")) {
      throw invalid({ [field]: `must be 1 or left out: ${currency} is the local currency` });
    }
    return decimal("1");
  }
  if (sent) return sent;
  throw invalid(
    {
      [field]: `is required: an amount in ${currency} needs its rate to ${business.localCurrency}`,
    },
    "exchange_rate_missing",
  );
}

/**
 * An amount in local currency: `amount × rate`, half up at 2 decimals, computed once and stored.
 * Source: docs/wire.md, "Numbers".
 *
 * @param field the request's name for the amount, for the refusal
 * @throws Refusal `invalid_fields` for a third decimal in local currency or 10^13 and more
 */
export function toLocal(
  amount: Decimal,
  currency: string,
  rate: Decimal,
  field = "amount",
): Decimal {
  if (currency === business.localCurrency && scaleOf(amount) > 2) {
    throw invalid({ [field]: `must have at most 2 decimals in ${currency}` });
  }
  const local = roundHalfUp(amount.times(rate), 2);
  if (local.abs().gte(BELOW)) {
    throw invalid({ [field]: `must be below ${BELOW} in ${business.localCurrency}` });
  }
  return local;
}
