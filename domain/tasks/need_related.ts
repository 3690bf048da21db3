import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { isReadable, isRelatedType } from "../records/related.ts";

/**
 * What a task is about must be there, where we know its kind; what the actor may not read does not exist for him.
 * @throws Refusal `invalid_fields` on `related_type` when only the id is given, on `related_id`
 */
export async function needRelated(
  tx: Tx,
  actor: Actor,
  { related_type, related_id }: { related_type?: string | null; related_id?: number | null },
): Promise<void> {
  if (!related_id) return;
  if (!related_type) throw invalid({ related_type: "is required with related_id" });
  const found = related_type === "user"
    ? (await tx.query(sql`select id from users where id = ${related_id}`)).length > 0
    : !isRelatedType(related_type) || await isReadable(tx, actor, related_type, related_id);
  if (!found) throw invalid({ related_id: `names no ${related_type.replaceAll("_", " ")}` });
}
