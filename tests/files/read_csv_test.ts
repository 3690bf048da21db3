import assert from "node:assert/strict";
import { readTable } from "../../domain/files/read_table.ts";
import { bytes, refusalOf, rowsOf, withFile } from "../support/spreadsheet.ts";

const data = (name: string) => `${import.meta.dirname}/../data/${name}`;

Deno.test("readTable() reads the shipments of the data set with their exact lines", async () => {
  const rows = await Array.fromAsync(readTable(data("shipments.csv")));
  assert.deepEqual(rows.map(({ line }) => line), [2, 3, 4, 5, 7, 8, 9, 10, 11, 12]);
  assert.deepEqual(rows[0].cells, {
    external_ref: "PI-2026-0417",
    supplier: "Supplier One",
    shipment_type: "machine",
    shipment_mode: "sea",
    tracking_number: "OOLU7745120",
    bl_number: "OOLU7745120",
    container_number: "TCLU4265837",
    eta_chittagong: "2026-12-04",
    warehouse_name: "Main Warehouse",
    currency: "USD",
    exchange_rate: "122.85",
    product_name: "UV flatbed printer 2513",
    sku: "UV-2513-G5",
    ordered_qty: "2",
    shipped_qty: "2",
    unit: "set",
    purchase_value: "41800.00",
    weight_kg: "2360",
    volume_cbm: "22.4",
    hs_code: "8443.39",
  });
  assert.equal(rows[1].cells.product_name, "Eco-solvent printer, 1.8 m, two heads");
  assert.equal(rows[3].cells.product_name, "Main board\nflatbed, rev. C");
  assert.equal(rows[4].cells.sku, "000451");
  assert.equal(rows[4].cells.bl_number, "");
});

Deno.test("readTable() hands on the bad rows of the data set as they stand", async () => {
  const rows = await Array.fromAsync(readTable(data("shipments-bad.csv")));
  assert.deepEqual(rows.map(({ line }) => line), Array.from({ length: 17 }, (_, at) => at + 2));
  const cell = (line: number, name: string) => rows[line - 2].cells[name];
  assert.equal(cell(3, "eta_chittagong"), "2026-02-30");
  assert.equal(cell(7, "purchase_value"), "1.23E+05");
  assert.equal(cell(8, "purchase_value"), "12,345.00");
  assert.equal(cell(13, "external_ref"), "");
  assert.equal(cell(16, "product_name"), '=HYPERLINK("http://x")');
  assert.equal(cell(16, "why_refused"), "accepted as text, never run: exports must quote it");
});

Deno.test("readTable() tells comma, semicolon and tab from the header line", async () => {
  const read = [{ line: 2, cells: { a: "1,5", b: "", "c;d, e": "x\ty" } }];
  assert.deepEqual(await rowsOf('a,b,"c;d, e"\n"1,5",,x\ty\n'), read);
  assert.deepEqual(await rowsOf('a;b;"c;d, e"\n1,5;;x\ty\n'), read);
  assert.deepEqual(await rowsOf('a\tb\t"c;d, e"\n1,5\t\t"x\ty"\n'), read);
  assert.deepEqual(await rowsOf("\ta\tb\n\t\t2\n"), [{ line: 2, cells: { a: "", b: "2" } }]);
  assert.deepEqual(await rowsOf("name\nDamper; 2\n"), [{ line: 2, cells: { name: "Damper; 2" } }]);
});

Deno.test("readTable() reads alike with BOM, CRLF, LF, CR and without a last line break", async () => {
  const read = [{ line: 2, cells: { "a b": "1", c: "দুই" } }, {
    line: 4,
    cells: { "a b": "3", c: "" },
  }];
  for (const end of ["\r\n", "\n", "\r"]) {
    for (const bom of ["", "\uFEFF"]) {
      const text = [`${bom}"a b",c`, "1,দুই", "", "3,"].join(end);
      assert.deepEqual(await rowsOf(text), read);
      assert.deepEqual(await rowsOf(text + end), read);
    }
  }
  assert.deepEqual((await rowsOf("a\r\n1\n2\r3\r\n")).map(({ line }) => line), [2, 3, 4]);
});

Deno.test("readTable() counts the line breaks inside quotes and keeps them", async () => {
  assert.deepEqual(await rowsOf('a,b\n"x\r\ny","1\n2\r3"\n\nlast,\n'), [
    { line: 2, cells: { a: "x\r\ny", b: "1\n2\r3" } },
    { line: 7, cells: { a: "last", b: "" } },
  ]);
});

Deno.test("readTable() trims outer white space, no-break spaces too, and nothing else", async () => {
  assert.deepEqual(await rowsOf('\u00a0 A ,b\n\u00a000 12\u00a0, "  ""q""  " \n'), [
    { line: 2, cells: { a: "00 12", b: '"q"' } },
  ]);
  assert.deepEqual(await rowsOf('a,b\n5" pipe,2"\n'), [
    { line: 2, cells: { a: '5" pipe', b: '2"' } },
  ]);
});

Deno.test("readTable() gives each row every named column and skips empty rows", async () => {
  const text = "\n,,\nName,,SKU,,\n \u00a0,,\nx\ny,ignored,2,,ignored\n,,,,\n";
  assert.deepEqual((await refusalOf(text)).error.line, 6);
  assert.deepEqual(await rowsOf(text.replace(",,ignored", ",,")), [
    { line: 5, cells: { name: "x", sku: "" } },
    { line: 6, cells: { name: "y", sku: "2" } },
  ]);
  const [row] = await rowsOf("__proto__,constructor\n1,2\n");
  assert.deepEqual(Object.entries(row.cells), [["__proto__", "1"], ["constructor", "2"]]);
});

Deno.test("readTable() refuses a column named twice", async () => {
  const { error } = await refusalOf("\nsku,name, SKU\n1,2,3\n");
  assert.deepEqual([error.line, error.column], [2, "sku"]);
  assert.match(error.message, /line 2 .*"sku" twice/);
});

Deno.test("readTable() refuses a row with more cells than the header, after those before it", async () => {
  const { rows, error } = await refusalOf('a,b\n1,2\n"x\ny",4,\n5,6,,7\n');
  assert.deepEqual(rows.map(({ line }) => line), [2, 3]);
  assert.equal(error.line, 5);
  assert.match(error.message, /line 5 .*cell 4.*2 columns/);
});

Deno.test("readTable() refuses a quote that is never closed, naming where its row starts", async () => {
  const { rows, error } = await refusalOf('a,b\n"1\n1",2\n3,4\n5,"6\n7,8\n9,10\n');
  assert.deepEqual(rows.map(({ line }) => line), [2, 4]);
  assert.equal(error.line, 5);
  assert.match(error.message, /line 5 .*never closed/);
  const long = await refusalOf(`a,b\n1,2\n3,"4\n${"5,6\n".repeat(400_000)}`);
  assert.equal(long.error.line, 3);
  assert.match(long.error.message, /line 3 .*1 MiB/);
});

Deno.test("readTable() refuses text after a closing quote", async () => {
  const { error } = await refusalOf('a,b\n1,2\n"x" y,2\n');
  assert.equal(error.line, 3);
  assert.match(error.message, /line 3 .*after a closing quote/);
});

Deno.test("readTable() refuses what is not UTF-8, naming the line", async () => {
  const latin = Uint8Array.from([
    ...bytes('a,b\r\n"1\r\n",2\r\nCaf'),
    0xe9,
    ...bytes(",4\r\n5,6\r\n"),
  ]);
  const { error } = await refusalOf(latin);
  assert.equal(error.line, 4);
  assert.match(error.message, /Line 4 is not UTF-8/);

  for (const end of ["\n", "\r\n", "\r"]) {
    const far = bytes(`a,b${end}` + `1,2${end}`.repeat(50_000) + `3,?${end}5,6${end}`);
    far[far.indexOf("?".charCodeAt(0))] = 0xff;
    const late = await refusalOf(far);
    assert.equal(late.error.line, 50_002, JSON.stringify(end));
    assert.ok(late.rows.length > 0);
  }

  assert.match((await refusalOf(bytes("a\n1\n2\0\n"))).error.message, /Line 3/);
  const cut = await refusalOf(bytes("a\nদ").slice(0, -1));
  assert.equal(cut.error.line, 2);
});

Deno.test("readTable() reads characters and line ends that fall between two reads", async () => {
  for (const shift of [0, 1, 2, 3]) {
    const text = `a,b\r\n${"x".repeat(shift)},${"দ\r\n,".repeat(40_000)}`;
    const rows = await rowsOf(text);
    assert.equal(rows.length, 40_000);
    assert.equal(rows.at(-1)?.line, 40_001);
    assert.ok(rows.every(({ cells }) => cells.b === "দ"));
  }
});

Deno.test("readTable() refuses files that are no spreadsheet", async () => {
  const refused: [string | Uint8Array, RegExp][] = [
    ["", /no header/],
    ["\uFEFF\r\n ,\r\n", /no header/],
    [Uint8Array.from([0xff, 0xfe, 0x61, 0, 0x2c, 0]), /UTF-16/],
    ["<html><table><tr><td>a</td></tr></table></html>", /no spreadsheet/],
    ["%PDF-1.7\n", /no spreadsheet/],
    [Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10]), /not UTF-8/],
    [Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0]), /password/],
    ["x".repeat(3_000_000), /longer than 1 MiB/],
  ];
  for (const [content, reason] of refused) {
    const { error } = await refusalOf(content);
    assert.equal(error.line, 1);
    assert.match(error.message, reason);
  }
  await assert.rejects(() => Array.fromAsync(readTable("/nowhere.csv")), Deno.errors.NotFound);
});

Deno.test("readTable() lets go of a file that is not read to its end", async () => {
  await withFile("a\n" + "1\n".repeat(200_000), async (path) => {
    for await (const row of readTable(path)) {
      assert.equal(row.line, 2);
      break;
    }
  });
});
