import sql, { raw, type Sql } from "sql-template-tag";
import { type Actor, may, type Permission } from "./access.ts";

/**
 * The rows of tasks or tickets that the actor reaches: all with the permission, else those assigned
 * to him or made by him. Source: docs/roles.md, "Own".
 *
 * @param alias of the table with `assigned_to` and `created_by` in the query
 */
export function withinReach(
  actor: Pick<Actor, "role" | "userId">,
  all: Permission,
  alias: string,
): Sql {
  if (may(actor, all)) return sql`true`;
  const row = raw(alias);
  return sql`(${row}.assigned_to = ${actor.userId} or ${row}.created_by = ${actor.userId})`;
}
