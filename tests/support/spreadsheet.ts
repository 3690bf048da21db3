import { Buffer } from "node:buffer";
import { buffer } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { readCsv } from "../../domain/files/read_csv.ts";
import { readXlsx } from "../../domain/files/read_xlsx.ts";
import { columnHead } from "../../domain/records/heading.ts";
import { readTable, TableError, type TableRow } from "../../domain/files/read_table.ts";

/** Runs `body` with the path of a temporary file that holds `content`. */
export async function withFile<Result>(
  content: string | Uint8Array,
  body: (path: string) => Promise<Result>,
): Promise<Result> {
  const path = await Deno.makeTempFile({ prefix: "table-" });
  try {
    await Deno.writeFile(path, typeof content === "string" ? bytes(content) : content);
    return await body(path);
  } finally {
    await Deno.remove(path);
  }
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function rowsOf(content: string | Uint8Array): Promise<TableRow[]> {
  return withFile(content, (path) => Array.fromAsync(readTable(path)));
}

/** The rows given out before the file was refused, and the refusal. */
export function refusalOf(content: string | Uint8Array) {
  return withFile(content, async (path) => {
    const rows: TableRow[] = [];
    try {
      for await (const row of readTable(path)) rows.push(row);
    } catch (error) {
      if (error instanceof TableError) return { rows, error };
      throw error;
    }
    throw new Error(`read without refusal: ${JSON.stringify(rows)}`);
  });
}

/** A zip archive of the given parts. */
export function zipOf(parts: Record<string, string | Uint8Array>): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream as Readable);
}

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The parts of an XLSX workbook of one sheet, by hand: rows, styles and shared texts as XML. */
export function workbookParts(
  { rows, styles = "", shared = "", properties = "" }: {
    rows: string;
    styles?: string;
    shared?: string;
    properties?: string;
  },
): Record<string, string> {
  return {
    "_rels/.rels":
      `<Relationships><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml":
      `<workbook xmlns:r="${OFFICE}">${properties}<sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>` +
      `<Relationship Id="rId3" Type="${OFFICE}/styles" Target="styles.xml"/>` +
      `<Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="/xl/sharedStrings.xml"/>` +
      `<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `</Relationships>`,
    "xl/styles.xml": `<styleSheet>${styles}</styleSheet>`,
    "xl/sharedStrings.xml": `<sst>${shared}</sst>`,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  };
}

export function xlsxOf(workbook: Parameters<typeof workbookParts>[0]): Promise<Uint8Array> {
  return zipOf(workbookParts(workbook));
}

/** An inline text cell. */
export function textCell(reference: string, text: string): string {
  return `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
}

/** Every row of a file that we wrote, its header too. */
export function sheetOf(content: Uint8Array, format: "csv" | "xlsx"): Promise<string[][]> {
  const read = format === "csv" ? readCsv : readXlsx;
  return withFile(content, async (path) => {
    const rows = await Array.fromAsync(read(path));
    return rows.map(({ values }) => values);
  });
}

/**
 * A headed spreadsheet of a report: what stands above its rows, their heads, and they as the file for programs
 * has them, with the names of `columns` instead of the heads in words.
 */
export async function reportSheet(content: Uint8Array, columns: string[]) {
  const all = await sheetOf(content, "xlsx");
  const gap = all.findIndex((values) => values.length === 0);
  const [heads, ...rows] = all.slice(gap + 1);
  const names = heads.map((head) => columns.find((name) => columnHead(name) === head) ?? head);
  return {
    above: all.slice(0, gap).map(([said]) => said),
    heads,
    cells: rows.map((values) =>
      Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""]))
    ),
  };
}
