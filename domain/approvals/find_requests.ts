import sql from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import * as field from "../records/fields.ts";
import { lookUp, ofUser } from "../records/look_up.ts";
import { madeWithin, type Page, recordPage, recordQuery, wordList } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { readOne } from "../records/read_one.ts";
import { operationNames } from "./operations.ts";
import { type ApprovalRequest, request, requestStatuses, withinReach } from "./request.ts";

const sorts: Sorts = { created_at: { by: sql`q.created_at`, type: "timestamptz" } };

export const requestQuery = queryOf(recordQuery, { sorts, day: "created_at" }).extend({
  status: wordList(requestStatuses, "Of these statuses."),
  operation: wordList(operationNames, "Of these writes."),
  created_by: field.userOrMe().optional().describe("What this user asked for."),
});

/** What the actor asked for, and what he may decide. */
export function listRequests(
  db: Db,
  actor: Actor,
  query: z.output<typeof requestQuery>,
): Promise<Page<ApprovalRequest>> {
  return recordPage<ApprovalRequest>(db, query, {
    ...request.listed(actor),
    from: sql`approval_requests q`,
    id: sql`q.id`,
    changedAt: sql`q.updated_at`,
    sorts,
    where: [
      withinReach(actor),
      query.status !== undefined && sql`q.status = any(${query.status}::text[])`,
      query.operation !== undefined && sql`q.operation = any(${query.operation}::text[])`,
      ofUser(sql`q.created_by`, query.created_by, actor),
      madeWithin(sql`q.created_at`, query),
      lookUp(query.search, [sql`q.reference_no`, sql`q.title`, sql`q.reason`]),
    ],
  });
}

/** @throws Refusal `not_found` for what is neither his nor his to decide */
export function findRequest(db: Db, actor: Actor, id: number): Promise<ApprovalRequest> {
  return readOne<ApprovalRequest>(
    db,
    sql`select ${request.columns(actor)} from approval_requests q
      where q.id = ${id} and ${withinReach(actor)}`,
    "Request",
    id,
  );
}
