import sql, { type Sql } from "sql-template-tag";

/** An instant as answers show it, for rows that PostgreSQL turns into JSON: RFC 3339, UTC. */
export function instantText(column: Sql): Sql {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
