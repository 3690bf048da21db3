import assert from "node:assert/strict";
import { readTable } from "../../domain/files/read_table.ts";
import {
  refusalOf,
  rowsOf,
  textCell,
  withFile,
  workbookParts,
  xlsxOf,
  zipOf,
} from "../support/spreadsheet.ts";

/** Reads the cells of one column, each given as the XML of a cell without its reference. */
async function readCells(cells: string[], workbook: { styles?: string; shared?: string } = {}) {
  const rows = cells.map((cell, at) => `<row r="${at + 2}">${cell}</row>`).join("");
  const id = `<row r="1">${textCell("A1", "v")}${textCell("B1", "id")}</row>`;
  const numbered = rows.replace(/<\/row>/g, `<c t="b"><v>1</v></c></row>`);
  return (await rowsOf(await xlsxOf({ rows: id + numbered, ...workbook }))).map(({ cells }) =>
    cells.v
  );
}

const styles = (...formats: (number | string)[]) => {
  const ids = formats.map((format, at) => typeof format === "number" ? format : 164 + at);
  const codes = formats.map((format, at) =>
    typeof format === "string"
      ? `<numFmt numFmtId="${164 + at}" formatCode="${format.replaceAll('"', "&quot;")}"/>`
      : ""
  );
  return `<numFmts>${codes.join("")}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>` +
    `<cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join("")}</cellXfs>`;
};

Deno.test("readTable() reads XLSX text as it is: shared, rich, inline, escaped", async () => {
  const shared = "<si><t>000451</t></si><si><r><t>Print </t></r><r><t>head</t></r>" +
    "<rPh><t>kana</t></rPh></si><si><t xml:space='preserve'> a&lt;b_x000D_\n_x005F_x0041_\u00a0</t></si>";
  assert.deepEqual(
    await readCells([
      '<c t="s"><v>0</v></c>',
      '<c t="s"><v>1</v></c>',
      '<c t="s"><v>2</v></c>',
      '<c t="inlineStr"><is><r><t>দুই</t></r><r><t> <![CDATA[<3>]]></t></r></is></c>',
      '<c t="inlineStr"><is><t>=1+1</t></is></c>',
    ], { shared }),
    ["000451", "Print head", "a<b\r\n_x0041_", "দুই <3>", "=1+1"],
  );
});

Deno.test("readTable() gives XLSX numbers as plain decimals without binary noise", async () => {
  const numbers: [string, string][] = [
    ["0.30000000000000004", "0.3"],
    ["122.84999999999999", "122.85"],
    ["79.20", "79.2"],
    ["0", "0"],
    ["-0", "0"],
    ["-1.5E-8", "-0.000000015"],
    ["1.23E+5", "123000"],
    ["1E-7", "0.0000001"],
    ["100000", "100000"],
    ["123456789012.34", "123456789012.34"],
    ["999999999999999", "999999999999999"],
    ["999999999999999.9", "1000000000000000"],
    ["1E15", "1E15"],
    ["1.2345678901234567E+19", "1.2345678901234567E+19"],
    ["0.33333333333333331", "0.333333333333333"],
    ["0x1F", "0x1F"],
  ];
  assert.deepEqual(
    await readCells(numbers.map(([stored]) => `<c><v>${stored}</v></c>`)),
    numbers.map(([, read]) => read),
  );
});

Deno.test("readTable() turns XLSX cells with a date format into dates, in both systems", async () => {
  const formats = styles(0, 14, 22, "dd/mm/yyyy", "[$-409]d\\-mmm\\-yy;@", "mmm", 31);
  const days: [number, string, string, string][] = [
    [1, "46360", "2026-12-04", "2030-12-05"],
    [2, "46360.75", "2026-12-04", "2030-12-05"],
    [3, "46359.99999999999999", "2026-12-04", "2030-12-05"],
    [4, "1", "1900-01-01", "1904-01-02"],
    [5, "59", "1900-02-28", "1904-02-29"],
    [6, "60", "1900-02-29", "1904-03-01"],
    [1, "61", "1900-03-01", "1904-03-02"],
    [1, "36585", "2000-02-29", "2004-03-01"],
    [1, "0", "0", "1904-01-01"],
    [1, "2958465", "9999-12-31", "2958465"],
    [1, "2958466", "2958466", "2958466"],
    [1, "-1", "-1", "-1"],
    [0, "46360", "46360", "46360"],
  ];
  const cells = days.map(([style, day]) => `<c s="${style}"><v>${day}</v></c>`);
  const rows = textCell("A1", "day") + cells.join("").replace(/<c s/g, "</row><row><c s");
  const read = async (properties: string) =>
    (await rowsOf(await xlsxOf({ rows: `<row>${rows}</row>`, styles: formats, properties })))
      .map(({ cells }) => cells.day);
  assert.deepEqual(await read(""), days.map(([, , date]) => date));
  assert.deepEqual(await read('<workbookPr date1904="0"/>'), days.map(([, , date]) => date));
  assert.deepEqual(await read('<workbookPr date1904="1"/>'), days.map(([, , , date]) => date));
  assert.deepEqual(await readCells(['<c t="d"><v>2026-12-04T10:00:00Z</v></c>']), ["2026-12-04"]);
});

Deno.test("readTable() leaves XLSX numbers in other formats alone", async () => {
  const formats = [
    1,
    2,
    4,
    9,
    20,
    46,
    49,
    "General",
    '0.00" USD"',
    "[Red]0.0",
    "#,##0\\ \\d",
    "[h]:mm",
  ];
  formats.push('0 "days"', "mm:ss", "_(* #,##0_);_d");
  const cells = formats.map((_, style) => `<c s="${style}"><v>46360</v></c>`);
  const read = await readCells(cells, { styles: styles(...formats) });
  assert.deepEqual(read, formats.map(() => "46360"));
});

Deno.test("readTable() gives the stored result of XLSX formulas and never runs them", async () => {
  assert.deepEqual(
    await readCells([
      "<c><f>1+1</f><v>3</v></c>",
      '<c t="str"><f>A1&amp;"x"</f><v>x_x0041_</v></c>',
      '<c t="str"><f>""</f><v></v></c>',
      '<c t="b"><f>TRUE()</f><v>0</v></c>',
      '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>',
      '<c t="b"><v>1</v></c>',
    ]),
    ["3", "xA", "", "FALSE", "#DIV/0!", "TRUE"],
  );
  for (const cell of ['<c r="B3"><f>1+1</f></c>', '<c r="B3"><f>1+1</f><v/></c>']) {
    const rows = `<row r="1">${textCell("A1", "a")}${textCell("B1", "b")}</row>` +
      `<row r="2"><c><v>1</v></c></row><row r="3">${cell}</row>`;
    const refusal = await refusalOf(await xlsxOf({ rows }));
    assert.equal(refusal.rows.length, 1);
    assert.deepEqual([refusal.error.line, refusal.error.column], [3, "B"]);
    assert.match(refusal.error.message, /B3 .*formula/);
  }
});

Deno.test("readTable() places sparse XLSX cells and rows by their references", async () => {
  const rows =
    `<row r="3">${textCell("B3", " A ")}${textCell("D3", "c")}${textCell("AB3", "far")}</row>` +
    `<row r="4"/><row r="7"><c r="D7"><v>2</v></c><c r="AB7" t="inlineStr"><is/></c><c r="XFD7" s="1"/></row>` +
    `<row r="9"><c r="C9"><v>9</v></c><c><v>8</v></c></row>`;
  assert.deepEqual(await rowsOf(await xlsxOf({ rows })), [
    { line: 7, cells: { a: "", c: "2", far: "" } },
    { line: 9, cells: { a: "", c: "8", far: "" } },
  ]);
  const extra = await refusalOf(
    await xlsxOf({ rows: rows + `<row r="12"><c r="AC12"><v>1</v></c></row>` }),
  );
  assert.equal(extra.rows.length, 2);
  assert.match(extra.error.message, /line 12 .*cell 29.*28 columns/);
});

Deno.test("readTable() reads the first visible sheet of an XLSX file, wherever its part stands", async () => {
  const parts = workbookParts({
    rows: `<row>${textCell("A1", "a")}</row><row><c><v>1</v></c></row>`,
  });
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const moved = {
    "_rels/.rels": parts["_rels/.rels"].replace("xl/workbook.xml", "/book/wb.xml"),
    "book/wb.xml": `<x:workbook xmlns:x="x" xmlns:y="${office}"><x:sheets>` +
      '<x:sheet name="old" state="veryHidden" y:id="h"/><x:sheet name="chart" y:id="c"/>' +
      '<x:sheet name="two" y:id="b"/><x:sheet name="one" y:id="a"/></x:sheets></x:workbook>',
    "book/_rels/wb.xml.rels": "<Relationships>" +
      `<Relationship Id="c" Type="${office}/chartsheet" Target="c.xml"/>` +
      `<Relationship Id="h" Type="${office}/worksheet" Target="h.xml"/>` +
      `<Relationship Id="a" Type="${office}/worksheet" Target="a.xml"/>` +
      `<Relationship Id="b" Type="${office}/worksheet" Target="../sheets/B.xml"/></Relationships>`,
    "sheets/b.xml": parts["xl/worksheets/sheet1.xml"].replace(/(<\/?)(?=\w)/g, "$1x:")
      .replace("<x:worksheet", '\uFEFF<x:worksheet xmlns:x="x"').replace("\uFEFF", ""),
  };
  assert.deepEqual(await rowsOf(await zipOf(moved)), [{ line: 2, cells: { a: "1" } }]);
});

Deno.test("readTable() tells XLSX by content, not by name", async () => {
  const content = await xlsxOf({
    rows: `<row>${textCell("A1", "a")}</row><row><c><v>1</v></c></row>`,
  });
  await withFile(content, async (path) => {
    await Deno.copyFile(path, `${path}.csv`);
    try {
      assert.equal((await Array.fromAsync(readTable(`${path}.csv`))).length, 1);
    } finally {
      await Deno.remove(`${path}.csv`);
    }
  });
});

Deno.test("readTable() refuses damaged XLSX files and other archives", async () => {
  const rows = `<row>${textCell("A1", "a")}</row>` + "<row><c><v>1</v></c></row>".repeat(50);
  const whole = await xlsxOf({ rows });
  const parts = workbookParts({ rows });
  const sheet = "xl/worksheets/sheet1.xml";
  const without = (name: string) => {
    const { [name]: _, ...others } = parts;
    return zipOf(others);
  };
  const damaged: [Uint8Array | Promise<Uint8Array>, RegExp][] = [
    [whole.slice(0, whole.length / 2), /damaged/],
    [whole.slice(0, -10), /damaged/],
    [Uint8Array.from([0x50, 0x4b, 3, 4]), /damaged/],
    [without(sheet), /no XLSX/],
    [without("_rels/.rels"), /no XLSX/],
    [without("xl/_rels/workbook.xml.rels"), /no XLSX/],
    [zipOf({ "content.xml": "<office/>" }), /no XLSX/],
    [zipOf({ ...parts, [sheet]: parts[sheet].slice(0, -20) }), /damaged/],
    [zipOf({ ...parts, [sheet]: parts[sheet].replace("</row>", "") }), /damaged/],
    [zipOf({ ...parts, [sheet]: Uint8Array.from([0x3c, 0x61, 0x3e, 0xff, 0xff]) }), /damaged/],
    [zipOf({ ...parts, [sheet]: `<!DOCTYPE a [<!ENTITY b "c">]>${parts[sheet]}` }), /damaged/],
    [xlsxOf({ rows: '<row><c t="s"><v>7</v></c></row>' }), /damaged/],
    [xlsxOf({ rows: '<row><c r="ZZZ1"><v>7</v></c></row>' }), /columns/],
    [xlsxOf({ rows: "" }), /no header/],
  ];
  for (const [content, reason] of damaged) {
    assert.match((await refusalOf(await content)).error.message, reason);
  }
});

Deno.test("readTable() finds every flipped byte in the packed sheet of an XLSX file", async () => {
  const rows = `<row>${textCell("A1", "a")}</row>` +
    Array.from({ length: 40 }, (_, at) => `<row><c><v>${at * 7919}</v></c></row>`).join("");
  const parts = workbookParts({ rows });
  const whole = await zipOf({
    "xl/worksheets/sheet1.xml": parts["xl/worksheets/sheet1.xml"],
    ...parts,
  });
  const start = 30 + "xl/worksheets/sheet1.xml".length + 40;
  for (let at = start; at < start + 200; at += 7) {
    const flipped = whole.slice();
    flipped[at] ^= 0x10;
    assert.match((await refusalOf(flipped)).error.message, /damaged/);
  }
});

Deno.test("readTable() refuses XLSX parts protected by a password", async () => {
  const content = await xlsxOf({ rows: `<row>${textCell("A1", "a")}</row>` });
  const flags = eachHeader(content, (view, at) => view.setUint16(at + 8, 1, true));
  assert.match((await refusalOf(flags)).error.message, /password/);
});

Deno.test("readTable() refuses a zip bomb without unpacking it", async () => {
  const parts = workbookParts({ rows: `<row>${textCell("A1", "a")}</row>` });
  const name = "xl/worksheets/sheet1.xml";
  const whole = await zipOf({ ...parts, [name]: parts[name] + " ".repeat(64 * 2 ** 20) });
  assert.ok(whole.length < 100_000);
  const bomb = whole.slice();
  // Its packed bytes are spoilt: only the sizes in its headers can have been read.
  bomb.fill(0xff, 1_000, bomb.length - 2_000);
  const { error } = await refusalOf(bomb);
  assert.match(error.message, /would unpack to 65 MiB/);

  const lying = eachHeader(whole, (view, at) => {
    if (view.getUint32(at + 24, true) > 2 ** 20) view.setUint32(at + 24, 2 ** 20, true);
  });
  const lied = await refusalOf(lying);
  assert.match(lied.error.message, /damaged.*too many bytes/);
});

Deno.test("readTable() refuses a single XLSX cell of millions of characters", async () => {
  // Random letters: what shrinks well is refused as a bomb before it is read.
  const letters = Array.from({ length: 40_000 }, () => Math.random().toString(36).slice(2)).join(
    "",
  );
  const long = await refusalOf(
    await xlsxOf({ rows: `<row>${textCell("A1", letters.repeat(9))}</row>` }),
  );
  assert.match(long.error.message, /million characters/);
});

/** Changes the copy of a zip at each header of its central directory. */
function eachHeader(zip: Uint8Array, change: (view: DataView, at: number) => void): Uint8Array {
  const copy = zip.slice();
  const view = new DataView(copy.buffer);
  for (let at = 0; at < copy.length - 4; at++) {
    if (view.getUint32(at, true) === 0x02014b50) change(view, at);
  }
  return copy;
}
