import { type Decimal, toMinor } from "../decimal.ts";

/** The language a document is printed in. */
export type Language = "en" | "bn";

/** What a number is said in, greatest first; below a hundred each language has its own words. */
const scales = [
  { size: 10_000_000n, en: " crore", bn: " কোটি" },
  { size: 100_000n, en: " lakh", bn: " লক্ষ" },
  { size: 1_000n, en: " thousand", bn: " হাজার" },
  { size: 100n, en: " hundred", bn: "শত" },
];

/**
 * Taka and poisha in words, as a cheque or a money receipt says them: "One lakh five taka and fifty
 * poisha only", "এক লক্ষ পাঁচ টাকা পঞ্চাশ পয়সা মাত্র". A hundred crore and more are counted in
 * crore: "twelve thousand crore". Nothing is rounded.
 * @throws RangeError when the amount is below zero or has a fraction of a poisha
 */
export function amountInWords(amount: Decimal, language: Language): string {
  const poishaInAll = toMinor(amount);
  if (poishaInAll < 0n) throw new RangeError("An amount below zero is not written in words.");
  const taka = poishaInAll / 100n;
  const poisha = poishaInAll % 100n;
  const parts: string[] = [];
  if (taka > 0n || poisha === 0n) {
    parts.push(`${numberInWords(taka, language)} ${language === "en" ? "taka" : "টাকা"}`);
  }
  if (poisha > 0n) {
    parts.push(`${numberInWords(poisha, language)} ${language === "en" ? "poisha" : "পয়সা"}`);
  }
  if (language === "bn") return `${parts.join(" ")} মাত্র`;
  const words = parts.join(" and ");
  return `${words[0].toUpperCase()}${words.slice(1)} only`;
}

function numberInWords(number: bigint, language: Language): string {
  if (number < 100n) return belowHundred(Number(number), language);
  const words: string[] = [];
  let rest = number;
  for (const scale of scales) {
    const count = rest / scale.size;
    if (count > 0n) words.push(numberInWords(count, language) + scale[language]);
    rest %= scale.size;
  }
  if (rest > 0n) words.push(belowHundred(Number(rest), language));
  return words.join(" ");
}

function belowHundred(number: number, language: Language): string {
  if (language === "bn") return bangla[number];
  if (number < english.length) return english[number];
  const ten = englishTens[Math.floor(number / 10)];
  return number % 10 === 0 ? ten : `${ten}-${english[number % 10]}`;
}

const english = (
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen " +
  "sixteen seventeen eighteen nineteen"
).split(" ");
const englishTens = "- - twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** 0–99, ten to a line. No rule makes these words: each is its own, in the school spelling. */
const bangla = [
  "শূন্য এক দুই তিন চার পাঁচ ছয় সাত আট নয়",
  "দশ এগারো বারো তেরো চৌদ্দ পনেরো ষোলো সতেরো আঠারো উনিশ",
  "বিশ একুশ বাইশ তেইশ চব্বিশ পঁচিশ ছাব্বিশ সাতাশ আটাশ ঊনত্রিশ",
  "ত্রিশ একত্রিশ বত্রিশ তেত্রিশ চৌত্রিশ পঁয়ত্রিশ ছত্রিশ সাঁইত্রিশ আটত্রিশ ঊনচল্লিশ",
  "চল্লিশ একচল্লিশ বিয়াল্লিশ তেতাল্লিশ চুয়াল্লিশ পঁয়তাল্লিশ ছেচল্লিশ সাতচল্লিশ আটচল্লিশ ঊনপঞ্চাশ",
  "পঞ্চাশ একান্ন বায়ান্ন তিপ্পান্ন চুয়ান্ন পঞ্চান্ন ছাপ্পান্ন সাতান্ন আটান্ন ঊনষাট",
  "ষাট একষট্টি বাষট্টি তেষট্টি চৌষট্টি পঁয়ষট্টি ছেষট্টি সাতষট্টি আটষট্টি ঊনসত্তর",
  "সত্তর একাত্তর বাহাত্তর তিয়াত্তর চুয়াত্তর পঁচাত্তর ছিয়াত্তর সাতাত্তর আটাত্তর ঊনআশি",
  "আশি একাশি বিরাশি তিরাশি চুরাশি পঁচাশি ছিয়াশি সাতাশি আটাশি ঊননব্বই",
  "নব্বই একানব্বই বিরানব্বই তিরানব্বই চুরানব্বই পঁচানব্বই ছিয়ানব্বই সাতানব্বই আটানব্বই নিরানব্বই",
].join(" ").split(" ");
