import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { type Decimal, sum } from "../money/decimal.ts";
import { unresolved } from "./discrepancy_words.ts";

/**
 * Gives the claims that lines of a receipt drafted the landed value of their pieces to carry, now that the
 * receipt is posted: their part of account 1160 until they are resolved. A claim that was answered by a
 * replacement before lets it wait for that.
 * Source: docs/imports.md, "Claim".
 *
 * @returns what claims carry, and what waits for replacements; for the rest nobody answers
 */
export async function carryClaims(
  tx: Tx,
  actor: Actor,
  lineIds: number[],
): Promise<{ carried: Decimal; awaited: Decimal }> {
  const given = await tx.query<{ resolved: boolean; value: Decimal }[]>(sql`
    update discrepancies d
    set carrying_value = kind.value,
      replacement_value = d.replacement_value
        + case when d.status = 'resolved' then kind.value else 0 end,
      updated_at = ${actor.now}, version = d.version + 1
    from receipt_items line cross join lateral (values
      ('damage', line.rejected_value), ('shortage', line.short_value)) as kind (type, value)
    where line.id = any(${lineIds}::bigint[]) and d.receipt_item_id = line.id
      and d.discrepancy_type = kind.type and kind.value <> 0
      and (d.status = any(${unresolved}::text[]) or d.resolution = 'replacement')
    returning d.status = 'resolved' as resolved, kind.value`);
  const valueOf = (wanted: boolean) =>
    sum(given.filter(({ resolved }) => resolved === wanted).map(({ value }) => value));
  return { carried: valueOf(false), awaited: valueOf(true) };
}

/**
 * Takes back what the claims of a receipt still carry, because the receipt is being reversed, and what of
 * them waits for a replacement.
 */
export async function releaseClaims(
  tx: Tx,
  actor: Actor,
  receiptId: number,
): Promise<{ carried: Decimal; awaited: Decimal }> {
  const [released] = await tx.query<[{ carried: Decimal; awaited: Decimal }]>(sql`
    with standing as (
      select id, case when status = any(${unresolved}::text[]) then carrying_value else 0 end as carried,
        replacement_value as awaited
      from discrepancies
      where receipt_id = ${receiptId} and receipt_item_id is not null
      order by id for no key update
    ), released as (
      update discrepancies d
      set carrying_value = d.carrying_value - standing.carried, replacement_value = 0,
        updated_at = ${actor.now}, version = d.version + 1
      from standing
      where d.id = standing.id and (standing.carried <> 0 or standing.awaited <> 0)
    )
    select coalesce(sum(carried), 0) as carried, coalesce(sum(awaited), 0) as awaited from standing`);
  return released;
}
