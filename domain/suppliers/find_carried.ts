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

/** The same when nobody else posts to the supplier: two at once would both relieve the same local amount. */
export async function lockCarried(
  tx: Tx,
  of: { supplier_id: number; currency: string },
): Promise<Carried> {
  const [, carried] = await Promise.all([ // sent together, the balance is read once it is locked
    tx.query(sql`select id from suppliers where id = ${of.supplier_id} for no key update`),
    findCarried(tx, of),
  ]);
  return carried;
}
