/** What an amount is said with in one language: `numbers` are the words of 0 to 99, with blanks between. */
export type AmountWord =
  | "numbers"
  | "hundred"
  | "thousand"
  | "lakh"
  | "crore"
  | "taka"
  | "poisha"
  | "and"
  | "only";

const scales = [
  [10_000_000n, "crore"],
  [100_000n, "lakh"],
  [1000n, "thousand"],
  [100n, "hundred"],
] as const;

/**
 * Taka and poisha in words, as a cheque says them, in the words that `say` gives. A hundred crore and
 * more are counted in crore: "twelve thousand crore". Imports nothing: the mobile pages use it too.
 */
export function spellAmount(poishaInAll: bigint, say: (word: AmountWord) => string): string {
  const numbers = say("numbers").split(" ");
  const spell = (number: bigint): string => {
    const [size, word] = scales.find(([size]) => number >= size) ?? [];
    if (!size) return numbers[Number(number)];
    const rest = number % size;
    return spell(number / size) + say(word!) + (rest ? ` ${spell(rest)}` : "");
  };
  const taka = poishaInAll / 100n;
  const poisha = poishaInAll % 100n;
  const parts = [
    ...taka || !poisha ? [spell(taka) + say("taka")] : [],
    ...poisha ? [spell(poisha) + say("poisha")] : [],
  ];
  const words = parts.join(say("and")) + say("only");
  return words[0].toUpperCase() + words.slice(1);
}
