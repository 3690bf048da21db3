import type { Sql } from "sql-template-tag";
import type { Db } from "../db/connect.ts";
import { jsonOne, Wire } from "../db/wire.ts";
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
    return jsonOne(found) as never;
  }
  const [row] = await db.query<[Row?]>(statement);
  if (!row) throw notFound(what, named);
  return row;
}
