import sql, { type Sql } from "sql-template-tag";

/** Rows of one table that the transaction has read so far, as PostgreSQL counts them, whatever its plans are. */
export function rowsReadOf(table: string): Sql {
  return sql`${rowsReadSoFar} where relname = ${table}`;
}

/** Of all tables. */
export const rowsReadSoFar = sql`
  select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::integer as rows
  from pg_stat_xact_user_tables`;
