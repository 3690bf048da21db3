import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import { notFound } from "../errors.ts";
import { columns, rmasWithSupplier } from "./find_rmas.ts";
import type { Rma } from "./rma.ts";

/** Locks a case for a change. @throws Refusal `not_found` */
export async function lockRma(
  tx: Tx,
  id: number,
): Promise<Rma & { customer_phone_digits: string | null }> {
  const [rma] = await tx.query<[(Rma & { customer_phone_digits: string | null })?]>(sql`
    select ${columns}, r.customer_phone_digits
    from ${rmasWithSupplier} where r.id = ${id} for update of r`);
  if (!rma) throw notFound("RMA", id);
  return rma;
}
