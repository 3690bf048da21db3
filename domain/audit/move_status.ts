import sql, { empty, raw, type Sql } from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { assignments } from "../db/assignments.ts";
import type { Tx } from "../db/connect.ts";
import { type HistoryOf, recordChange, recordEach } from "../records/history.ts";
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
  step: Step,
): Promise<void> {
  await moveTogether(tx, actor, [{ entity, documents, step }]);
}

/** Steps of documents of several kinds that one deed takes: one row each in history and audit log. */
export async function moveTogether(
  tx: Tx,
  actor: Actor,
  moves: { entity: HistoryOf; documents: Document[]; step: Step }[],
): Promise<void> {
  const moving = moves.filter(({ documents }) => documents.length > 0);
  if (moving.length === 0) return;
  for (const { entity, documents, step: { to, set } } of moving) {
    await tx.later(tx.query(sql`
      update ${raw(tables[entity])} set status = ${to}, ${set ? sql`${set},` : empty}
        updated_at = ${actor.now}, version = version + 1
      where id = any(${documents.map(({ id }) => id)}::bigint[])`));
  }
  const each = moving.flatMap(({ documents, ...move }) =>
    documents.map((document) => ({ ...move, ...document }))
  );
  await recordEach(
    tx,
    actor,
    each.map(({ entity, id, status, step: { to, note, occurred_at } }) => ({
      entity,
      id,
      from: status,
      to,
      note,
      occurred_at,
    })),
  );
  await auditAll(
    tx,
    actor,
    each.map(({ entity, id, reference_no, status, step }) => ({
      action: step.action,
      entity,
      entityId: id,
      reference_no,
      before: { status, ...step.before },
      after: { status: step.to, ...step.after ?? { note: step.note } },
    })),
  );
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
