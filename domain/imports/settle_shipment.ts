import sql, { type Sql } from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import type { Role } from "../journal/chart.ts";
import { judgeLaterDay } from "../journal/period.ts";
import type { Line } from "../journal/line.ts";
import { openEntry, postEntry } from "../journal/post_entry.ts";
import { reverseDeed } from "../journal/reverse_entry.ts";
import { rules } from "../journal/rules.ts";
import { type Decimal, decimal } from "../money/decimal.ts";
import { isFinal } from "../records/lifecycle.ts";
import type { LockedShipment } from "./lock_shipment.ts";
import type { ShipmentStatus } from "./shipment_words.ts";

/**
 * Clears what a shipment that ends leaves on the accounts of goods coming in; one that is opened again
 * takes it back. An entry of today or of `date`, never before the last one that it clears, in the
 * transaction of the change of status. Source: docs/imports.md, "The end of a shipment".
 *
 * @throws Refusal as `judgeLaterDay`
 */
export async function settleShipment(
  tx: Tx,
  actor: Actor,
  shipment: LockedShipment,
  { from, to, date }: { from: ShipmentStatus; to: ShipmentStatus; date?: string },
): Promise<void> {
  if (!isFinal(from) && !isFinal(to)) return;
  const day = await judgeLaterDay(tx, actor, date, await lastEntry(tx, shipment.id), {
    the: `when the books of ${shipment.reference_no} moved last`,
  });
  if (from === "closed" || from === "cancelled") await takeBack(tx, actor, shipment, from, day);
  if (to === "closed") await close(tx, actor, shipment, day);
  if (to === "cancelled") await cancel(tx, actor, shipment, day);
}

/** The last day on which anything moved that the end of a shipment clears; before all days where nothing did. */
async function lastEntry(tx: Tx, shipmentId: number): Promise<string> {
  const [{ day }] = await tx.query<[{ day: string | null }]>(sql`
    select greatest((
        select max(l.entry_date) from journal_lines l join accounts a on a.id = l.account_id
        where l.shipment_id = ${shipmentId}
          and a.role in ('goods_on_the_way', 'goods_not_billed', 'replacements_due')),
      (select max(d.resolved_on) from discrepancies d
        where d.replacement_value > 0 and d.id in (${answeredBy(shipmentId)}))) as day`);
  return day ?? "";
}

async function cancel(
  tx: Tx,
  actor: Actor,
  shipment: LockedShipment,
  day: string,
): Promise<void> {
  const { on_the_way } = await standing(tx, shipment.id);
  await post(tx, actor, shipment, { what: "cancelled", day }, [
    leave(shipment, "goods_on_the_way", on_the_way, "import_expense"),
  ]);
}

/**
 * Pieces that never came are a claim's loss: their costs, and of what was billed for them their purchase
 * value. What receipts and bills differ by beyond that is a matter of rates. Goods that nobody billed yet
 * stay on their account.
 */
async function close(
  tx: Tx,
  actor: Actor,
  shipment: LockedShipment,
  day: string,
): Promise<void> {
  const { on_the_way, not_billed, bills, unbilled, missing } = await standing(tx, shipment.id);
  // on 2150 a receipt stands below zero until its bill comes
  const left = bills ? not_billed : not_billed.plus(unbilled);
  const lost = left.lt("0") ? decimal("0") : left.lt(missing) ? left : missing;
  const given = await giveUpReplacements(tx, actor, shipment);
  await post(tx, actor, shipment, { what: "closed", day }, [
    leave(shipment, "goods_on_the_way", on_the_way, "claim_loss"),
    leave(shipment, "goods_not_billed", lost, "claim_loss"),
    leave(shipment, "goods_not_billed", left.minus(lost), "exchange_difference"),
    leave(shipment, "replacements_due", given, "claim_loss"),
  ]);
}

function leave({ id }: LockedShipment, from: Role, amount: Decimal, to: Role): Line[] {
  return rules.left_over(from, amount, to, { shipment_id: id });
}

async function post(
  tx: Tx,
  actor: Actor,
  { id, reference_no }: LockedShipment,
  { what, day }: { what: "closed" | "cancelled"; day: string },
  lines: Line[][],
): Promise<void> {
  await postEntry(tx, actor, {
    id: await openEntry(tx),
    entry_date: day,
    kind: "left_over",
    source: { type: "shipment", id, reference_no },
    narration: `What ${reference_no} left when it was ${what}`,
    lines: lines.flat(),
  });
}

interface Standing {
  /** on 1150 */
  on_the_way: Decimal;
  /** on 2150 from its receipts and its suppliers' bills, a debit above zero */
  not_billed: Decimal;
  /** whether a purchase was billed by hand */
  bills: boolean;
  /** purchase value of receipts that credited no supplier */
  unbilled: Decimal;
  /** purchase value of pieces that no receipt has accounted for */
  missing: Decimal;
}

async function standing(tx: Tx, shipmentId: number): Promise<Standing> {
  const [found] = await tx.query<[Standing]>(sql`
    with lines as (
      select a.role, e.id as entry_id, e.kind, l.debit - l.credit as amount
      from journal_lines l join accounts a on a.id = l.account_id
        join journal_entries e on e.id = l.entry_id
      where l.shipment_id = ${shipmentId}),
    purchases as (
      select l.entry_id, l.amount from lines l
      where l.role = 'goods_not_billed' and exists (select from supplier_ledger b
        where b.entry_id = l.entry_id and b.shipment_id = ${shipmentId} and b.receipt_id is null
          and b.entry_type = 'purchase')
        and l.kind in ('supplier_entry', 'supplier_entry.reversal'))
    select
      coalesce((select sum(amount) from lines where role = 'goods_on_the_way'), 0) as on_the_way,
      coalesce((select sum(amount) from lines
        where role = 'goods_not_billed' and (kind in ('receipt', 'receipt.reversal')
          or kind in ('supplier_entry', 'supplier_entry.reversal') and exists (
            select from supplier_ledger b where b.entry_id = lines.entry_id
              and (b.receipt_id is not null or b.entry_type = 'purchase')))), 0) as not_billed,
      coalesce((select sum(amount) from purchases), 0) <> 0 as bills,
      coalesce((select sum(line.accepted_purchase + line.rejected_purchase + line.short_purchase)
        from receipts r join receipt_items line on line.receipt_id = r.id
        where r.shipment_id = ${shipmentId} and r.status = 'posted' and not exists (
          select from supplier_ledger credit where credit.id = r.supplier_ledger_id and not exists (
            select from supplier_ledger back where back.reverses_id = credit.id))), 0) as unbilled,
      coalesce((select sum(remaining_purchase) from shipment_items
        where shipment_id = ${shipmentId}), 0) as missing`);
  return found;
}

/** SQL: the claims that a shipment, or an item of it, is to answer with other pieces. */
function answeredBy(shipmentId: number): Sql {
  return sql`select coalesce(i.discrepancy_id, s.discrepancy_id)
    from shipments s left join shipment_items i on i.shipment_id = s.id where s.id = ${shipmentId}`;
}

/** What stands on 1170 for claims that this shipment was to answer, unless another one still is to. */
async function giveUpReplacements(
  tx: Tx,
  actor: Actor,
  { id }: LockedShipment,
): Promise<Decimal> {
  const [given] = await tx.query<[{ value: Decimal }]>(sql`
    with claim as (
      select d.id, d.replacement_value as value from discrepancies d
      where d.replacement_value > 0 and d.id in (${answeredBy(id)})
        and not exists (
          select from shipments other left join shipment_items i on i.shipment_id = other.id
          where other.id <> ${id} and other.status not in ('closed', 'cancelled')
            and coalesce(i.discrepancy_id, other.discrepancy_id) = d.id)
      order by d.id for no key update
    ), given as (
      update discrepancies d set replacement_value = 0, replacement_lost = d.replacement_lost + claim.value,
        updated_at = ${actor.now}, version = d.version + 1
      from claim where d.id = claim.id)
    select coalesce(sum(value), 0) as value from claim`);
  return given.value;
}

/** The mirror of what the end of the shipment posted. */
async function takeBack(
  tx: Tx,
  actor: Actor,
  { id, reference_no }: LockedShipment,
  status: "closed" | "cancelled",
  day: string,
): Promise<void> {
  if (status === "closed") {
    await tx.query(sql`
      update discrepancies d set replacement_value = replacement_value + replacement_lost,
        replacement_lost = 0, updated_at = ${actor.now}, version = version + 1
      where d.replacement_lost > 0 and d.id in (${answeredBy(id)})`);
  }
  await reverseDeed(tx, actor, {
    kind: "left_over",
    source: { type: "shipment", id },
    entry_date: day,
    narration: `${reference_no} was opened again after it was ${status}`,
  });
}
