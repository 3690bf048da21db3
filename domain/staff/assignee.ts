import sql, { raw, type Sql } from "sql-template-tag";
import { type Actor, may, type Permission } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";

/**
 * The rows of tasks or tickets that the actor reaches: all with the permission, else those assigned
 * to him or made by him. Source: docs/roles.md, "Own".
 *
 * @param alias of the table with `assigned_to` and `created_by` in the query
 */
export function withinReach(actor: Actor, all: Permission, alias: string): Sql {
  if (may(actor, all)) return sql`true`;
  const row = raw(alias);
  return sql`(${row}.assigned_to = ${actor.userId} or ${row}.created_by = ${actor.userId})`;
}

/** Work is given to people who are still here. @throws Refusal `invalid_fields` on `assigned_to` */
export async function needAssignee(tx: Tx, id: number | null | undefined): Promise<void> {
  if (id === undefined || id === null) return;
  const [user] = await tx.query<[{ active: boolean }?]>(
    sql`select active from users where id = ${id} for key share`,
  );
  if (!user) throw invalid({ assigned_to: "names no user" });
  if (!user.active) throw invalid({ assigned_to: "names a user who is not active" });
}
