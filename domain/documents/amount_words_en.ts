const ones =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ");
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** See AmountWord. */
export const englishAmounts = {
  numbers: [
    "zero",
    ...ones,
    ...tens.flatMap((ten) => [ten, ...ones.slice(0, 9).map((one) => `${ten}-${one}`)]),
  ].join(" "),
  hundred: " hundred",
  thousand: " thousand",
  lakh: " lakh",
  crore: " crore",
  taka: " taka",
  poisha: " poisha",
  and: " and ",
  only: " only",
};
