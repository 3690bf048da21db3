/** Numbers as people here type them: Bangla or Latin digits, commas, words. Exact text in, exact text out. */

const BANGLA = "০১২৩৪৫৬৭৮৯";

export function latinDigits(text: string): string {
  return text.replace(/[০-৯]/g, (digit) => String(BANGLA.indexOf(digit)));
}

export function banglaDigits(text: string): string {
  return text.replace(/\d/g, (digit) => BANGLA[Number(digit)]);
}

/** Powers of ten, so that "2.5 lakh" stays exact: the point moves, nothing is multiplied. */
const scales: [RegExp, number][] = [
  [/^(crores?|cr|koti|কোটি)$/, 7],
  [/^(lakhs?|lacs?|লাখ|লক্ষ)$/, 5],
  [/^(thousand|hazar|hajar|k|হাজার)$/, 3],
];

/**
 * The number that a text means, as plain decimal text such as "250000"; undefined when it means none.
 * "১ কোটি ২০ লাখ" is the sum of its parts. A lone comma is for grouping, never a decimal point.
 */
export function parseNumber(text: string): string | undefined {
  const tidy = latinDigits(text).toLowerCase().replace(/৳|\btk\.?|\btaka\b|টাকা/g, " ")
    .replace(/(\d)[,_](?=\d)/g, "$1").trim();
  const negative = /^[-−]/.test(tidy);
  const parts = tidy.replace(/^[-−]\s*/, "").match(/\d+(\.\d+)?|\.\d+|[^\s\d.]+|\S/g) ?? [];
  let sum: string | undefined;
  for (let at = 0; at < parts.length; at++) {
    const digits = parts[at];
    if (!/^(\d+(\.\d+)?|\.\d+)$/.test(digits)) return undefined;
    const scale = scales.find(([word]) => word.test(parts[at + 1] ?? ""))?.[1];
    // two bare numbers beside each other are a slip of the finger, not a sum
    if (scale === undefined && sum !== undefined && at + 1 < parts.length) return undefined;
    if (scale === undefined && at + 1 < parts.length) return undefined;
    if (scale !== undefined) at++;
    sum = add(sum ?? "0", shift(digits, scale ?? 0));
  }
  if (sum === undefined) return undefined;
  return negative && sum !== "0" ? `-${sum}` : sum;
}

/** Why a text is no number to be sent; few are ever below nought. */
export function numberFault(text: string, signed?: boolean) {
  const plain = parseNumber(text);
  if (plain === undefined) return "not_a_number" as const;
  return !signed && plain.startsWith("-") ? "below_nought" as const : undefined;
}

function shift(digits: string, places: number): string {
  const [whole, fraction = ""] = digits.split(".");
  const moved = fraction.padEnd(places, "0");
  return plain(whole + moved.slice(0, places), moved.slice(places));
}

function add(a: string, b: string): string {
  const places = Math.max(...[a, b].map((text) => text.split(".")[1]?.length ?? 0));
  const units = (text: string) => {
    const [whole, fraction = ""] = text.split(".");
    return BigInt(whole + fraction.padEnd(places, "0"));
  };
  const sum = String(units(a) + units(b)).padStart(places + 1, "0");
  return plain(sum.slice(0, sum.length - places), sum.slice(sum.length - places));
}

function plain(whole: string, fraction: string): string {
  const short = fraction.replace(/0+$/, "");
  return (whole.replace(/^0+(?=\d)/, "") || "0") + (short ? `.${short}` : "");
}
