import { type CellValue, numberText } from "./cell_value.ts";

/**
 * One line of a CSV export, quoted by RFC 4180 and ended by CRLF. Text that a spreadsheet would
 * run as a formula gets a leading apostrophe; numbers and Decimals are written as they are.
 *
 * Source: docs/terminal.md, "Files written".
 */
export function csvLine(values: CellValue[]): string {
  return values.map(csvCell).join(",") + "\r\n";
}

function csvCell(value: CellValue): string {
  const text = numberText(value) ?? guarded(String(value ?? ""));
  return /[",\r\n\t;]|^'/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets may drop leading space before they look for a formula, and read full-width signs. */
const formula = /^(?:[\t\r]|\s*[=+\-@＝＋－＠])/;

function guarded(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** The text that was guarded: what comes back from a file that we wrote. */
export function unguarded(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}
