import sql, { raw } from "sql-template-tag";
import { notFound } from "../errors.ts";
import type { Tx } from "./connect.ts";

/** Locks a record and answers its version, for If-Match. `table` comes from our own route table. */
export async function versionOf(tx: Tx, table: string, id: number): Promise<number> {
  const [row] = await tx.query<[{ version: number }?]>(
    sql`select version from ${raw(table)} where id = ${id} for no key update`,
  );
  if (!row) throw notFound("Record", id);
  return row.version;
}
