import { heading } from "../domain/records/heading.ts";

type Row = Record<string, unknown>;

/** A table for people: numbers to the right, nothing in a cell that could steer the terminal. */
export function table(columns: string[], rows: Row[]): string {
  if (rows.length === 0) return "Nothing to show.";
  const heads = columns.map(heading);
  const cells = rows.map((row) => columns.map((name) => shown(row[name])));
  const numeric = columns.map((name) => rows.every((row) => isNumber(row[name])));
  const widths = heads.map((head, at) =>
    Math.max(...[head, ...cells.map((line) => line[at])].map((text) => [...text].length))
  );
  const line = (texts: string[]) =>
    texts.map((text, at) => {
      const room = " ".repeat(widths[at] - [...text].length);
      return numeric[at] ? room + text : text + room;
    }).join("  ").trimEnd();
  return [line(heads), line(widths.map((width) => "-".repeat(width))), ...cells.map(line)]
    .join("\n");
}

/** In one line, and without what could steer the terminal. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  return String(value).replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, " ");
}

/** Decimals are objects that write themselves; an empty cell goes either way. */
function isNumber(value: unknown): boolean {
  return value === null || value === undefined || typeof value === "number" ||
    (typeof value === "object" && "toFixed" in value);
}
