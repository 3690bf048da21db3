import { phoneDigits, phoneSearch } from "../../domain/records/phone_number.ts";
import { assertEquals } from "../support/assert.ts";

Deno.test("phoneDigits() answers the same for every way to write one phone", () => {
  for (
    const phone of [
      "01712345678",
      "+8801712345678",
      "+880 1712-345678",
      "8801712345678",
      "০১৭১২৩৪৫৬৭৮",
      "+৮৮০ ১৭১২ ৩৪৫৬৭৮",
    ]
  ) assertEquals(phoneDigits(phone), "1712345678", phone);
  assertEquals(phoneDigits("none"), null);
  assertEquals(phoneDigits("12345"), "12345");
});

Deno.test("phoneSearch() leaves out +880 and the trunk 0, and takes no other text", () => {
  assertEquals(phoneSearch("+8801712"), "1712");
  assertEquals(phoneSearch("01712"), "1712");
  assertEquals(phoneSearch("০১৭১২"), "1712");
  assertEquals(phoneSearch("8801712345678"), "1712345678");
  assertEquals(phoneSearch("2345"), "2345");
  for (const other of [undefined, "RMA-2026-000001", "B-77", "+", "0"]) {
    assertEquals(phoneSearch(other), undefined, other);
  }
});
