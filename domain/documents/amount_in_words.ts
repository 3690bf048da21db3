import { type Decimal, toMinor } from "../money/decimal.ts";
import { banglaAmounts } from "./amount_words_bn.ts";
import { englishAmounts } from "./amount_words_en.ts";
import { spellAmount } from "./spell_amount.ts";

/** The language a document is printed in. */
export type Language = "en" | "bn";

/**
 * Taka and poisha in words, as a cheque or a money receipt says them: "One lakh five taka and fifty
 * poisha only", "এক লক্ষ পাঁচ টাকা পঞ্চাশ পয়সা মাত্র". Nothing is rounded.
 * @throws RangeError when the amount is below zero or has a fraction of a poisha
 */
export function amountInWords(amount: Decimal, language: Language): string {
  const poisha = toMinor(amount);
  if (poisha < 0n) throw new RangeError("An amount below zero is not written in words.");
  const words = language === "bn" ? banglaAmounts : englishAmounts;
  return spellAmount(poisha, (word) => words[word]);
}
