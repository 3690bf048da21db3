import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { assignments } from "../db/assignments.ts";
import type { Tx } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { seeingAll } from "../records/kinds.ts";
import { type Supplier, supplier } from "./supplier.ts";

/** Changes what is sent of a supplier; null clears a field. @throws Refusal `forbidden`, `not_found` */
export async function updateSupplier(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: z.output<typeof supplier.changes>,
): Promise<Supplier> {
  allow(actor, "suppliers.write");
  const columns = supplier.columns(seeingAll(actor));
  const [before] = await tx.query<[Supplier?]>(
    sql`select ${columns} from suppliers s where s.id = ${id} for update`,
  );
  if (!before) throw notFound("Supplier", id);
  const set = assignments(before, changes, supplier.whenCleared);
  if (!set) return supplier.shownTo(actor, before);
  const [after] = await tx.query<[Supplier]>(sql`
    update suppliers s set ${set.sql}, updated_at = ${actor.now}, version = s.version + 1
    where s.id = ${id} returning ${columns}`);
  await audit(tx, actor, {
    action: "supplier.update",
    entity: "supplier",
    entityId: id,
    reference_no: after.reference_no,
    before: set.before,
    after: set.after,
  });
  return supplier.shownTo(actor, after);
}
