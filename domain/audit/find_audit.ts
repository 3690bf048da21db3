import sql from "sql-template-tag";
import { z } from "zod";
import * as answer from "../records/answers.ts";
import type { Db } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import * as field from "../records/fields.ts";
import { listPage, listQuery, madeWithin, matches, type Page } from "../records/paging.ts";
import type { Head } from "./chain.ts";

/** Who did what, and what it changed. `reference_no` is that of the record it was done to. */
export const auditRecord = z.object({
  ...answer.common,
  reference_no: answer.text.nullable(),
  actor_id: answer.id.nullable(),
  actor_name: answer.text,
  source: answer.text,
  action: answer.text,
  entity: answer.text,
  entity_id: answer.id.nullable(),
  before: z.unknown(),
  after: z.unknown(),
  request_id: answer.text,
}).meta({ id: "AuditEntry" });
export type AuditRecord = z.output<typeof auditRecord>;

/** `seal_number` and `hash` are null for the second or so until the row is sealed. */
export const auditDetail = auditRecord.extend({
  seal_number: answer.wholeNumber.nullable(),
  hash: answer.text.nullable(),
  sealed_at: answer.instant.nullable(),
}).meta({ id: "AuditEntryDetail" });

const columns = sql`a.id, a.reference_no,
  concat_ws(' · ', a.actor_name, a.action, coalesce(a.reference_no, a.entity || ' ' || a.entity_id)) as title,
  a.recorded_at as created_at, a.recorded_at as updated_at, 1 as version, a.actor_id as created_by, a.actor_id, a.actor_name, a.source, a.action,
  a.entity, a.entity_id, a.before, a.after, a.request_id`;

export const auditQuery = listQuery.extend({
  entity: field.text(60).toLowerCase().optional(),
  entity_id: field.id().optional(),
  /** one action or a comma list of them */
  action: field.text(400).toLowerCase().optional(),
  actor_id: field.id().optional(),
  source: field.oneOf(["api", "cli"]).optional(),
  request_id: field.text(128).optional(),
});

/** The audit log, newest first. `search` looks at number, actor, action, kind of record and request. */
export function listAudit(
  db: Db,
  query: z.output<typeof auditQuery>,
): Promise<Page<AuditRecord>> {
  const actions = query.action?.split(",").map((action) => action.trim());
  return listPage<AuditRecord>(db, query, {
    columns,
    from: sql`audit_log a`,
    id: sql`a.id`,
    sorts: { created_at: { by: sql`a.recorded_at`, type: "timestamptz" } },
    where: [
      query.entity !== undefined && sql`a.entity = ${query.entity}`,
      query.entity_id !== undefined && sql`a.entity_id = ${query.entity_id}`,
      actions?.length === 1 && sql`a.action = ${actions[0]}`, // in the order of its index
      actions && actions.length > 1 && sql`a.action = any(${actions}::text[])`,
      query.actor_id !== undefined && sql`a.actor_id = ${query.actor_id}`,
      query.source !== undefined && sql`a.source = ${query.source}`,
      query.request_id !== undefined && sql`a.request_id = ${query.request_id}`,
      madeWithin(sql`a.recorded_at`, query),
      matches(query.search, [
        sql`a.reference_no`,
        sql`a.actor_name`,
        sql`a.action`,
        sql`a.entity`,
        sql`a.request_id`,
      ]),
    ],
  });
}

/** One entry with its seal. @throws Refusal `not_found` */
export async function findAudit(db: Db, id: number): Promise<z.output<typeof auditDetail>> {
  const [entry] = await db.query<[z.output<typeof auditDetail>?]>(sql`
    select ${columns}, s.seal_number, s.hash, s.sealed_at
    from audit_log a left join audit_seals s on s.audit_id = a.id where a.id = ${id}`);
  if (!entry) throw notFound("Audit entry", id);
  return entry;
}

export const auditHead = z.object({
  sealed_rows: answer.wholeNumber,
  hash: answer.text,
  /** rows written in the last moments, not sealed yet */
  unsealed_rows: answer.wholeNumber,
  updated_at: answer.instant,
}).meta({ id: "AuditHead" });

/**
 * Where the chain of the audit log ends. Noted down outside the database, it shows later that nothing
 * was cut off: `audit verify --head`.
 *
 * @throws Refusal `not_found` when somebody deleted it
 */
export async function findAuditHead(db: Db): Promise<z.output<typeof auditHead>> {
  const [head] = await db.query<[(Head & z.output<typeof auditHead>)?]>(sql`
    select sealed_rows, hash, (select count(*) from audit_unsealed) as unsealed_rows, updated_at
    from audit_head where id = 1`);
  if (!head) throw notFound("Head of the audit log");
  return head;
}
