import { decimal } from "../../domain/money/decimal.ts";
import { amountInWords } from "../../domain/documents/amount_in_words.ts";
import { loadTypefaces, runsOf } from "../../domain/documents/typefaces.ts";
import { wordings } from "../../domain/documents/wording.ts";
import { assert, assertEquals } from "../support/assert.ts";

const { regular, bold } = await loadTypefaces();
const [main] = regular;

/** The letters glyph by glyph in the order drawn; a glyph that is no letter of its own is `*`. */
function drawn(text: string): string {
  return main.font.layout(text).glyphs
    .map(({ codePoints }) => codePoints.length > 0 ? String.fromCodePoint(...codePoints) : "*")
    .join(" ");
}

Deno.test("layout() draws a vowel sign before its consonant, conjuncts as one shape", () => {
  assertEquals(drawn("কি"), "ি ক");
  assertEquals(drawn("ক্ষ"), "*");
  assertEquals(drawn("জ্ঞান"), "* া ন");
  assertEquals(drawn("কর্ম"), "ক ম *");
  assertEquals(drawn("তৃতীয়"), "ত ৃ ত ী য ়");
  assertEquals(drawn("কোনো"), "* ক া ে ন া");
});

Deno.test("layout() shapes Bangla inside a Latin word too", () => {
  assertEquals(drawn("AB-ক্ষ(কি)"), "A B - * ( ি ক )");
});

Deno.test("layout() has a shape for every word that documents print", () => {
  const texts = Object.values(wordings).flatMap((wording) => [
    wording.page("1", "2"),
    ...Object.values(wording).flatMap((value) =>
      typeof value === "string" ? value : typeof value === "function" ? [] : Object.values(value)
    ),
  ]);
  for (let number = 0; number < 100; number++) {
    texts.push(amountInWords(decimal(String(number)), "bn"));
  }
  texts.push("৳০১২৩৪৫৬৭৮৯,.%");
  assert(texts.length > 200);
  for (const { font } of [main, bold[0]]) {
    // HarfBuzz draws a dotted circle under a sign that stands where no sign may stand.
    const dottedCircle = font.glyphForCodePoint(0x25cc).id;
    for (const text of texts) {
      for (const { id } of font.layout(text).glyphs) assert(id !== 0 && id !== dottedCircle, text);
    }
  }
});

Deno.test("runsOf() takes what the first face lacks from the second, stretch by stretch", () => {
  assertEquals(runsOf("চট্টগ্রাম 10 Ω²", regular), [
    { face: 0, text: "চট্টগ্রাম 10 " },
    { face: 1, text: "Ω²" },
  ]);
  // A joiner belongs to the word it stands in, a sign that no face has to the first.
  assertEquals(runsOf("র\u200d্যাম 型", regular), [{ face: 0, text: "র\u200d্যাম 型" }]);
  for (const { font } of [regular[1], bold[1]]) {
    for (const { id } of font.layout("Ωµ²½″±→≥℃⌀№").glyphs) assert(id !== 0);
  }
});
