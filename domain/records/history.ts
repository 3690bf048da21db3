import sql, { type Sql } from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { asRead, many } from "./embedded.ts";
import { id, instant, text } from "./kinds.ts";
import { record } from "./record.ts";

/** Documents that keep a history of their own. */
export type HistoryOf =
  | "shipment"
  | "rma"
  | "receipt"
  | "discrepancy"
  | "lc_tt"
  | "ticket"
  | "task";

export interface Change {
  /** `status`, or the header field that changed */
  field?: string;
  from: string | null;
  to: string | null;
  note?: string | null;
  /** when it happened, where that is not when it was recorded (a phone that was offline) */
  occurred_at?: string | null;
}

/** Appends one row to the history of a document; rows are never edited. */
export async function recordChange(
  tx: Tx,
  actor: Actor,
  entity: HistoryOf,
  id: number,
  change: Change,
): Promise<void> {
  await recordChanges(tx, actor, entity, [id], change);
}

/** The same change for many documents, one statement. */
export async function recordChanges(
  tx: Tx,
  actor: Actor,
  entity: HistoryOf,
  ids: number[],
  change: Change,
): Promise<void> {
  await tx.later(tx.query(sql`
    insert into history
      (entity, entity_id, field, from_value, to_value, note, recorded_at, recorded_by, occurred_at)
    select ${entity}, id, ${change.field ?? "status"}, ${change.from}, ${change.to},
      ${change.note ?? null}, ${actor.now}::timestamptz, ${actor.userId}::bigint,
      ${change.occurred_at ?? actor.occurredAt ?? actor.now}::timestamptz
    from unnest(${ids}::bigint[]) as id`));
}

/** Changes of documents of several kinds, one statement. */
export async function recordEach(
  tx: Tx,
  actor: Actor,
  changes: (Change & { entity: HistoryOf; id: number })[],
): Promise<void> {
  const rows = changes.map((change) => ({
    ...change,
    field: change.field ?? "status",
    occurred_at: change.occurred_at ?? actor.occurredAt ?? actor.now,
  }));
  await tx.later(tx.query(sql`
    insert into history
      (entity, entity_id, field, from_value, to_value, note, recorded_at, recorded_by, occurred_at)
    select entity, id, field, "from", "to", note, ${actor.now}::timestamptz, ${actor.userId}::bigint,
      occurred_at
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (entity text, id bigint,
      field text, "from" text, "to" text, note text, occurred_at timestamptz)) with ordinality
    order by ordinality`));
}

/** The first row of many new documents' histories: from nothing to `status`. */
export async function recordCreations(
  tx: Tx,
  actor: Actor,
  entity: HistoryOf,
  ids: number[],
  status: string,
): Promise<void> {
  await recordChanges(tx, actor, entity, ids, { from: null, to: status });
}

/** One change of a document; rows are never edited. */
export const historyRow = record("HistoryRow", "h", {
  field: text("What changed: status, or a field of the head.", { example: "status" }),
  from: text("What stood there before; null for a new document.", {
    example: "in_transit",
    nullable: true,
    sql: sql`h.from_value`,
  }),
  to: text("What stands there since.", {
    example: "customs_clearance_pending",
    nullable: true,
    sql: sql`h.to_value`,
  }),
  note: text("Why, where somebody said.", { example: "Ship came early", nullable: true }),
  at: instant("When it was recorded.", {
    example: "2026-03-02T04:15:00.000Z",
    sql: sql`h.recorded_at`,
  }),
  by: id("The user who did it; null for the system.", {
    example: 3,
    nullable: true,
    sql: sql`h.recorded_by`,
  }),
  by_name: text("His name.", { example: "Karim Ahmed", nullable: true, sql: sql`u.name` }),
  occurred_at: instant("When it happened; earlier where a phone was offline.", {
    example: "2026-03-02T04:10:00.000Z",
  }),
});

/** The history of a document as a field of its detail, oldest first: `history: historyOf("rma", sql`r.id`)`. */
export function historyOf(entity: HistoryOf, documentId: Sql) {
  return many(historyRow, "Its changes, oldest first.", {
    seenBy: "everybody",
    from: sql`from history h left join users u on u.id = h.recorded_by
      where h.entity = ${entity} and h.entity_id = ${documentId} order by h.id`,
    order: asRead,
  });
}
