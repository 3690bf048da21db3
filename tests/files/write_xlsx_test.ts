import assert from "node:assert/strict";
import Big from "big.js";
import fc from "fast-check";
import type { CellValue } from "../../domain/files/cell_value.ts";
import { readTable } from "../../domain/files/read_table.ts";
import { writeXlsx } from "../../domain/files/write_xlsx.ts";
import { withFile } from "../support/spreadsheet.ts";

function writtenAndRead(header: string[], rows: CellValue[][]) {
  return withFile("", async (path) => {
    await writeXlsx(path, header, rows);
    return Array.fromAsync(readTable(path));
  });
}

Deno.test("writeXlsx() writes numbers as numbers and text as text", async () => {
  const rows = [
    ["000451", -1.5, new Big("0.00000001"), null],
    ["=1+1", 12n, new Big("1234567890123456.5"), "<&>\"'\r\n\t_x0041_"],
  ];
  assert.deepEqual(await writtenAndRead(["sku", "a", "b", "c"], rows), [
    { line: 2, cells: { sku: "000451", a: "-1.5", b: "0.00000001", c: "" } },
    { line: 3, cells: { sku: "=1+1", a: "12", b: "1234567890123456.5", c: "<&>\"'\r\n\t_x0041_" } },
  ]);
});

Deno.test("writeXlsx() writes what readTable() reads back, whatever the text", async () => {
  const mark = fc.constantFrom(
    "_x0041_",
    "_x",
    "_",
    "\r",
    "\n",
    "\0",
    "\x1b",
    "\uffff",
    "]]>",
    "&",
    "<",
  );
  const text = fc.string({ unit: fc.oneof(mark, fc.string({ unit: "binary", maxLength: 1 })) });
  const row = fc.tuple(text, text, fc.integer());
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
      const read = await writtenAndRead(["a", "b", "c"], rows);
      assert.deepEqual(
        read.map(({ cells: { a, b, c } }) => [a, b, c]),
        rows.map((values) => values.map((value) => String(value).trim())),
      );
    }),
    { numRuns: 300 },
  );
});

Deno.test("writeXlsx() takes rows as they come and leaves no half file when they fail", async () => {
  const path = await Deno.makeTempFile();
  async function* rows(last: () => CellValue) {
    for (let at = 0; at < 5_000; at++) yield [at, await Promise.resolve("x")];
    yield [last(), "y"];
  }
  const failing = () => {
    throw new Error("the query broke");
  };
  await assert.rejects(() => writeXlsx(path, ["a", "b"], rows(failing)), /the query broke/);
  await assert.rejects(() => Deno.stat(path), Deno.errors.NotFound);
  await assert.rejects(
    () => writeXlsx(path, ["a", "b"], rows(() => "x".repeat(32_768))),
    /A5002 .*32768/,
  );
  await writeXlsx(path, ["a", "b"], rows(() => 1));
  assert.equal((await Array.fromAsync(readTable(path))).length, 5_001);
  await Deno.remove(path);
});
