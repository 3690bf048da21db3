import sql from "sql-template-tag";
import type { Visitor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";

export interface AuditEntry {
  /** what was done, `area.verb`: `supplier.create`, `receipt.post` */
  action: string;
  entity: string;
  entityId: number | null;
  reference_no?: string | null;
  /** what stood there, and what stands there now; of two whole rows the log keeps what differs */
  before?: object;
  after?: object;
}

/** Appends who did what, in the same transaction as the deed. Never put a password or a token in it. */
export async function audit(tx: Tx, actor: Visitor, entry: AuditEntry): Promise<void> {
  await auditAll(tx, actor, [entry]);
}

/**
 * The same for many deeds at once, one statement. What a phone says about its write (`client_id`,
 * `occurred_at`) is put into `after` as `phone`, so that the seal, the row's hash in the chain of
 * the log, covers it. Rows are sealed a second or so after they were committed.
 */
export async function auditAll(tx: Tx, actor: Visitor, entries: AuditEntry[]): Promise<void> {
  const rows = entries.map((entry) => {
    const { before, after } = difference(entry);
    return { ...entry, before, after: withPhone(actor, after) };
  });
  await tx.later(tx.query(sql`
    with logged as (
      insert into audit_log
        (recorded_at, actor_id, actor_name, source, action, entity, entity_id, reference_no,
         before, after, request_id)
      select ${actor.now}, ${actor.userId}::bigint, ${actor.name}, ${actor.source}, action, entity,
        "entityId", reference_no, before, after, ${actor.requestId}
      from jsonb_to_recordset(${
    JSON.stringify(rows, storable)
  }::jsonb) as entry (action text, entity text,
        "entityId" bigint, reference_no text, before jsonb, after jsonb)
      returning id)
    insert into audit_unsealed (audit_id) select id from logged`));
}

/** No text of jsonb has NUL or half a character: what somebody asked with them is told without. */
const storable = (_name: string, value: unknown) =>
  typeof value === "string" ? value.replaceAll("\0", "\ufffd").toWellFormed() : value;

/** Every change of a record moves them, so in whole rows of it they tell nothing. */
const always = ["title", "updated_at", "updated_by", "version"];

function difference({ before, after }: AuditEntry): Pick<AuditEntry, "before" | "after"> {
  if (!before || !after) return { before, after };
  const [was, is] = [before, after] as Record<string, unknown>[];
  const whole = "version" in was && "version" in is;
  const differs = (name: string) =>
    !(whole && always.includes(name)) &&
    JSON.stringify(was[name]) !== JSON.stringify(is[name]);
  const kept = (row: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => differs(name)));
  return { before: kept(was), after: kept(is) };
}

function withPhone({ occurredAt, clientId }: Visitor, after: object | undefined) {
  if (occurredAt === undefined && clientId === undefined) return after;
  return { ...after, phone: { occurred_at: occurredAt, client_id: clientId } };
}
