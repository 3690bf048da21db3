/** Container numbers and their check digit. The pages read them too, so this file imports nothing. */

/**
 * What is wrong with a container number by its check digit, so that a mistyped one is told apart from
 * one we do not have; undefined when it is right or no container number at all. Source: ISO 6346.
 */
export function containerNumberFault(code: string): string | undefined {
  const digit = missedDigit(code);
  return digit === undefined
    ? undefined
    : `${code} is mistyped: a container number ${code.slice(0, -1)}… ends in ${digit}.`;
}

/** The digit that a container number would have to end in; undefined when it does, or is none. */
export function missedDigit(code: string): number | undefined {
  if (!/^[A-Z]{3}[UJZ]\d{7}$/.test(code)) return undefined;
  const digit = checkDigit(code.slice(0, -1));
  return code.endsWith(String(digit)) ? undefined : digit;
}

/** Letters count 10, 12, 13 … 38, leaving out the multiples of 11; place n counts 2^n times. */
function checkDigit(tenSigns: string): number {
  const sum = [...tenSigns].reduce((total, sign, place) => {
    const letter = sign.charCodeAt(0) - "A".charCodeAt(0);
    const value = letter < 0 ? Number(sign) : 10 + letter + Math.floor((letter + 9) / 10);
    return total + value * 2 ** place;
  }, 0);
  return sum % 11 % 10;
}
