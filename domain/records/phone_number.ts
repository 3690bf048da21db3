/** How phone numbers are compared, however they were typed. */

const bangla = "০১২৩৪৫৬৭৮৯";

/** Bangla digits as Latin ones; keyboards here type either. */
export function latinDigits(text: string): string {
  // most have none, and to look is a tenth of the work
  if (!/[০-৯]/.test(text)) return text;
  return text.replace(/[০-৯]/g, (digit) => String(bangla.indexOf(digit)));
}

function digitsOf(text: string): string {
  return latinDigits(text).replace(/\D/g, "");
}

/** Whether a text can be meant as a phone number: digits and what stands between them. */
export function looksLikePhone(text: string): boolean {
  return /^[\d০-৯+\s().\/-]+$/.test(text);
}

/** The last ten digits, which +8801712…, 01712… and ০১৭১২… share; null when there is no digit. */
export function phoneDigits(phone: string): string | null {
  return digitsOf(phone).slice(-10) || null;
}

/**
 * What to look for inside `phoneDigits` when someone types a phone number or the beginning of one:
 * without the country's +880 or the trunk 0. Undefined when the text is no phone number.
 */
export function phoneSearch(search: string | undefined): string | undefined {
  if (search === undefined || !looksLikePhone(search)) return undefined;
  const digits = digitsOf(search);
  const trunk = search.trim().startsWith("+") || digits.length > 10 ? /^(880?|0)/ : /^0/;
  const national = digits.replace(trunk, "").slice(-10);
  return national || undefined;
}
