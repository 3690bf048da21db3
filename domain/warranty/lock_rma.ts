import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { seeingAll } from "../records/kinds.ts";
import { type Rma, rma, rmasWithSupplier } from "./rma.ts";

type Locked = Rma & { customer_phone_digits: string | null };

/** Locks a case for a change. @throws Refusal `not_found` */
export async function lockRma(tx: Tx, actor: Actor, id: number): Promise<Locked> {
  const [found] = await tx.query<[Locked?]>(sql`
    select ${rma.columns(seeingAll(actor))}, r.customer_phone_digits
    from ${rmasWithSupplier} where r.id = ${id} for update of r`);
  if (!found) throw notFound("RMA", id);
  return found;
}
