import fc from "fast-check";
import { banglaDigits, parseNumber } from "../../web/src/core/numbers.ts";
import { assertEquals } from "../support/assert.ts";

const cases: [string, string | undefined][] = [
  ["12", "12"],
  ["১২", "12"],
  ["১,২৩,৪৫,৬৭৮.৫০", "12345678.5"],
  ["1,23,456", "123456"],
  ["2.5 lakh", "250000"],
  ["২.৫ লাখ", "250000"],
  ["2.5lac", "250000"],
  ["১ কোটি", "10000000"],
  ["1 crore 20 lakh", "12000000"],
  ["১ কোটি ২০ লাখ ৫ হাজার ১০", "12005010"],
  ["৳ 1,500", "1500"],
  ["1500 tk", "1500"],
  ["0.1234567 lakh", "12345.67"],
  ["-5", "-5"],
  ["007", "7"],
  [".5", "0.5"],
  ["", undefined],
  ["abc", undefined],
  ["12 34", undefined],
  ["1.2.3", undefined],
  ["lakh", undefined],
  ["5 apples", undefined],
];

Deno.test("parseNumber() takes both scripts, commas and words", () => {
  for (const [typed, wanted] of cases) assertEquals(parseNumber(typed), wanted, typed);
});

Deno.test("parseNumber() reads what is written in either script the same, and exactly", () => {
  fc.assert(fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), (units) => {
    const text = String(units);
    assertEquals(parseNumber(text), text);
    assertEquals(parseNumber(banglaDigits(text)), text);
    assertEquals(parseNumber(`${text} crore`), String(units * 10_000_000n));
  }));
});
