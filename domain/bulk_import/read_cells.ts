import type { z } from "zod";
import { unguarded } from "../files/write_csv.ts";
import type { TableRow } from "../files/read_table.ts";
import { refusalFrom, tidy } from "../records/input.ts";
import { Refusal } from "../errors.ts";
import type { RowProblem } from "./import_kind.ts";

/** What a spreadsheet makes of a long number in a cell too narrow for it: 1.23E+05. */
const shortened = /^\d+([.,]\d+)?E[+-]\d{2,}$/i;
const dayNumber = /^[2-7]\d{4}(\.\d+)?$/;

/** The cells as people meant them: no-break spaces as spaces, nothing invisible, no formula guard. */
export function cleaned(cells: Record<string, string>): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const name in cells) {
    const text = cells[name];
    clean[name] = /[\u00a0\u2007\u202f\u200b\ufeff']/.test(text)
      ? unguarded(text.replace(/[\u00a0\u2007\u202f]/g, " ").replace(/[\u200b\ufeff]/g, "").trim())
      : text;
  }
  return clean;
}

/**
 * Reads one row by a schema of the API, and gives its data or every problem it has, each under the
 * column that it stands in.
 */
export function readCells<S extends z.ZodType>(
  schema: S,
  { line, fault }: TableRow,
  cells: Record<string, string>,
): { data: z.output<S>; problems: RowProblem[] } | { data: undefined; problems: RowProblem[] } {
  const problems: RowProblem[] = [];
  const blame = blamer(problems, line, cells);
  if (fault !== undefined) blame(null, fault);
  const { value } = tidy(schema, cells);
  const read = schema.safeParse(value);
  if (!read.success) {
    const { errors = {} } = refusalFrom(read.error.issues, value).details;
    for (const [column, reasons] of Object.entries(errors)) {
      const serial = dayNumber.test(cells[column] ?? "") && /date/.test(reasons.join());
      blame(column, reasons.join(", ") + (serial ? "; this is a spreadsheet's day number" : ""));
    }
  }
  for (const column in cells) {
    if (!shortened.test(cells[column]) || problems.some((each) => each.column === column)) continue;
    blame(column, "looks like a number that a spreadsheet shortened");
  }
  return read.success && problems.length === 0
    ? { data: read.data, problems }
    : { data: undefined, problems };
}

/** Notes what is wrong with a column of a row, with the value that stands there. */
export function blamer(problems: RowProblem[], line: number, cells: Record<string, string>) {
  return (column: string | null, reason: string) => {
    problems.push({ line, column, value: column === null ? null : cells[column] ?? "", reason });
  };
}

/** Runs a rule of the domain over a row; what it refuses becomes problems of the row's columns. */
export function judged<T>(
  blame: ReturnType<typeof blamer>,
  rule: () => T,
): T | undefined {
  try {
    return rule();
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== "invalid") throw error;
    for (const [column, reasons] of Object.entries(error.details.errors ?? {})) {
      blame(column, reasons.join(", "));
    }
    return undefined;
  }
}

/** The fields of a shape that have a value, in the shape's order and in one canonical spelling. */
export function asText(
  shape: Record<string, unknown>,
  values: Record<string, unknown>,
): Record<string, string> {
  return Object.fromEntries(
    Object.keys(shape).filter((name) => values[name] !== undefined)
      .map((name) => [name, String(values[name])]),
  );
}

/** The fields of a shape that the row itself fills in. */
export function givenIn(shape: Record<string, unknown>, cells: Record<string, string>): string[] {
  return Object.keys(shape).filter((name) => (cells[name] ?? "") !== "");
}
