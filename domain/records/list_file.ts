import type { Actor } from "../access/access.ts";
import type { Database } from "../db/connect.ts";
import { inTransaction } from "../db/transaction.ts";
import { invalid } from "../errors.ts";
import type { CellValue } from "../files/cell_value.ts";
import { csvLine } from "../files/write_csv.ts";
import { MAX_TEXT_CHARS, writeXlsx } from "../files/write_xlsx.ts";
import { Turns } from "../turns.ts";
import { columnHead } from "./heading.ts";
import type { Fields, RecordOf } from "./record.ts";
import { everyRow, WholeList } from "./whole_list.ts";

/** A sheet of XLSX holds 1,048,576 rows; more than this nobody reads. */
const MAX_ROWS = 1_000_000;
/** A file holds a connection for as long as it takes: most are left to the people who post. */
export const turns = new Turns(2, 20);

export const formats = ["json", "csv", "xlsx", "ndjson"] as const;
export type FileFormat = Exclude<typeof formats[number], "json" | "ndjson">;

export const contentTypes = {
  csv: "text/csv; charset=utf-8",
  ndjson: "application/x-ndjson",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

type Row = Record<string, unknown>;

export interface List<Query> {
  record: RecordOf<Fields>;
  query: Query;
  /** of a spreadsheet for people: what stands over its rows */
  above?: string[][];
  /** a page of it, as the API answers one */
  read(list: WholeList, query: Query): ReturnType<Parameters<typeof everyRow<Row, Query>>[2]>;
}

/**
 * Writes a whole list, whatever page was asked for, to a file: a header of the record's fields that the
 * actor sees, then a line for each row. Records inside the record are left out. Numbers stay numbers,
 * text is never a formula. A spreadsheet with an `above` has its columns in words. It is of one snapshot,
 * so that it adds up while people go on posting, and needs the same memory here however long it is; two
 * files at a time. `signal` ends it, waiting or at work.
 *
 * @throws Refusal `invalid_fields` (also for more than a million rows), `busy`; what `read` refuses; the
 *   reason of `signal`
 */
export async function writeList<Query>(
  database: Database,
  actor: Actor,
  { record, query, above, read }: List<Query>,
  format: FileFormat,
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  const inside = ["many", "one"];
  const header = record.seenBy(actor).filter((name) => !inside.includes(record.fields[name].kind));
  await turns.take(() =>
    inTransaction(database, async (tx) => {
      const lines = linesOf(header, everyRow(new WholeList(database, tx), query, read), format);
      const heads = above ? header.map(columnHead) : header;
      if (format === "xlsx") await writeXlsx(path, heads, lines, above);
      else await writeCsv(path, header, lines);
    }, { snapshot: true, signal }), { signal });
}

async function* linesOf(
  header: string[],
  rows: AsyncIterable<Row>,
  format: FileFormat,
): AsyncGenerator<CellValue[]> {
  let count = 0;
  for await (const row of rows) {
    if (++count > MAX_ROWS) {
      throw invalid({
        format: `has room for ${MAX_ROWS} rows, and there are more: narrow it down`,
      });
    }
    yield header.map((name) => {
      const value = cellOf(row[name]);
      if (format === "xlsx" && typeof value === "string" && value.length > MAX_TEXT_CHARS) {
        throw invalid({
          format:
            `has room for ${MAX_TEXT_CHARS} characters, and ${name} of ${row.id} has more: take csv`,
        });
      }
      return value;
    });
  }
}

/** A list of words as one text with commas; what has a shape of its own as JSON. */
export function cellOf(value: unknown): CellValue {
  if (typeof value === "boolean") return String(value);
  if (value === null || typeof value !== "object" || "toFixed" in value) return value as CellValue;
  const words = Array.isArray(value) && value.every((each) => typeof each === "string");
  return words ? value.join(", ") : JSON.stringify(value);
}

async function writeCsv(
  path: string,
  header: string[],
  lines: AsyncIterable<CellValue[]>,
): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true, truncate: true });
  const encoder = new TextEncoder();
  let text = "\uFEFF" + csvLine(header); // the mark by which spreadsheets know UTF-8
  const flush = async () => {
    let bytes = encoder.encode(text);
    while (bytes.length > 0) bytes = bytes.subarray(await file.write(bytes));
    text = "";
  };
  for await (const line of lines) {
    text += csvLine(line);
    if (text.length >= 1 << 16) await flush();
  }
  await flush();
}
