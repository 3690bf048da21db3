import sql from "sql-template-tag";
import { z } from "zod";
import { named, stamps } from "../records/common.ts";
import type { Actor, Rights } from "../access/access.ts";
import type { Db } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import * as field from "../records/fields.ts";
import { anybody, count, id, instant, shaped, text } from "../records/kinds.ts";
import { lookUp } from "../records/look_up.ts";
import { madeWithin, type Page, recordPage, recordQuery } from "../records/paging.ts";
import type { Sorts } from "../records/list_statement.ts";
import { queryOf } from "../records/query_of.ts";
import { record, recordNamed } from "../records/record.ts";
import { shownOf } from "../records/shown.ts";

const fields = {
  ...named({
    example: {
      reference_no: "RCP-2026-000012",
      title: "Karim Ahmed · receipt.post · RCP-2026-000012",
    },
    title: sql`concat_ws(' · ', a.actor_name, a.action,
      coalesce(a.reference_no, a.entity || ' ' || a.entity_id))`,
  }),
  reference_no: text("The number of the record it was done to.", {
    example: "RCP-2026-000012",
    nullable: true,
  }),
  ...stamps({
    created_at: sql`a.recorded_at`,
    updated_at: sql`a.recorded_at`,
    created_by: sql`a.actor_id`,
    version: sql`1`,
  }),
  actor_id: id("Who did it; null for the system.", { example: 3, nullable: true }),
  actor_name: text("His name.", { example: "Karim Ahmed" }),
  source: text("Where: api, or cli for the terminal.", { example: "api" }),
  action: text("What was done: area.verb.", { example: "receipt.post" }),
  entity: text("What kind of record it was done to.", { example: "receipt" }),
  entity_id: id("That record's id.", { example: 12, nullable: true }),
  before: shaped(z.unknown(), "What stood there before, of what changed.", {
    example: { status: "approved" },
  }),
  after: shaped(z.unknown(), "What stands there since, of what changed.", {
    example: { status: "posted" },
  }),
  request_id: text("The request that did it, as in the log.", {
    example: "0192f0c1-6d7e-7c9a-b5a1-2f3e4d5c6b7a",
  }),
};

/** Who did what, and what it changed. */
export const auditEntry = record("AuditEntry", "a", fields);
export type AuditRecord = z.output<typeof auditEntry.schema>;

/** An entry with its place in the chain, null for the second or so until the row is sealed. */
export const auditDetail = record("AuditEntryDetail", "a", {
  ...fields,
  seal_number: count("Its place in the chain of seals.", {
    example: 1205,
    nullable: true,
    sql: sql`s.seal_number`,
  }),
  hash: text("Its seal.", { example: "9f86d081884c7d65…", nullable: true, sql: sql`s.hash` }),
  sealed_at: instant("When it was sealed.", {
    example: "2026-03-02T04:15:01.000Z",
    nullable: true,
    sql: sql`s.sealed_at`,
  }),
});
export type AuditDetail = z.output<typeof auditDetail.schema>;

const sorts: Sorts = { created_at: { by: sql`a.recorded_at`, type: "timestamptz" } };

export const auditQuery = queryOf(recordQuery, { sorts, day: "recorded_at" }).extend({
  entity: field.text(60).toLowerCase().optional()
    .describe("Deeds done to this kind of record."),
  entity_id: field.id().optional().describe("Deeds done to the record with this id."),
  action: field.text(400).toLowerCase().optional()
    .describe("One action or a comma list of them: receipt.post,receipt.reverse."),
  actor_id: field.id().optional().describe("What this user did."),
  source: field.oneOf(["api", "cli"]).optional().describe("Where it was done."),
  request_id: field.text(128).optional().describe("What this request did."),
});

/** Kinds of record that the log names otherwise than the documentation. */
const documented: Record<string, string> = {
  ticket: "service_ticket",
  supplier_ledger: "supplier_ledger_entry",
};

/** An entry as the reader may see it: what its record does not show him is left out of the change. */
function shownTo<Row extends AuditRecord>(reader: Rights, row: Row): Row {
  const entity = documented[row.entity] ?? row.entity;
  const name = entity.replace(/(^|_)(\w)/g, (_, _place, letter: string) => letter.toUpperCase());
  const definition = recordNamed(`${name}Detail`) ?? recordNamed(name);
  if (!definition) return row;
  const { schema } = definition;
  return {
    ...row,
    before: shownOf(schema, reader, row.before),
    after: shownOf(schema, reader, row.after),
  };
}

/** The audit log, newest first. `search` looks at number, actor, action, kind of record and request. */
export async function listAudit(
  db: Db,
  actor: Actor,
  query: z.output<typeof auditQuery>,
): Promise<Page<AuditRecord>> {
  const actions = query.action?.split(",").map((action) => action.trim());
  const page = await recordPage<AuditRecord>(db, query, {
    ...auditEntry.listed(anybody),
    from: sql`audit_log a`,
    id: sql`a.id`,
    changedAt: sql`a.recorded_at`,
    sorts,
    where: [
      query.entity !== undefined && sql`a.entity = ${query.entity}`,
      query.entity_id !== undefined && sql`a.entity_id = ${query.entity_id}`,
      actions?.length === 1 && sql`a.action = ${actions[0]}`, // in the order of its index
      actions && actions.length > 1 && sql`a.action = any(${actions}::text[])`,
      query.actor_id !== undefined && sql`a.actor_id = ${query.actor_id}`,
      query.source !== undefined && sql`a.source = ${query.source}`,
      query.request_id !== undefined && sql`a.request_id = ${query.request_id}`,
      madeWithin(sql`a.recorded_at`, query),
      lookUp(query.search, [
        sql`a.reference_no`,
        sql`a.actor_name`,
        sql`a.action`,
        sql`a.entity`,
        sql`a.request_id`,
      ]),
    ],
  });
  return { ...page, data: page.data.map((row) => shownTo(actor, row)) };
}

/** One entry with its seal. @throws Refusal `not_found` */
export async function findAudit(db: Db, actor: Actor, id: number): Promise<AuditDetail> {
  const [entry] = await db.query<[AuditDetail?]>(sql`
    select ${auditDetail.columns(anybody)}
    from audit_log a left join audit_seals s on s.audit_id = a.id where a.id = ${id}`);
  if (!entry) throw notFound("Audit entry", id);
  return shownTo(actor, entry);
}

export const auditHead = record("AuditHead", "h", {
  sealed_rows: count("How many rows are sealed.", { example: 1205 }),
  hash: text("The last seal.", { example: "9f86d081884c7d65…" }),
  unsealed_rows: count("Rows written in the last moments, not sealed yet.", {
    example: 1,
    sql: sql`(select count(*) from audit_unsealed)`,
  }),
  updated_at: instant("When the last row was sealed.", { example: "2026-03-02T04:15:01.000Z" }),
});
export type AuditHead = z.output<typeof auditHead.schema>;

/**
 * Where the chain of the audit log ends. Noted down outside the database, it shows later that nothing
 * was cut off: `audit verify --head`.
 *
 * @throws Refusal `not_found` when somebody deleted it
 */
export async function findAuditHead(db: Db): Promise<AuditHead> {
  const [head] = await db.query<[AuditHead?]>(
    sql`select ${auditHead.columns(anybody)} from audit_head h where h.id = 1`,
  );
  if (!head) throw notFound("Head of the audit log");
  return head;
}
