import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import { conflict } from "../errors.ts";
import type { Decimal } from "../money/decimal.ts";

/** Of an LC or TT `l`: what it is, and the bank's number of it. */
export const bankTitle = sql`concat_ws(' ', l.type, l.reference_number)`;

/** What the shipments linked to an LC or TT draw, in its currency: a cancelled one draws nothing. */
export function drawnOn(lcTtId: Sql): Sql {
  return sql`(
    select coalesce(sum(i.purchase_value), 0)
    from shipments s join shipment_items i on i.shipment_id = s.id
    where s.lc_tt_id = ${lcTtId} and s.status <> 'cancelled')`;
}

/** What shipments may draw: the amount and its tolerance, cut at 4 decimals as every amount has. */
export const limitAmount = sql`trunc(l.amount * (100 + l.tolerance_percent) * 0.01, 4)`;

/**
 * Holds LCs and TTs to amount × (1 + tolerance), after a change of what their shipments draw and in the
 * same transaction. It locks them first, so that of two shipments at once the second sees the first.
 * Source: docs/imports.md, "LC, TT and DP".
 *
 * @throws Refusal `lc_limit_exceeded`
 */
export async function checkUtilisation(tx: Tx, lcTtIds: number[]): Promise<void> {
  if (lcTtIds.length === 0) return;
  await tx.query(sql`
    select id from lc_tt where id = any(${lcTtIds}::bigint[]) order by id for no key update`);
  const [over] = await tx.query<
    [{ id: number; reference_no: string; currency: string; limit: Decimal; drawn: Decimal }?]
  >(sql`
    select id, reference_no, currency, "limit", drawn from (
      select l.id, l.reference_no, l.currency, ${limitAmount} as "limit",
        ${drawnOn(sql`l.id`)} as drawn
      from lc_tt l where l.id = any(${lcTtIds}::bigint[])) used
    where drawn > "limit" order by id limit 1`);
  if (!over) return;
  const { id, reference_no, currency, limit, drawn } = over;
  throw conflict(
    "lc_limit_exceeded",
    `shipments would draw ${drawn} ${currency} on ${reference_no}, which allows ${limit}.`,
    { lc_tt_id: id, limit_amount: limit, drawn },
  );
}
