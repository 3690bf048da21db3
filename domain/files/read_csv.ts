import { CsvError, parse, type Parser } from "csv-parse";
import { type FileRow, TableError } from "./table_error.ts";
import { MAX_ROW_BYTES, wholeLines } from "./whole_lines.ts";

/**
 * Gives the rows of a CSV file with the line each starts on, blank lines included. UTF-8 with or
 * without BOM; comma, semicolon or tab, whichever the first line holds most; quotes by RFC 4180,
 * except that a quote inside an unquoted cell is taken as it stands (5" pipe), as Excel does.
 *
 * @throws TableError naming the line.
 */
export async function* readCsv(
  path: string,
  onRead?: (share: number) => void,
): AsyncGenerator<FileRow> {
  const file = await Deno.open(path);
  const { size } = await file.stat();
  let bytesRead = 0;
  let parser: Parser | undefined;
  let line = 1;
  const rows: FileRow[] = [];
  // Rows are taken here and not from the parser's stream: an error would drop those still queued
  // in it, and csv-parse itself does not count the line breaks inside quotes.
  const takeRow = (values: string[]) => {
    rows.push({ line, values });
    line += 1 + values.reduce((sum, value) => sum + lineBreaks(value), 0);
    return null;
  };
  try {
    for await (const block of wholeLines(file.readable)) {
      parser ??= openParser(delimiterOf(block), takeRow);
      await feed(parser, block);
      onRead?.(Math.min(1, (bytesRead += block.length) / size));
      yield* rows.splice(0);
    }
    if (parser) await feed(parser);
  } catch (error) {
    yield* rows.splice(0);
    throw error instanceof CsvError ? explain(error, line) : error;
  }
  yield* rows.splice(0);
}

function openParser(delimiter: string, takeRow: (values: string[]) => null): Parser {
  const parser = parse({
    bom: true,
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
    max_record_size: MAX_ROW_BYTES,
    on_record: takeRow,
  });
  // Errors reach `feed` by its callback; without a listener the event would end the process.
  parser.on("error", () => {});
  return parser.resume();
}

function feed(parser: Parser, block?: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: Error | null) => error ? reject(error) : resolve();
    if (block) parser.write(block, done);
    else parser.end(done);
  });
}

function explain(error: CsvError, line: number): TableError {
  const row = `The row that starts on line ${line}`;
  const reason = {
    CSV_QUOTE_NOT_CLOSED: `${row} opens a quote that is never closed.`,
    CSV_MAX_RECORD_SIZE: `${row} is longer than 1 MiB: probably a quote is never closed.`,
  }[error.code as string] ?? `${row} has text after a closing quote.`;
  return new TableError(line, reason, undefined, { cause: error });
}

function lineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

/** The mark that stands most often in the header line, outside quotes; the comma when none does. */
function delimiterOf(block: Uint8Array): string {
  const text = new TextDecoder().decode(block).trimStart();
  const header = text.split(/\r\n|\r|\n/, 1)[0].replace(/"(?:[^"]|"")*"?/g, "");
  const count = (mark: string) => header.split(mark).length;
  return [",", ";", "\t"].reduce((best, mark) => count(mark) > count(best) ? mark : best);
}
