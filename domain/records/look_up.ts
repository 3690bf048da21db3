import sql, { join, raw, type Sql } from "sql-template-tag";
import { PLANNED_ANEW } from "../db/statements.ts";
import type { Reader } from "./kinds.ts";
import { matches } from "./paging.ts";

/** What a list's rows refer to by a column: found by the texts of that, too. */
export interface Linked {
  by: Sql;
  /** a select of the ids that a search means */
  ids: (search: string) => Sql;
}

/**
 * Whether any of the columns contains the search text, or what the row is linked to is meant. The ids of that
 * are looked up first: an `or` over the texts of several tables joins all their rows before it can judge one.
 */
export function matchesLinked(
  search: string | undefined,
  columns: Sql[],
  linked: Linked[],
): Sql | undefined {
  if (search === undefined) return undefined;
  const own = columns.length > 0 ? [matches(search, columns)] : [];
  const parts = [...own, ...linked.map(({ by, ids }) => sql`${by} = any(array(${ids(search)}))`)];
  return sql`(${join(parts, " or ")})`;
}

/** The same in a list whose columns have an index of their texts: migrations/0040_text_in_lists.sql. */
export function lookUp(
  search: string | undefined,
  columns: Sql[],
  linked: Linked[] = [],
): Sql | undefined {
  const found = matchesLinked(search, columns, linked);
  return found && sql`${raw(PLANNED_ANEW)} ${found}`;
}

/** The records of a table of which one of these columns contains the search text. */
export function linkedTo(by: Sql, table: string, texts: string[]): Linked {
  const columns = texts.map((text) => sql`linked.${raw(text)}`);
  return {
    by,
    ids: (search) =>
      sql`select linked.id from ${raw(table)} linked where ${matches(search, columns)}`,
  };
}

/** Of one user, who may have been asked for as `me` (`field.userOrMe`); false: of whomever. */
export function ofUser(
  column: Sql,
  asked: number | "me" | undefined,
  { userId }: Pick<Reader, "userId">,
) {
  return asked !== undefined && sql`${column} = ${asked === "me" ? userId : asked}`;
}
