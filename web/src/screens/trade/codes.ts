import { latinDigits } from "../../core/numbers.ts";

/** Numbers of pieces as they are pasted or typed: a row of a spreadsheet each, or apart by commas. One may have spaces. */
export const codesIn = (text: string) =>
  text.split(/[\r\n\t,;]+/).map((code) => code.trim()).filter(Boolean);

/** What the server compares numbers of pieces by: without regard to case, Bangla digits, spaces, `-`, `/` and `.`. */
export const serialKey = (code: string) => {
  const upper = latinDigits(code).toUpperCase();
  return upper.replace(/[ \-/.]/g, "") || upper;
};

/** Each number once, as it is spelt in `known` where it stands there. */
export function onceEach(codes: string[], known: readonly string[] = []): string[] {
  const spelt = new Map(known.map((one) => [serialKey(one), one]));
  const keyed = codes.map((code) => [serialKey(code), code] as const);
  return [...new Map(keyed.map(([key, code]) => [key, spelt.get(key) ?? code])).values()];
}
