import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";

/** Work is given to people who are still here. @throws Refusal `invalid_fields` on `assigned_to` */
export async function needAssignee(tx: Tx, id: number | null | undefined): Promise<void> {
  if (id === undefined || id === null) return;
  const [user] = await tx.query<[{ active: boolean }?]>(
    sql`select active from users where id = ${id} for key share`,
  );
  if (!user) throw invalid({ assigned_to: "names no user" });
  if (!user.active) throw invalid({ assigned_to: "names a user who is not active" });
}
