import {
  bestMatch,
  type Field,
  type FieldKind,
  isSearchable,
  mostSimilar,
  patternsOf,
  readSearch,
} from "../../domain/overview/search_words.ts";
import { assertEquals } from "../support/assert.ts";

const kinds: Record<string, FieldKind> = {
  serial_number: "serial",
  tracking_number: "tracking",
  phone: "phone",
  reference_no: "document",
  sku: "sku",
  name: "name",
};
/** The fields of a record, most of which are empty. */
const record = (values: Record<string, string>, of = kinds): Field[] =>
  Object.entries(of).map(([name, kind]) => [name, kind, values[name] ?? null]);

/** `field rank` of the best match of `q` in a record of these fields. */
function found(q: string, fields: Record<string, string>): string | undefined {
  const match = bestMatch(readSearch(q), record(fields));
  return match && `${match.matched} ${match.rank}`;
}

Deno.test("bestMatch() ranks serial, tracking, phone, document, SKU, then prefix, then piece", () => {
  assertEquals(found("sn 77-a", { serial_number: "SN77A" }), "serial_number 1");
  assertEquals(found("sn77a", { tracking_number: "SN.77/A" }), "tracking_number 2");
  assertEquals(found("01712345678", { phone: "+880 1712-345678" }), "phone 3");
  assertEquals(found("rcp 2026 000001", { reference_no: "RCP-2026-000001" }), "reference_no 4");
  assertEquals(found("sku000009", { sku: "SKU-000009" }), "sku 5");
  assertEquals(found("rahim traders", { name: "Rahim Traders" }), "name 6");
  assertEquals(found("rah", { name: "Rahim Traders" }), "name 6");
  assertEquals(found("trad", { name: "Rahim Traders" }), "name 6", "the beginning of any word");
  assertEquals(found("ahim", { name: "Rahim Traders" }), "name 7");
  assertEquals(found("0000", { sku: "SKU-000009" }), "sku 7");
  assertEquals(found("rahimtraders", { name: "Rahim Traders" }), undefined);
  assertEquals(
    found("A-1", { name: "A-1 machines", sku: "a1", serial_number: "XA1" }),
    "sku 5",
    "the best of several",
  );
});

Deno.test("bestMatch() reads a phone with +880, 0, neither, dashes or Bangla digits", () => {
  for (const stored of ["01712345678", "+8801712345678", "০১৭১২-৩৪৫৬৭৮", "1712345678"]) {
    for (
      const q of [
        "01712345678",
        "+880 1712 345678",
        "8801712345678",
        "1712345678",
        "০১৭১২৩৪৫৬৭৮",
        "+৮৮০ ১৭১২-৩৪৫৬৭৮",
        "(01712) 345-678",
      ]
    ) {
      assertEquals(found(q, { phone: stored }), "phone 3", `${q} in ${stored}`);
    }
    assertEquals(found("017123", { phone: stored }), "phone 6");
    assertEquals(
      found("345678", { phone: stored }),
      "phone 7",
      "the last digits, as people say them",
    );
  }
  assertEquals(found("01712345679", { phone: "01712345678" }), undefined);
});

Deno.test("readSearch() reads Bangla digits in codes and names too", () => {
  assertEquals(found("inv-২০২৬-০০০০০১", { reference_no: "INV-2026-000001" }), "reference_no 4");
  assertEquals(found("পাম্প 12", { name: "পাম্প ১২" }), "name 6");
  assertEquals(readSearch("  a \t| b  ").text, "A B");
});

Deno.test("patternsOf() takes wildcards literally and looks no two letters up inside a word", () => {
  const { any, exact } = patternsOf(readSearch("100%_\\x"), ["sku", "name"]);
  assertEquals(exact, ["%|100\\%\\_\\\\X|%", "%|100\\%\\\\X|%"]);
  assertEquals(any[0], "%100\\%\\_\\\\X%");
  assertEquals(
    patternsOf(readSearch("INV-"), ["sku", "name"]).any,
    ["%INV%"],
    "which finds what has INV- in it, too",
  );
  assertEquals(patternsOf(readSearch("INV-12"), ["sku", "name"]).any, ["%INV-12%", "%INV12%"]);
  assertEquals(patternsOf(readSearch("ab"), ["sku", "name"]), {
    any: ["%|AB%", "% AB%"],
    prefix: ["%|AB%", "% AB%"],
    exact: ["%|AB|%"],
  });
});

Deno.test("isSearchable() needs two letters or digits, in any script", () => {
  assertEquals(["ab", "a-b", "পা", "০১"].map(isSearchable), [true, true, true, true]);
  assertEquals(["a", "a-", "--", "%%", " "].map(isSearchable), [false, false, false, false, false]);
});

Deno.test("mostSimilar() names the field that shares most with what was asked", () => {
  const fields = { sku: "SKU-1", name: "Hydraulic pump" };
  const match = mostSimilar(readSearch("hydralic pmp"), record(fields));
  assertEquals([match?.matched, match?.rank], ["name", 8]);
  const two = { ...kinds, company: "name" as const };
  const called = { ...fields, name: "Rahim Traders", company: "Hydraulic pump" };
  assertEquals(mostSimilar(readSearch("hydralic pmp"), record(called, two))?.matched, "company");
  const other = { ...fields, company: "Rahim Traders" };
  assertEquals(mostSimilar(readSearch("hydralic pmp"), record(other, two))?.matched, "name");
});
