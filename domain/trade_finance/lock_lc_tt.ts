import sql, { raw } from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, notFound } from "../errors.ts";
import { isFinal } from "../records/lifecycle.ts";
import { type LcTt, lcTt } from "./lc_tt.ts";

const { shipment_id: _linked, ...entered } = lcTt.changes.shape;
const columns = [
  ...["id", "reference_no", "status"] as const,
  ...Object.keys(entered) as (keyof typeof entered)[],
];
/** An LC or TT as it stands, locked by this transaction. */
export type LockedLcTt = Pick<LcTt, typeof columns[number]>;

/**
 * Locks an LC or TT for a change of it or of what draws on it. Rows that merely name it need not wait.
 * It comes after shipments in the order of locks: their items draw on it.
 * @throws Refusal `not_found`
 */
export async function lockLcTt(tx: Tx, id: number): Promise<LockedLcTt> {
  const [found] = await tx.query<[LockedLcTt?]>(sql`
    select ${raw(columns.join(", "))}
    from lc_tt where id = ${id} for no key update`);
  if (!found) throw notFound("LC/TT", id);
  return found;
}

/** @throws Refusal `lc_tt_closed` when it is closed or cancelled */
export function refuseFinal({ status, reference_no }: LockedLcTt): void {
  if (!isFinal(status)) return;
  throw conflict("lc_tt_closed", `${reference_no} is ${status}.`);
}

/**
 * Raises the version of an LC or TT when its shipments, charges or payments have changed, although
 * its own row has not: whoever changes it by an older version (If-Match) is refused, and phones
 * fetch it anew.
 */
export async function touchLcTt(tx: Tx, actor: Actor, id: number): Promise<void> {
  await tx.query(sql`
    update lc_tt set updated_at = ${actor.now}, version = version + 1 where id = ${id}`);
}
