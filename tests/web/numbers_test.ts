import fc from "fast-check";
import { banglaDigits, parseNumber } from "../../web/src/core/numbers.ts";
import { kindFault } from "../../web/src/records/field_faults.ts";
import { lineFaults, sentLines } from "../../web/src/screens/office/bill_lines.ts";
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

Deno.test("a field says by its kind what the server would not take", () => {
  const fault = (type: "decimal" | "stepper" | "area" | "text", text: string, more = {}) =>
    kindFault({ name: "of", type, ...more }, text);
  assertEquals(fault("decimal", "1 lakh"), undefined);
  assertEquals(fault("decimal", "= 5"), "not_a_number");
  assertEquals(fault("decimal", "−5"), "below_nought");
  assertEquals(fault("decimal", "-5", { signed: true }), undefined);
  assertEquals([fault("stepper", "০"), fault("stepper", "-5"), fault("stepper", "0.5")], [
    "above_nought",
    "below_nought",
    undefined,
  ]);
  assertEquals([fault("area", "x".repeat(5000)), fault("area", "x".repeat(5001))], [
    undefined,
    "too_long",
  ]);
  assertEquals(fault("text", "x".repeat(1001)), "too_long");
  assertEquals(fault("text", "x".repeat(3000), { max: 3000 }), undefined);
  // what nobody types is as long as it is: ids that were chosen, say
  assertEquals(kindFault({ name: "rma_ids", type: "hidden" }, "12,".repeat(2000)), undefined);
});

Deno.test("the lines of a bill of entry are typed as all numbers are", () => {
  const bill = {
    items: JSON.stringify([{ shipment_item_ids: [7] }, { shipment_item_ids: [8] }]),
    ...{ hs_7: "3215.19", av_7: "2,10,000", cd_7: "১ লাখ", rd_7: " ", av_8: "" },
  };
  assertEquals(sentLines(bill), [{
    shipment_item_ids: [7],
    hs_code: "3215.19",
    assessable_value: "210000",
    cd: "100000",
  }]);
  assertEquals(lineFaults(bill), {});
  assertEquals(lineFaults({ ...bill, hs_7: "", av_7: "-1", cd_7: "x" }), {
    hs_7: "required",
    av_7: "below_nought",
    cd_7: "not_a_number",
  });
});
