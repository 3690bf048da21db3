import sql from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { matches, ofUser } from "../records/look_up.ts";
import { madeWithin, type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { type Acknowledgement, acknowledgement } from "./acknowledgement.ts";
import { approvalKinds } from "./approval.ts";
import { kindsFor } from "./find_approvals.ts";

const sorts: Sorts = { created_at: { by: sql`a.created_at`, type: "timestamptz" } };

export const acknowledgementQuery = queryOf(recordQuery, { sorts, day: "created_at" }).extend({
  kind: wordList(approvalKinds, "Decisions of these kinds."),
  created_by: field.userOrMe().optional().describe("What this user acknowledged."),
});

/** Who took what as it stands or put it off, and what he saw; of kinds that the actor may decide. */
export function listAcknowledgements(
  db: Db,
  actor: Actor,
  query: z.output<typeof acknowledgementQuery>,
): Promise<Page<Acknowledgement>> {
  const kinds = kindsFor(actor).filter((kind) => !query.kind || query.kind.includes(kind));
  return recordPage<Acknowledgement>(db, query, {
    ...acknowledgement.listed(actor),
    from: sql`acknowledgements a`,
    id: sql`a.id`,
    changedAt: sql`a.updated_at`,
    sorts,
    where: [
      sql`a.kind = any(${kinds}::text[])`,
      ofUser(sql`a.created_by`, query.created_by, actor),
      madeWithin(sql`a.created_at`, query),
      query.search !== undefined &&
      matches(query.search, [sql`a.reference_no`, sql`a.title`, sql`a.note`]),
    ],
  });
}
