import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";

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
  await tx.query(sql`
    insert into history
      (entity, entity_id, field, from_value, to_value, note, recorded_at, recorded_by, occurred_at)
    select ${entity}, id, ${change.field ?? "status"}, ${change.from}, ${change.to},
      ${change.note ?? null}, ${actor.now}::timestamptz, ${actor.userId}::bigint,
      ${change.occurred_at ?? actor.occurredAt ?? actor.now}::timestamptz
    from unnest(${ids}::bigint[]) as id`);
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

/** The history of one document as JSON, oldest first, for a detail query: `select …, ${historyJson("rma", sql`r.id`)}`. */
export function historyJson(entity: HistoryOf, id: ReturnType<typeof sql>) {
  return sql`(select coalesce(json_agg(json_build_object(
      'field', h.field, 'from', h.from_value, 'to', h.to_value, 'note', h.note,
      'at', to_char(h.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'by', h.recorded_by, 'by_name', u.name,
      'occurred_at', to_char(h.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      order by h.id), '[]'::json)
    from history h left join users u on u.id = h.recorded_by
    where h.entity = ${entity} and h.entity_id = ${id}) as history`;
}
