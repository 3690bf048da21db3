import { readCsv } from "./read_csv.ts";
import { readXlsx } from "./read_xlsx.ts";
import { type FileRow, TableError } from "./table_error.ts";

export { TableError };

/** One row under the header. `line` is 1-based: where the row starts in the file or the sheet. */
export type TableRow = {
  line: number;
  cells: Record<string, string>;
  /** what is wrong with the row as a whole, where the reader asked to go on */
  fault?: string;
};

export interface ReadOptions {
  /** called now and then with the share of the file that was read, 0 to 1 */
  onRead?: (share: number) => void;
  /** a row with more cells than the header comes out with its `fault` instead of ending the table */
  goOn?: boolean;
}

/**
 * Reads a spreadsheet file, CSV or XLSX told by its content, row by row, so that a file of any
 * length needs little memory. The first row that is not empty names the columns: trimmed, lower
 * case; columns without a name are left out. Every later row that is not empty comes out with all
 * named columns, absent cells as "". Cell text is kept as it is but for white space around it.
 *
 * Rows before a broken one are given out before the error is thrown.
 *
 * @throws TableError when the file is no table: encoding, quotes, header, too many cells in a row,
 *   damaged or protected XLSX. A missing file is Deno's own error.
 * Source: docs/terminal.md, "Importing files".
 */
export async function* readTable(
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<TableRow> {
  let header: string[] | undefined;
  for await (const { line, values } of await openRows(path, options.onRead)) {
    const texts = values.map((value) => value.trim());
    if (texts.every((text) => text === "")) continue;
    if (header) yield nameCells(header, line, texts, options.goOn);
    else header = readHeader(line, texts);
  }
  if (!header) throw new TableError(1, "The file is empty: it has no header row.");
}

async function openRows(
  path: string,
  onRead?: (share: number) => void,
): Promise<AsyncGenerator<FileRow>> {
  const start = await firstBytes(path);
  if (start.startsWith("504b0304") || start.startsWith("504b0506")) return readXlsx(path, onRead);
  if (start === "d0cf11e0a1b11ae1") {
    throw new TableError(
      1,
      "The file is protected by a password or is an old .xls: save it as .xlsx without password.",
    );
  }
  return readCsv(path, onRead);
}

async function firstBytes(path: string): Promise<string> {
  using file = await Deno.open(path);
  const bytes = new Uint8Array(8);
  return bytes.subarray(0, await file.read(bytes) ?? 0).toHex();
}

function readHeader(line: number, texts: string[]): string[] {
  const names = texts.map((text) => text.toLowerCase());
  const twice = names.find((name, at) => name !== "" && names.indexOf(name) !== at);
  if (twice === undefined) return names.slice(0, names.findLastIndex((name) => name !== "") + 1);
  throw new TableError(
    line,
    `The header on line ${line} names the column "${twice}" twice.`,
    twice,
  );
}

function nameCells(
  header: string[],
  line: number,
  texts: string[],
  goOn = false,
): TableRow {
  const named = header.map((name, at) => [name, texts[at] ?? ""] as const);
  const cells = Object.fromEntries(named.filter(([name]) => name !== ""));
  const extra = texts.findIndex((text, at) => at >= header.length && text !== "");
  if (extra === -1) return { line, cells };
  const fault =
    `The row on line ${line} has a value in cell ${extra + 1}, but the header has only ` +
    `${header.length} columns.`;
  if (!goOn) throw new TableError(line, fault);
  return { line, cells, fault };
}
