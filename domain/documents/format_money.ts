import type { Decimal } from "../money/decimal.ts";

/** The digits a document is printed with: 0–9 or ০–৯. */
export type Digits = "latn" | "beng";

const BENGALI_ZERO = 0x09e6;
const MIN_MONEY_DECIMALS = 2;

/**
 * An amount as people write it here: `৳1,23,45,678.50`. Taka are grouped by thousand, lakh and
 * crore; another currency by thousands behind its code: `USD 1,234,567.50`. At least two decimals,
 * more only where the amount has more; nothing is rounded.
 */
export function formatMoney(amount: Decimal, currency: string, digits: Digits): string {
  const text = formatAmount(amount, currency, digits);
  const sign = currency === "BDT" ? "৳" : `${currency} `;
  return text.startsWith("-") ? `-${sign}${text.slice(1)}` : sign + text;
}

/** `formatMoney()` without the currency, for columns whose heading names it. */
export function formatAmount(amount: Decimal, currency: string, digits: Digits): string {
  const [whole, decimals = ""] = amount.toFixed().split(".");
  const grouped = currency === "BDT" ? groupLakhs(whole) : groupThousands(whole);
  return inDigits(`${grouped}.${decimals.padEnd(MIN_MONEY_DECIMALS, "0")}`, digits);
}

/** The heading of a column of `formatAmount()`: `Amount (৳)`, `Amount (USD)`. */
export function inCurrency(heading: string, currency: string): string {
  return `${heading} (${currency === "BDT" ? "৳" : currency})`;
}

/** A quantity, rate or percentage: grouped by lakhs, with the decimals it has: `1,25,000.5`. */
export function formatNumber(value: Decimal, digits: Digits): string {
  const [whole, decimals] = value.toFixed().split(".");
  return inDigits(groupLakhs(whole) + (decimals ? `.${decimals}` : ""), digits);
}

/** The same text with its digits 0–9 in the script asked for. */
export function inDigits(text: string, digits: Digits): string {
  if (digits === "latn") return text;
  return text.replace(/[0-9]/g, (digit) => String.fromCharCode(BENGALI_ZERO + Number(digit)));
}

function groupLakhs(whole: string): string {
  return whole.replace(/(\d)(?=(\d\d)+\d$)/g, "$1,");
}

function groupThousands(whole: string): string {
  return whole.replace(/(\d)(?=(\d{3})+$)/g, "$1,");
}
