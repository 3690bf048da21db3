import sql from "sql-template-tag";
import type { Tx } from "../../db/connect.ts";
import { type Decimal, decimal, fromMinor, mulDivHalfEven, toMinor } from "../../money/decimal.ts";
import type { AccountedLine } from "./account_lines.ts";

interface Replaced {
  id: number;
  /** what stands on account 1170 for it */
  standing: Decimal;
  /** what pieces that came before have taken of it */
  taken: Decimal;
  /** pieces that are to come: those of the claim, or those shipped where they are more */
  pieces: Decimal;
  /** pieces that came before, in good order */
  came: Decimal;
}

/**
 * What pieces that replace others take over from account 1170, by quantity: of `V` for `n` pieces the
 * running total `V × k / n`, half to even, so that all of them together take all of it. Rejected and
 * missing pieces take nothing.
 * Source: docs/landed_cost.md, "Replacements".
 *
 * @returns the value by line, for those that take some
 */
export async function takeReplaced(
  tx: Tx,
  lines: AccountedLine[],
): Promise<Map<number, Decimal>> {
  const values = new Map<number, Decimal>();
  const claims = await replacedClaims(tx, lines.flatMap((line) => line.discrepancy_id ?? []));
  for (const claim of claims) {
    const total = toMinor(claim.standing.plus(claim.taken));
    const pieces = toMinor(claim.pieces, 3);
    const upTo = (milli: bigint) => milli >= pieces ? total : mulDivHalfEven(total, milli, pieces);
    let came = toMinor(claim.came, 3);
    let standing = toMinor(claim.standing);
    for (const line of lines.filter(({ discrepancy_id }) => discrepancy_id === claim.id)) {
      const now = came + toMinor(line.accepted_within_qty, 3);
      const due = upTo(now) - upTo(came);
      const value = due < 0n ? 0n : due > standing ? standing : due;
      came = now;
      standing -= value;
      if (value !== 0n) values.set(line.id, fromMinor(value));
    }
  }
  await keep(tx, lines, values);
  return values;
}

function replacedClaims(tx: Tx, ids: number[]): Promise<Replaced[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return tx.query<Replaced[]>(sql`
    with claim as (
      select id, quantity, replacement_value from discrepancies
      where id = any(${ids}::bigint[]) and replacement_value > 0 order by id for no key update)
    select claim.id, claim.replacement_value as standing, coalesce(came.taken, 0) as taken,
      greatest(claim.quantity, coalesce(shipped.pieces, 0)) as pieces, coalesce(came.pieces, 0) as came
    from claim
    cross join lateral (
      select sum(i.shipped_qty) as pieces from shipment_items i join shipments s on s.id = i.shipment_id
      where coalesce(i.discrepancy_id, s.discrepancy_id) = claim.id and s.status <> 'cancelled') shipped
    cross join lateral (
      select sum(line.accepted_within_qty) as pieces, sum(line.replaced_value) as taken
      from shipment_items i join shipments s on s.id = i.shipment_id
        join receipt_items line on line.shipment_item_id = i.id
        join receipts r on r.id = line.receipt_id
      where coalesce(i.discrepancy_id, s.discrepancy_id) = claim.id and r.status = 'posted') came
    order by claim.id`);
}

async function keep(tx: Tx, lines: AccountedLine[], values: Map<number, Decimal>): Promise<void> {
  if (values.size === 0) return;
  const rows = lines.filter(({ id }) => values.has(id))
    .map(({ id, discrepancy_id }) => ({ id, discrepancy_id, value: values.get(id) }));
  await tx.query(sql`
    with taken as (
      select id, discrepancy_id, value
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as taken (id bigint, discrepancy_id bigint, value numeric)
    ), kept as (
      update receipt_items line set replaced_value = taken.value from taken where line.id = taken.id)
    update discrepancies d set replacement_value = d.replacement_value - claim.value
    from (select discrepancy_id, sum(value) as value from taken group by discrepancy_id) claim
    where d.id = claim.discrepancy_id`);
}

/** Gives back to account 1170 what the lines of a receipt took from it; answers how much that is. */
export async function giveBackReplaced(tx: Tx, receiptId: number): Promise<Decimal> {
  const [back] = await tx.query<[{ value: Decimal }]>(sql`
    with taken as (
      select coalesce(i.discrepancy_id, s.discrepancy_id) as discrepancy_id,
        sum(line.replaced_value) as value
      from receipt_items line join shipment_items i on i.id = line.shipment_item_id
        join shipments s on s.id = i.shipment_id
      where line.receipt_id = ${receiptId} and line.replaced_value > 0 group by 1
    ), given as (
      update discrepancies d set replacement_value = d.replacement_value + taken.value
      from taken where d.id = taken.discrepancy_id)
    select coalesce(sum(value), 0) as value from taken`);
  return back?.value ?? decimal("0");
}
