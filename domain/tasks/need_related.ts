import sql, { raw } from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import { invalid } from "../errors.ts";
import { records, relatedTypes } from "../records/related.ts";

/** Where the records of a kind are kept. Other kinds are taken as they come. */
const tables: Record<string, string> = {
  ...Object.fromEntries(relatedTypes.map((type) => [type, records[type].table])),
  user: "users",
};

/**
 * What a task is about must be there, where we know its kind.
 * @throws Refusal `invalid_fields` on `related_type` when only the id is given, on `related_id`
 */
export async function needRelated(
  tx: Tx,
  { related_type, related_id }: { related_type?: string | null; related_id?: number | null },
): Promise<void> {
  if (!related_id) return;
  if (!related_type) throw invalid({ related_type: "is required with related_id" });
  if (!Object.hasOwn(tables, related_type)) return;
  const [found] = await tx.query<[{ id: number }?]>(
    sql`select id from ${raw(tables[related_type])} where id = ${related_id}`,
  );
  if (!found) throw invalid({ related_id: `names no ${related_type.replaceAll("_", " ")}` });
}
