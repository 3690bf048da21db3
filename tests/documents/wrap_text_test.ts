import { wrapText } from "../../domain/documents/wrap_text.ts";
import { assertEquals } from "../support/assert.ts";

const letters = (text: string) => [...text].length;

Deno.test("wrapText() breaks between words and keeps line breaks", () => {
  assertEquals(wrapText("one two three\nfour", 8, letters), ["one two", "three", "four"]);
  assertEquals(wrapText("a\r\n\r\nb", 8, letters), ["a", "", "b"]);
  assertEquals(wrapText("  \n ", 8, letters), [""]);
});

Deno.test("wrapText() breaks a word that is too wide, never inside a Bangla letter", () => {
  assertEquals(wrapText("see ABCDEFGHIJ now", 4, letters), ["see", "ABCD", "EFGH", "IJ", "now"]);
  assertEquals(wrapText("কিকিকি", 3, letters), ["কি", "কি", "কি"]);
  assertEquals(wrapText("WW", 0, letters), ["W", "W"]);
});

Deno.test("wrapText() drops what has no shape", () => {
  assertEquals(wrapText("a\tb\u0000c\ud800", 20, letters), ["a b c\ufffd"]);
});
