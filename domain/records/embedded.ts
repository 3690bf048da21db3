import sql, { empty, type Sql } from "sql-template-tag";
import { z } from "zod";
import type { Field, Reader, Seen } from "./kinds.ts";
import { type Fields, record, type RecordOf } from "./record.ts";

interface Embedding {
  /** `from` clause with its condition */
  from: Sql | ((reader: Reader) => Sql);
  seenBy?: Seen;
}

interface Embedded {
  sql: (reader: Reader) => Sql;
}

/** An order of rows: that in which `from` reads them, for rows without an id. */
export const asRead = empty;

/** The rows of another record inside this one, of what the reader sees of them. */
export function many<F extends Fields, const O extends Embedding & { order?: Sql }>(
  of: RecordOf<F>,
  says: string,
  options: O,
): Field<z.output<RecordOf<F>["schema"]>[], O & Embedded & { example: [] }, "many"> {
  const { order = sql`r.id` } = options;
  return {
    kind: "many",
    says,
    options: {
      ...options,
      example: [],
      sql: (reader: Reader) => rowsAsJson(of, reader, fromOf(options, reader), order),
    },
    shown: () => z.array(of.schema) as never,
    reads: undefined,
    sqlType: "jsonb",
    shownTo: of.shownTo,
  };
}

/** One other record inside this one, null where there is none. */
export function one<F extends Fields, const O extends Embedding & { nullable?: false }>(
  of: RecordOf<F>,
  says: string,
  options: O,
): Field<
  z.output<RecordOf<F>["schema"]>,
  Omit<{ nullable: true }, keyof O> & O & Embedded & { example: null },
  "one"
> {
  return {
    kind: "one",
    says,
    options: {
      nullable: true,
      ...options,
      example: null,
      sql: (reader: Reader) => rowAsJson(of, reader, fromOf(options, reader)),
    },
    shown: () => of.schema as never,
    reads: undefined,
    sqlType: "jsonb",
    shownTo: of.shownTo,
  } as never;
}

/** The same record of one that was just made: of these lists nothing can be there yet, and nothing is looked for. */
export function justMade<F extends Fields>(
  of: RecordOf<F>,
  without: readonly (keyof F & string)[],
): RecordOf<F> {
  const emptied = without.map((name): [string, Field] => {
    const { options, ...field } = of.fields[name];
    return [name, { ...field, options: { ...options, sql: sql`'[]'::json` } }];
  });
  return record("", of.table, { ...of.fields, ...Object.fromEntries(emptied) } as never) as never;
}

function fromOf({ from }: Embedding, reader: Reader): Sql {
  return typeof from === "function" ? from(reader) : from;
}

/** Rows of a record as one JSON list: `from` holds joins, condition and limit. */
export function rowsAsJson<F extends Fields>(
  of: RecordOf<F>,
  reader: Reader,
  from: Sql,
  order: Sql = sql`r.id`,
): Sql {
  const ordered = order === asRead ? empty : sql`order by ${order}`;
  return sql`(select coalesce(json_agg(row_to_json(r) ${ordered}), '[]'::json)
    from (select ${of.columnsInJson(reader)} ${from}) r)`;
}

/** One row of a record as JSON, null where there is none. */
export function rowAsJson<F extends Fields>(of: RecordOf<F>, reader: Reader, from: Sql): Sql {
  return sql`(select row_to_json(r) from (select ${of.columnsInJson(reader)} ${from}) r)`;
}
