import type { Sql } from "sql-template-tag";
import type { Db, Texts } from "./connect.ts";
import { readInstant, types } from "./values.ts";

/**
 * A database for what is sent on as it is read: lists and single records come as `JsonText`, made from
 * PostgreSQL's own text, so that no value of theirs is ever taken apart. Whoever looks into a row reads
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

/** A value that is JSON already. */
export class JsonText {
  constructor(
    readonly json: string,
    /** of the record that it is, where it has one */
    readonly version?: number,
  ) {}
}

type Write = (text: string) => string;

const asItStands: Write = (text) => text;
const writers = new Map<number, Write>([
  ...[20, 21, 23, 700, 701, 1700].map((number) => [number, asItStands] as const),
  [114, asItStands], // json
  [3802, asItStands], // jsonb
  [16, (text) => text === "t" ? "true" : "false"],
  ...[25, 1043, 1082, 1083].map((text) => [text, (text: string) => JSON.stringify(text)] as const),
  [1184, (text) => `"${readInstant(text)}"`],
]);

/** Each row as a JSON object, without the columns that `leave` names. */
export function jsonRows({ fields, rows }: Texts, leave: readonly string[] = []): string[] {
  const columns = fields.flatMap(({ name, dataTypeID }, at) =>
    leave.includes(name) ? [] : [{
      at,
      key: `${JSON.stringify(name)}:`,
      write: writers.get(dataTypeID) ?? other(dataTypeID),
    }]
  );
  return rows.map((row) => {
    let json = "";
    for (const { at, key, write } of columns) {
      const text = row[at];
      json += (json === "" ? "{" : ",") + key + (text === null ? "null" : write(text));
    }
    return json === "" ? "{}" : json + "}";
  });
}

/** Types that are rare here, such as lists of words: read as everywhere else. */
function other(type: number): Write {
  const read = types.getTypeParser(type);
  return (text) => JSON.stringify(read(text));
}
