import { type FileRow, TableError } from "./table_error.ts";
import { columnOf, dayToDate, plainNumber, unescapeText } from "./xlsx_cell.ts";
import { openPackage, readPart, type XmlVisitor } from "./xlsx_package.ts";
import { isTrue, openWorkbook, textCollector, type Workbook } from "./xlsx_workbook.ts";

const MAX_COLUMNS = 16_384;

type Attributes = Record<string, string>;

/**
 * Gives the rows of the first visible sheet of an XLSX file with their row numbers; the sheet is
 * streamed, its shared texts are held. Numbers come as plain decimals, cells with a date format as
 * YYYY-MM-DD, booleans as TRUE and FALSE. Formulas are never run: the stored result is given.
 *
 * @throws TableError
 */
export async function* readXlsx(
  path: string,
  onRead?: (share: number) => void,
): AsyncGenerator<FileRow> {
  const pack = await openPackage(path);
  try {
    const workbook = await openWorkbook(pack);
    let line = 1;
    const visit = (emit: (row: FileRow) => void) =>
      sheetVisitor(workbook, (row) => {
        line = row.line;
        emit(row);
      });
    yield* readPart(pack, workbook.sheet, visit, { line: () => line, onRead });
  } finally {
    pack.zip.close();
  }
}

function sheetVisitor(workbook: Workbook, emit: (row: FileRow) => void): XmlVisitor {
  const text = textCollector();
  let row: FileRow = { line: 0, values: [] };
  let cell: Attributes = {};
  let column = -1;
  let isFormula = false;
  return {
    ...text,
    open(name, attributes) {
      text.open(name);
      if (name === "row") {
        row = { line: Number(attributes.r) || row.line + 1, values: [] };
        column = -1;
      } else if (name === "c") {
        cell = attributes;
        column = columnOf(attributes.r) ?? column + 1;
        isFormula = false;
        text.start();
      } else if (name === "f") isFormula = true;
    },
    close(name) {
      text.close(name);
      if (name === "row") emit({ line: row.line, values: Array.from(row.values, (v) => v ?? "") });
      if (name !== "c") return;
      if (column >= MAX_COLUMNS) {
        throw new TableError(row.line, `Row ${row.line} has more than ${MAX_COLUMNS} columns.`);
      }
      if (isFormula && text.value() === "" && cell.t !== "str") {
        throw uncalculated(row.line, cell.r);
      }
      const value = cellText(cell, text.value(), workbook, row.line);
      if (value !== "") row.values[column] = value;
    },
  };
}

/** A program wrote the formula and no spreadsheet has worked it out: reading "" would lose it. */
function uncalculated(line: number, reference = `in row ${line}`): TableError {
  return new TableError(
    line,
    `Cell ${reference} holds a formula without a stored result: open and save the file in a ` +
      "spreadsheet program first.",
    reference.match(/^[A-Z]+/)?.[0],
  );
}

function cellText(cell: Attributes, stored: string, workbook: Workbook, line: number): string {
  if (stored === "") return "";
  switch (cell.t ?? "n") {
    case "s": {
      const text = workbook.shared[Number(stored)];
      if (text !== undefined) return text;
      throw new TableError(line, `The XLSX file is damaged: row ${line} names a text it lacks.`);
    }
    case "b":
      return isTrue(stored) ? "TRUE" : "FALSE";
    case "d":
      return stored.replace(/^(\d{4}-\d\d-\d\d)T.*$/, "$1");
    case "n": {
      const isDate = workbook.dateStyles[Number(cell.s ?? 0)];
      return (isDate ? dayToDate(stored, workbook.date1904) : undefined) ?? plainNumber(stored);
    }
    default:
      return unescapeText(stored);
  }
}
