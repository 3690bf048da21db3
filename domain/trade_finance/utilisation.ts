import sql, { type Sql } from "sql-template-tag";
import type { Db } from "../db/connect.ts";
import { drawnOn, limitAmount } from "../imports/lc_drawings.ts";
import type { Decimal } from "../money/decimal.ts";

/** Payments in the supplier ledger by an LC or TT, in its currency and not reversed: sum of `e`. */
export function settledOn(lcTtId: Sql): Sql {
  return sql`(
    select coalesce(sum(e.debit), 0) from supplier_ledger e
    where e.lc_tt_id = ${lcTtId} and e.currency = l.currency and ${isStandingPayment})`;
}

export const isPayment =
  sql`e.debit > 0 and e.reverses_id is null and e.entry_type in ('payment', 'advance')`;
export const isReversed = sql`exists (select from supplier_ledger r where r.reverses_id = e.id)`;
export const isStandingPayment = sql`${isPayment} and not ${isReversed}`;

export interface Utilisation {
  limit_amount: Decimal;
  drawn: Decimal;
  settled: Decimal;
}

/** How far an LC or TT is used, as far as this transaction can see. */
export async function findUtilisation(db: Db, id: number): Promise<Utilisation> {
  const [found] = await db.query<[Utilisation]>(sql`
    select ${limitAmount} as limit_amount, ${drawnOn(sql`l.id`)} as drawn,
      ${settledOn(sql`l.id`)} as settled
    from lc_tt l where l.id = ${id}`);
  return found;
}
