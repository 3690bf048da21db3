import sql from "sql-template-tag";
import type { z } from "zod";
import type { Actor } from "../access/access.ts";
import { auditAll } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { forbidden, notFound } from "../errors.ts";
import { type Acknowledgement, acknowledgement, type withdrawBody } from "./acknowledgement.ts";

/**
 * Takes acknowledgements back: what still waits is asked again. One's own, and the owner anybody's; what
 * was taken back already is answered as it is.
 *
 * @throws Refusal `not_found`, `forbidden`
 */
export async function withdraw(
  tx: Tx,
  actor: Actor,
  { ids }: z.output<typeof withdrawBody>,
): Promise<Acknowledgement[]> {
  const before = await tx.query<Acknowledgement[]>(sql`
    select ${acknowledgement.columns(actor)} from acknowledgements a
    where a.id = any(${ids}::bigint[]) order by a.id for no key update`);
  const known = new Set(before.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw notFound("Acknowledgement", missing);
  if (actor.role !== "owner" && before.some(({ created_by }) => created_by !== actor.userId)) {
    throw forbidden("Only who acknowledged it, and the owner, take it back");
  }
  const live = before.filter(({ withdrawn_at }) => withdrawn_at === null);
  const after = await tx.query<Acknowledgement[]>(sql`
    update acknowledgements a
    set withdrawn_at = ${actor.now}, updated_at = ${actor.now}, version = a.version + 1
    where a.id = any(${live.map(({ id }) => id)}::bigint[])
    returning ${acknowledgement.columns(actor)}`);
  const changed = new Map(after.map((row) => [row.id, row]));
  await auditAll(
    tx,
    actor,
    live.map((row) => ({
      action: "approval.withdraw",
      entity: "acknowledgement",
      entityId: row.id,
      reference_no: row.reference_no,
      before: row,
      after: changed.get(row.id),
    })),
  );
  return before.map((row) => changed.get(row.id) ?? row);
}
