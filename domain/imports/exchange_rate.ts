import { business } from "../business/business.ts";
import { Decimal } from "../money/decimal.ts";
import { type FieldErrors, invalid } from "../errors.ts";

/** The rate that counts: 1 for the local currency, else the one given, null while none is known. */
export function rateOf(currency: string, given: Decimal | null | undefined): Decimal | null {
  return currency === business.localCurrency ? new Decimal("1") : given ?? null;
}

/** The local currency takes no rate but 1 (docs/wire.md, "Currency"). */
export function rateFaults(
  currency: string,
  given: Decimal | null | undefined,
  path = "",
): FieldErrors {
  if (currency !== business.localCurrency || !given || given.eq("1")) return {};
  return { [`${path}exchange_rate`]: [`must be 1 or left out: ${currency} is the local currency`] };
}

/** Why a value in a foreign currency cannot be taken yet; there is never a default rate. */
export function rateMissing(currency: string, path = ""): FieldErrors {
  return {
    [`${path}exchange_rate`]: [
      `is required: without it a value in ${currency} has no worth in ${business.localCurrency}`,
    ],
  };
}

/** @throws Refusal with the faults, if there are any */
export function refuseFaults(
  faults: FieldErrors,
  code: "invalid_fields" | "exchange_rate_missing" = "invalid_fields",
): void {
  if (Object.keys(faults).length > 0) throw invalid(faults, code);
}
