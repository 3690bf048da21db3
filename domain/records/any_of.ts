import { raw, type Sql } from "sql-template-tag";

/**
 * SQL: `any` of words that the program itself knows, never of what somebody asked for. They stand in the
 * statement's text: of words that come with its values PostgreSQL expects a part of all rows, finds no index of
 * just those rows, and plans again each time it is asked.
 */
export function anyOf(words: readonly string[]): Sql {
  return raw(`any('{${words.join()}}'::text[])`);
}
