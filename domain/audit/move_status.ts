import sql, { empty, raw, type Sql } from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { assignments } from "../db/assignments.ts";
import type { Tx } from "../db/connect.ts";
import { type HistoryOf, recordChange, recordChanges } from "../records/history.ts";
import { audit, auditAll } from "./audit.ts";

const tables = {
  shipment: "shipments",
  receipt: "receipts",
  discrepancy: "discrepancies",
  rma: "rmas",
  lc_tt: "lc_tt",
  ticket: "service_tickets",
  task: "tasks",
} satisfies Record<HistoryOf, string>;

interface Document {
  id: number;
  reference_no: string;
  status: string;
}

interface Step {
  to: string;
  /** as the audit log names it: `receipt.post` */
  action: string;
  note?: string | null;
  /** when it happened, where that is not now */
  occurred_at?: string | null;
  /** further columns that change with the status */
  set?: Sql;
  /** what the audit log tells besides the two statuses; default: the note */
  before?: object;
  after?: object;
}

/** One change of status: of the row, with its stamps and version, in its history and in the audit log. */
export async function moveStatus(
  tx: Tx,
  actor: Actor,
  entity: HistoryOf,
  document: Document,
  step: Step,
): Promise<void> {
  await moveStatuses(tx, actor, entity, [document], step);
}

/** The same step of many documents, whatever status each has. */
export async function moveStatuses(
  tx: Tx,
  actor: Actor,
  entity: HistoryOf,
  documents: Document[],
  { to, action, note, occurred_at, set, before, after = { note } }: Step,
): Promise<void> {
  if (documents.length === 0) return;
  await tx.later(tx.query(sql`
    update ${raw(tables[entity])} set status = ${to}, ${set ? sql`${set},` : empty}
      updated_at = ${actor.now}, version = version + 1
    where id = any(${documents.map(({ id }) => id)}::bigint[])`));
  for (const [from, moved] of Map.groupBy(documents, ({ status }) => status)) {
    const ids = moved.map(({ id }) => id);
    await recordChanges(tx, actor, entity, ids, { from, to, note, occurred_at });
  }
  const entries = documents.map(({ id, reference_no, status }) => ({
    action,
    entity,
    entityId: id,
    reference_no,
    before: { status, ...before },
    after: { status: to, ...after },
  }));
  await auditAll(tx, actor, entries);
}

/**
 * A change of fields, of which the status may be one: the history tells of the status and of the note,
 * the audit log of them all.
 */
export async function changeWithStatus(
  tx: Tx,
  actor: Actor,
  entity: "ticket" | "task",
  { id, reference_no, status }: Document,
  set: ReturnType<typeof assignments>,
  note?: string | null,
): Promise<void> {
  await tx.later(tx.query(sql`
    update ${raw(tables[entity])} set ${set ? sql`${set.sql},` : empty}
      updated_at = ${actor.now}, version = version + 1 where id = ${id}`));
  const to = set?.after.status as string | undefined;
  if (to || note) {
    const change = to ? { from: status, to } : { field: "note", from: null, to: null };
    await recordChange(tx, actor, entity, id, { ...change, note });
  }
  await audit(tx, actor, {
    action: `${entity}.update`,
    entity,
    entityId: id,
    reference_no,
    before: set?.before,
    after: { ...set?.after, note },
  });
}
