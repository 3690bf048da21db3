import { Buffer } from "node:buffer";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { type CellValue, numberText } from "./cell_value.ts";
import { columnName } from "./xlsx_cell.ts";

/** What a cell has room for. */
export const MAX_TEXT_CHARS = 32_767;
const NS = "http://schemas.openxmlformats.org";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/**
 * Writes an XLSX file of one sheet, row by row, `above` before its header. Numbers and Decimals become
 * number cells, unless they have more than the 15 digits a spreadsheet keeps: those and all text become
 * text cells, never formulas. A file half written when the rows fail is removed.
 */
export async function writeXlsx(
  path: string,
  header: string[],
  rows: Iterable<CellValue[]> | AsyncIterable<CellValue[]>,
  above: string[][] = [],
): Promise<void> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(fixedParts)) zip.addBuffer(Buffer.from(text), name);
  const sheet = Readable.from(sheetXml([...above, header], rows));
  zip.addReadStream(sheet, "xl/worksheets/sheet1.xml");
  zip.end();
  const output = zip.outputStream as Readable;
  // yazl passes on neither its own errors nor those of the rows: the file would wait for ever.
  zip.on("error", (error) => output.destroy(error));
  sheet.on("error", (error) => output.destroy(error));
  try {
    await pipeline(output, createWriteStream(path));
  } catch (error) {
    await Deno.remove(path).catch(() => {});
    throw error;
  } finally {
    sheet.destroy();
  }
}

async function* sheetXml(
  heads: string[][],
  rows: Iterable<CellValue[]> | AsyncIterable<CellValue[]>,
): AsyncGenerator<string> {
  let line = 0;
  let xml = `${XML}<worksheet xmlns="${NS}/spreadsheetml/2006/main"><sheetData>` +
    heads.map((head) => rowXml(++line, head)).join("");
  for await (const row of rows) {
    xml += rowXml(++line, row);
    if (xml.length < 1 << 16) continue;
    yield xml;
    xml = "";
  }
  yield `${xml}</sheetData></worksheet>`;
}

function rowXml(line: number, values: CellValue[]): string {
  const cells = values.map((value, at) => cellXml(`${columnName(at)}${line}`, value));
  return `<row r="${line}">${cells.join("")}</row>`;
}

function cellXml(reference: string, value: CellValue): string {
  const number = numberText(value);
  if (number !== undefined && significantDigits(number) <= 15) {
    return `<c r="${reference}"><v>${number}</v></c>`;
  }
  const text = number ?? String(value ?? "");
  if (text === "") return "";
  if (text.length > MAX_TEXT_CHARS) {
    throw new RangeError(
      `Cell ${reference} may hold ${MAX_TEXT_CHARS} characters, not ${text.length}`,
    );
  }
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">` +
    `${escapeText(text)}</t></is></c>`;
}

function significantDigits(number: string): number {
  return number.replace(/[-.]/g, "").replace(/^0+/, "").length;
}

/** XML cannot hold control characters, and reads a CR as LF; a real "_x0041_" must not be undone. */
function escapeText(text: string): string {
  return text
    .replace(/_(?=x[0-9a-fA-F]{4}_)/g, "_x005F_")
    .replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")
    .replace(
      /[^\P{Cc}\t\n]|[\ufffe\uffff]/gu,
      (mark) => `_x${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
    );
}

const fixedParts = {
  "[Content_Types].xml": `${XML}<Types xmlns="${NS}/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Override PartName="/xl/workbook.xml" ' +
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>' +
    '<Override PartName="/xl/worksheets/sheet1.xml" ' +
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
  "_rels/.rels": relationXml("officeDocument", "xl/workbook.xml"),
  "xl/workbook.xml": `${XML}<workbook xmlns="${NS}/spreadsheetml/2006/main" ` +
    `xmlns:r="${NS}/officeDocument/2006/relationships"><sheets>` +
    '<sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
  "xl/_rels/workbook.xml.rels": relationXml("worksheet", "worksheets/sheet1.xml"),
};

function relationXml(type: string, target: string): string {
  return `${XML}<Relationships xmlns="${NS}/package/2006/relationships"><Relationship Id="rId1" ` +
    `Type="${NS}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
}
