import type { Sql } from "sql-template-tag";
import type { Db, Texts } from "./connect.ts";
import { JsonBytes } from "./json_bytes.ts";
import { FIRST_COLUMN, type RowBytes, sizeAt, textIn } from "./row_bytes.ts";
import { readInstant, types } from "./values.ts";

/**
 * A database for what is sent on as it is read: lists and single records come as `JsonText`, made from
 * PostgreSQL's own bytes, so that no value of theirs is ever taken apart. Whoever looks into a row reads
 * from the database itself.
 */
export class Wire implements Db {
  constructor(readonly source: Db) {}

  query<Rows extends readonly unknown[]>(statement: Sql): Promise<Rows> {
    return this.source.query(statement);
  }

  texts(statement: Sql): Promise<Texts> {
    return this.source.texts(statement);
  }
}

/** A value that is sent on as JSON, and becomes it in the bytes of the answer. */
export class JsonText {
  constructor(
    readonly write: (json: JsonBytes) => void,
    /** of the record that it is: what stands in the column of a name, where it has one */
    readonly column: (name: string) => string | null = () => null,
  ) {}

  get id(): number | undefined {
    return this.#number("id");
  }

  get version(): number | undefined {
    return this.#number("version");
  }

  get reference_no(): string | null {
    return this.column("reference_no");
  }

  #number(name: string): number | undefined {
    const text = this.column(name);
    return text === null ? undefined : Number(text);
  }

  /** In UTF-8, with what stands around it. */
  bytes(before = "", after = ""): Uint8Array<ArrayBuffer> {
    const json = JsonBytes.begin();
    json.text(before);
    this.write(json);
    json.text(after);
    return json.taken();
  }

  text(): string {
    return utf8.decode(this.bytes());
  }
}

/** Puts the text of a value that stands between two places of a row there as JSON. */
type Write = (json: JsonBytes, row: RowBytes, from: number, to: number) => void;

const asItStands: Write = (json, row, from, to) => json.bytes(row, from, to);
const writers = new Map<number, Write>([
  ...[20, 21, 23, 700, 701, 1700].map((number) => [number, asItStands] as const),
  [114, asItStands], // json
  [3802, asItStands], // jsonb
  [16, (json, row, from) => json.ascii(row[from] === TRUE ? "true" : "false")],
  ...[25, 1043, 1082, 1083].map((text) => [text, writeText] as const),
  [1184, writeInstant],
]);

const TRUE = "t".charCodeAt(0);
const SPACE = " ".charCodeAt(0);
const PLUS = "+".charCodeAt(0);
const ZERO = "0".charCodeAt(0);
const utf8 = new TextDecoder();
const encoder = new TextEncoder();

function writeText(json: JsonBytes, row: RowBytes, from: number, to: number): void {
  if (isPlain(row, from, to)) json.quoted(row, from, to);
  else json.text(JSON.stringify(utf8.decode(row.subarray(from, to))));
}

/** Whether it stands in JSON as it is: without quotes, backslashes and control characters. */
function isPlain(row: RowBytes, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = row[at];
    if (byte < 0x20 || byte === 0x22 || byte === 0x5c) return false;
  }
  return true;
}

/** As `readInstant`: 2026-11-26 01:36:42.123456+00 is 2026-11-26T01:36:42.123Z. */
function writeInstant(json: JsonBytes, row: RowBytes, from: number, to: number): void {
  const zone = to - 3;
  const inUtc = zone >= from + 19 && row[from + 10] === SPACE && row[zone] === PLUS &&
    row[zone + 1] === ZERO && row[zone + 2] === ZERO;
  if (!inUtc) return json.text(`"${readInstant(utf8.decode(row.subarray(from, to)))}"`);
  json.ascii('"');
  json.bytes(row, from, from + 10);
  json.ascii("T");
  json.bytes(row, from + 11, from + 19);
  json.ascii(".");
  const places = Math.min(Math.max(zone - from - 20, 0), 3);
  json.bytes(row, from + 20, from + 20 + places);
  json.ascii("000".slice(places));
  json.ascii('Z"');
}

/** Types that are rare here, such as lists of words: read as everywhere else. */
function other(type: number): Write {
  const read = types.getTypeParser(type);
  return (json, row, from, to) =>
    json.text(JSON.stringify(read(utf8.decode(row.subarray(from, to)))));
}

interface Column {
  /** `"name":`, with a comma in front where another stands before it; undefined: left out */
  key?: Uint8Array;
  write: Write;
}

/** What stands in the last column of a name; null where none is named so. */
export function textNamed({ fields }: Texts, row: RowBytes, name: string): string | null {
  const column = fields.findLastIndex((field) => field.name === name);
  return column < 0 ? null : textIn(row, column);
}

/** The only row as a JSON object, with its version where it has one. */
export function jsonOne(found: Texts): JsonText {
  const { fields, rows: [row] } = found;
  return new JsonText(
    (json) => writeRow(json, row, columnsOf(fields)),
    (name) => textNamed(found, row, name),
  );
}

/** The record, however it was read, with more than was read. */
export function withMore<Found extends object, More extends object>(
  found: Found,
  more: More,
): Found & More {
  if (!(found instanceof JsonText)) return { ...found, ...more };
  return new JsonText((json) => {
    found.write(json);
    json.reopen();
    json.text(`,${JSON.stringify(more).slice(1)}`);
  }, found.column) as never;
}

/** All rows as a JSON list of objects, without the columns that `leave` names. */
export function jsonList({ fields, rows }: Texts, leave: readonly string[]): JsonText {
  return new JsonText((json) => {
    const columns = columnsOf(fields, leave);
    writeList(json, rows, (row) => writeRow(json, row, columns));
  });
}

/** What stands in the only column of all rows, which is JSON, as a JSON list. */
export function jsonValues(rows: RowBytes[]): JsonText {
  const start = FIRST_COLUMN + 4;
  return new JsonText((json) =>
    writeList(json, rows, (row) => json.bytes(row, start, start + sizeAt(row, FIRST_COLUMN)))
  );
}

function writeList(json: JsonBytes, rows: RowBytes[], write: (row: RowBytes) => void): void {
  json.ascii("[");
  for (let no = 0; no < rows.length; no++) {
    if (no > 0) json.ascii(",");
    write(rows[no]);
  }
  json.ascii("]");
}

const none: readonly string[] = [];
/** The last of each prepared statement, whose fields the driver keeps. */
const known = new WeakMap<Texts["fields"], { leave: readonly string[]; columns: Column[] }>();

function columnsOf(fields: Texts["fields"], leave = none): Column[] {
  const kept = known.get(fields);
  if (kept?.leave === leave) return kept.columns;
  let shown = 0;
  const columns = fields.map(({ name, dataTypeID }): Column => ({
    key: leave.includes(name) ? undefined : encoder.encode(
      `${shown++ === 0 ? "" : ","}${JSON.stringify(name)}:`,
    ),
    write: writers.get(dataTypeID) ?? other(dataTypeID),
  }));
  known.set(fields, { leave, columns });
  return columns;
}

function writeRow(json: JsonBytes, row: RowBytes, columns: Column[]): void {
  json.ascii("{");
  let at = FIRST_COLUMN;
  for (const { key, write } of columns) {
    const size = sizeAt(row, at);
    at += 4;
    if (key !== undefined) {
      json.bytes(key, 0, key.length);
      if (size < 0) json.ascii("null");
      else write(json, row, at, at + size);
    }
    at += Math.max(size, 0);
  }
  json.ascii("}");
}
