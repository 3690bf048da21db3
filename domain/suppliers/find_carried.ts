import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import type { Carried } from "./carrying.ts";

/** A supplier's balance in a currency and the local amount it stands at, after the last entry there is. */
export async function findCarried(
  tx: Tx,
  { supplier_id, currency }: { supplier_id: number; currency: string },
): Promise<Carried> {
  const [found] = await tx.query<[Carried]>(sql`
    select coalesce(sum(balance), 0) as balance, coalesce(sum(balance_local), 0) as local
    from supplier_balances where supplier_id = ${supplier_id} and currency = ${currency}`);
  return found;
}
