import fc from "fast-check";
import { decimal, fromMinor } from "../../domain/money/decimal.ts";
import { amountInWords } from "../../domain/documents/amount_in_words.ts";
import { assert, assertEquals, thrownBy } from "../support/assert.ts";

/**
 * 0–99 by their last digit: the table of the module, typed a second time in the other direction.
 * Two public lists, compared word by word, differ in second spellings only (এগার, ষোল, আঠাশ, বাহান্ন).
 */
const banglaByLastDigit = [
  "শূন্য দশ বিশ ত্রিশ চল্লিশ পঞ্চাশ ষাট সত্তর আশি নব্বই",
  "এক এগারো একুশ একত্রিশ একচল্লিশ একান্ন একষট্টি একাত্তর একাশি একানব্বই",
  "দুই বারো বাইশ বত্রিশ বিয়াল্লিশ বায়ান্ন বাষট্টি বাহাত্তর বিরাশি বিরানব্বই",
  "তিন তেরো তেইশ তেত্রিশ তেতাল্লিশ তিপ্পান্ন তেষট্টি তিয়াত্তর তিরাশি তিরানব্বই",
  "চার চৌদ্দ চব্বিশ চৌত্রিশ চুয়াল্লিশ চুয়ান্ন চৌষট্টি চুয়াত্তর চুরাশি চুরানব্বই",
  "পাঁচ পনেরো পঁচিশ পঁয়ত্রিশ পঁয়তাল্লিশ পঞ্চান্ন পঁয়ষট্টি পঁচাত্তর পঁচাশি পঁচানব্বই",
  "ছয় ষোলো ছাব্বিশ ছত্রিশ ছেচল্লিশ ছাপ্পান্ন ছেষট্টি ছিয়াত্তর ছিয়াশি ছিয়ানব্বই",
  "সাত সতেরো সাতাশ সাঁইত্রিশ সাতচল্লিশ সাতান্ন সাতষট্টি সাতাত্তর সাতাশি সাতানব্বই",
  "আট আঠারো আটাশ আটত্রিশ আটচল্লিশ আটান্ন আটষট্টি আটাত্তর আটাশি আটানব্বই",
  "নয় উনিশ ঊনত্রিশ ঊনচল্লিশ ঊনপঞ্চাশ ঊনষাট ঊনসত্তর ঊনআশি ঊননব্বই নিরানব্বই",
].map((column) => column.normalize("NFC").split(" "));

function banglaWord(number: number): string {
  return amountInWords(decimal(String(number)), "bn").replace(" টাকা মাত্র", "").normalize("NFC");
}

Deno.test("amountInWords() has the Bangla word of every number from 0 to 99", () => {
  for (let number = 0; number < 100; number++) {
    assertEquals(banglaWord(number), banglaByLastDigit[number % 10][Math.floor(number / 10)]);
  }
});

Deno.test("amountInWords() has Bangla words that keep the family likeness of their ten", () => {
  const endings = ["", "", "শ", "ত্রিশ", "ল্লিশ", "ন্ন", "ষট্টি", "ত্তর", "াশি", "ানব্বই"];
  const words = Array.from({ length: 100 }, (_, number) => banglaWord(number));
  assertEquals(new Set(words).size, 100);
  for (let ten = 2; ten < 10; ten++) {
    for (let one = 1; one < 9; one++) assert(words[10 * ten + one].endsWith(endings[ten]));
    // One less than the next ten is said so, but for 19 and 99.
    if (ten < 9) assertEquals(words[10 * ten + 9], `ঊন${words[10 * ten + 10]}`);
  }
});

Deno.test("amountInWords() says taka and poisha in English", () => {
  const cases = [
    ["0", "Zero taka only"],
    ["0.05", "Five poisha only"],
    ["1", "One taka only"],
    ["100", "One hundred taka only"],
    ["21.21", "Twenty-one taka and twenty-one poisha only"],
    ["1019", "One thousand nineteen taka only"],
    ["100001", "One lakh one taka only"],
    [
      "12345678.50",
      "One crore twenty-three lakh forty-five thousand six hundred seventy-eight taka and " +
      "fifty poisha only",
    ],
    ["120000000000", "Twelve thousand crore taka only"],
  ];
  for (const [amount, words] of cases) assertEquals(amountInWords(decimal(amount), "en"), words);
});

Deno.test("amountInWords() says taka and poisha in Bangla", () => {
  const cases = [
    ["0", "শূন্য টাকা মাত্র"],
    ["0.99", "নিরানব্বই পয়সা মাত্র"],
    ["100", "একশত টাকা মাত্র"],
    ["559", "পাঁচশত ঊনষাট টাকা মাত্র"],
    ["100005.10", "এক লক্ষ পাঁচ টাকা দশ পয়সা মাত্র"],
    [
      "12345678.50",
      "এক কোটি তেইশ লক্ষ পঁয়তাল্লিশ হাজার ছয়শত আটাত্তর টাকা পঞ্চাশ পয়সা মাত্র",
    ],
    ["1000000000000", "এক লক্ষ কোটি টাকা মাত্র"],
  ];
  for (const [amount, words] of cases) {
    assertEquals(amountInWords(decimal(amount), "bn").normalize("NFC"), words.normalize("NFC"));
  }
});

Deno.test("amountInWords() refuses amounts that cannot be paid in coins", async () => {
  for (const amount of ["-1", "0.001", "-0.01"]) {
    assert(await thrownBy(() => amountInWords(decimal(amount), "en")) instanceof RangeError);
  }
});

Deno.test("amountInWords() gives words that read back as the same amount", () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 15n), (poisha) => {
      const amount = fromMinor(poisha);
      assertEquals(readEnglish(amountInWords(amount, "en")), poisha);
      assertEquals(readBangla(amountInWords(amount, "bn")), poisha);
    }),
    { numRuns: 1000 },
  );
});

const englishValues = new Map(
  ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen " +
    "sixteen seventeen eighteen nineteen").split(" ").map((word, at) => [word, BigInt(at)]),
);
for (
  const [at, word] of "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").entries()
) {
  englishValues.set(word, BigInt(10 * at + 20));
}
const banglaValues = new Map(
  banglaByLastDigit.flatMap((column, one) =>
    column.map((word, ten) => [word, BigInt(10 * ten + one)] as const)
  ),
);
const scales = new Map([
  ["hundred", 100n],
  ["thousand", 1000n],
  ["lakh", 100_000n],
  ["crore", 10_000_000n],
  ["শত", 100n],
  ["হাজার", 1000n],
  ["লক্ষ", 100_000n],
  ["কোটি", 10_000_000n],
]);

/** Adds the words up: a scale multiplies what stands before it and is smaller. */
function readNumber(words: string[], values: Map<string, bigint>): bigint {
  const parts: bigint[] = [];
  for (const word of words) {
    const scale = scales.get(word);
    if (scale === undefined) {
      parts.push(values.get(word)!);
      continue;
    }
    let count = 0n;
    while (parts.length > 0 && parts.at(-1)! < scale) count += parts.pop()!;
    if (scale === 10_000_000n) count += parts.splice(0).reduce((a, b) => a + b, 0n);
    parts.push(count * scale);
  }
  return parts.reduce((a, b) => a + b, 0n);
}

function readEnglish(text: string): bigint {
  const [, taka, poisha] = /^(?:(.+) taka)?(?: and )?(?:(.+) poisha)? only$/.exec(
    text.toLowerCase(),
  )!;
  const read = (part = "zero") => readNumber(part.split(/[ -]/), englishValues);
  return read(taka) * 100n + read(poisha);
}

function readBangla(text: string): bigint {
  const [, taka, poisha] = /^(?:(.+) টাকা)?(?: ?(.+) পয়সা)? মাত্র$/.exec(text.normalize("NFC"))!;
  const read = (part = "শূন্য") =>
    readNumber(part.replace(/শত( |$)/g, " শত$1").split(" "), banglaValues);
  return read(taka) * 100n + read(poisha);
}
