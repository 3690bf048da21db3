import assert from "node:assert/strict";
import Big from "big.js";
import fc from "fast-check";
import { csvLine } from "../../domain/files/write_csv.ts";
import { rowsOf } from "../support/spreadsheet.ts";

Deno.test("csvLine() quotes by RFC 4180 and ends with CRLF", () => {
  const line = csvLine(["a", null, "", 'x "y", z', "two\nlines", "000451"]);
  assert.equal(line, 'a,,,"x ""y"", z","two\nlines",000451\r\n');
});

Deno.test("csvLine() disarms text that a spreadsheet would run", () => {
  const armed = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\u00a0-1", "＝1"];
  for (const text of armed) assert.equal(csvLine([text]), `"'${text}"\r\n`);
  assert.equal(csvLine(['=HYPERLINK("http://x")']), `"'=HYPERLINK(""http://x"")"\r\n`);
  assert.equal(csvLine(["a=1", "2-1", "x@y", "'"]), `a=1,2-1,x@y,"'"\r\n`);
});

Deno.test("csvLine() writes real numbers as numbers, negative ones too", () => {
  assert.equal(
    csvLine([-1, 0.5, -12n, new Big("-0.00000001"), new Big("1e21"), new Big("79.20")]),
    "-1,0.5,-12,-0.00000001,1000000000000000000000,79.2\r\n",
  );
});

Deno.test("csvLine() refuses numbers without a plain decimal form", () => {
  for (const number of [NaN, Infinity, 1e21, 1e-7]) {
    assert.throws(() => csvLine([number]), RangeError);
  }
});

Deno.test("csvLine() writes what readTable() reads back, whatever the text", async () => {
  const mark = fc.constantFrom(..."=+-@＝＋－＠\t\r\n\"',; \u00a0\uFEFFদ;'_x0041_");
  const text = fc.string({
    unit: fc.oneof(mark, fc.string({ unit: "binary", minLength: 1, maxLength: 1 })),
  }).filter((value) => !value.includes("\0"));
  const row = fc.tuple(text, text, fc.oneof(text, fc.integer()));
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 4 }), async (rows) => {
      // The first column keeps a row of blanks from being skipped.
      const lines = rows.map((values, at) => csvLine([`row ${at}`, ...values]));
      const read = await rowsOf("\uFEFF" + csvLine(["id", "a", "b", "c"]) + lines.join(""));
      const safe = rows.map((values) =>
        values.map((value) => {
          const written = String(value);
          if (typeof value === "number" || !/^(\s*[=+\-@＝＋－＠]|\t|\r)/.test(written)) {
            return written.trim();
          }
          return `'${written}`.trim();
        })
      );
      assert.deepEqual(read.map(({ cells: { a, b, c } }) => [a, b, c]), safe);
    }),
    { numRuns: 2000 },
  );
});
