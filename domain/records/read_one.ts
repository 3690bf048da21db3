import type { Sql } from "sql-template-tag";
import type { Db } from "../db/connect.ts";
import { textIn } from "../db/row_bytes.ts";
import { jsonOne, JsonText, Wire } from "../db/wire.ts";
import { notFound } from "../errors.ts";

/** The one row of `statement`, the `what` named so. @throws Refusal `not_found` */
export async function readOne<Row>(
  db: Db,
  statement: Sql,
  what: string,
  named: number | string,
): Promise<Row> {
  if (db instanceof Wire) {
    const found = await db.texts(statement);
    if (found.rows.length === 0) throw notFound(what, named);
    const column = found.fields.findIndex(({ name }) => name === "version");
    const version = column < 0 ? undefined : Number(textIn(found.rows[0], column));
    return new JsonText(jsonOne(found), version) as never;
  }
  const [row] = await db.query<[Row?]>(statement);
  if (!row) throw notFound(what, named);
  return row;
}
