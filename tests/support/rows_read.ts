import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "../../domain/db/connect.ts";

/** Rows of one table that the transaction has read so far, as PostgreSQL counts them, whatever its plans are. */
export function rowsReadOf(table: string): Sql {
  return sql`${rowsReadSoFar} where relname = ${table}`;
}

/** Of all tables. */
export const rowsReadSoFar = sql`
  select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::integer as rows
  from pg_stat_xact_user_tables`;

/** What `ask` answers, and how many rows it reads for that, of all tables or of one. */
export async function rowsReadFor<T>(
  tx: Tx,
  ask: () => Promise<T>,
  table?: string,
): Promise<{ answer: T; rows: number }> {
  const statement = table ? rowsReadOf(table) : rowsReadSoFar;
  const count = async () => (await tx.query<[{ rows: number }]>(statement))[0].rows;
  const before = await count();
  const answer = await ask();
  return { answer, rows: await count() - before };
}
