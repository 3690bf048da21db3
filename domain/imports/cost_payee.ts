import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import { conflict, invalid } from "../errors.ts";
import { cr, type Line } from "../journal/line.ts";
import { postSupplierEntry } from "../suppliers/post_entry.ts";
import { postReversal } from "../suppliers/reverse_entry.ts";
import type { CostRow } from "./add_cost.ts";
import type { LockedShipment } from "./lock_shipment.ts";

/** Whether payee and account of a cost are there. @throws Refusal `invalid_fields` */
export async function judgePayee(
  tx: Tx,
  { payee_id, paid_from }: { payee_id?: number; paid_from?: number },
): Promise<void> {
  if (payee_id === undefined && paid_from === undefined) return;
  const [found] = await tx.query<[{ payee: boolean; account: boolean }]>(sql`
    select exists (select from suppliers where id = ${payee_id ?? null}) as payee,
      exists (select from accounts
        where id = ${paid_from ?? null} and kind = 'money' and active) as account`);
  const faults: Record<string, string> = {};
  if (payee_id !== undefined && !found.payee) faults.payee_id = "names no supplier or payee";
  if (paid_from !== undefined && !found.account) faults.paid_from = "names no money account";
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

interface OwedCost extends CostRow {
  id: number;
  /** the journal's entry that is about to be written */
  entry: number;
}

/**
 * The other side of a cost: the account that it was paid from, the ledger of whom it is owed to, or goods
 * not billed. Locks the payee: the same bill at the same time waits, and then is found.
 * Source: docs/imports.md, "Cost".
 *
 * @throws Refusal `duplicate_bill` unless `duplicate` was asked for
 */
export async function owe(
  tx: Tx,
  actor: Actor,
  shipment: LockedShipment,
  { duplicate, ...cost }: OwedCost & { duplicate?: boolean },
): Promise<Line[]> {
  if (cost.bill_number && cost.payee_id && !duplicate) await refuseRepeated(tx, cost);
  if (cost.paid_from || !cost.payee_id) {
    return [cr(cost.paid_from ?? "goods_not_billed", cost.local_amount, {
      shipment_id: shipment.id,
      supplier_id: cost.payee_id,
    })];
  }
  const { id, lines } = await postSupplierEntry(tx, actor, {
    supplier_id: cost.payee_id,
    entry_date: cost.entry_date,
    entry_type: "purchase",
    particulars: [`${named(cost)} of ${shipment.reference_no}`, cost.bill_number].filter(Boolean)
      .join(", bill "),
    credit: cost.amount,
    currency: cost.currency,
    exchange_rate: cost.exchange_rate,
    shipment_id: shipment.id,
    reference: cost.bill_number ?? cost.reference,
    entry: cost.entry,
  });
  await tx.query(sql`
    insert into shipment_cost_bills (cost_id, supplier_ledger_id) values (${cost.id}, ${id})`);
  return lines;
}

/** A cost head as a sentence of a ledger begins with it: "C&F agent". */
export function named({ cost_head }: Pick<OwedCost, "cost_head">): string {
  const words = cost_head.replace(/^cnf/, "C&F").replaceAll("_", " ");
  return words[0].toUpperCase() + words.slice(1);
}

/** The cost itself is written already. */
async function refuseRepeated(tx: Tx, { id, payee_id, bill_number }: OwedCost): Promise<void> {
  await tx.query(sql`select id from suppliers where id = ${payee_id} for no key update`);
  const [earlier] = await tx.query<[{ id: number; shipment: string; shipment_id: number }?]>(sql`
    select c.id, s.reference_no as shipment, s.id as shipment_id
    from shipment_costs c join shipments s on s.id = c.shipment_id
    where c.payee_id = ${payee_id} and lower(c.bill_number) = lower(${bill_number}) and c.id <> ${id}
      and c.reverses_id is null
      and not exists (select from shipment_costs mirror where mirror.reverses_id = c.id)
    order by c.id limit 1`);
  if (!earlier) return;
  throw conflict(
    "duplicate_bill",
    `bill ${bill_number} of this payee is entered already, as cost ${earlier.id} of ` +
      `${earlier.shipment}; send allow_duplicate with a note to take it again.`,
    { cost_id: earlier.id, shipment_id: earlier.shipment_id },
  );
}

/** The same for a cost that is taken back; `cost` is the mirror, below zero. */
export async function takeBackOwed(
  tx: Tx,
  actor: Actor,
  shipment: LockedShipment,
  { reason, ...cost }: OwedCost & { reason?: string },
): Promise<Line[]> {
  const { entry, entry_date } = cost;
  const [billed] = await tx.query<[{ id: number; taken_back: boolean }?]>(sql`
    select bill.supplier_ledger_id as id,
      exists (select from supplier_ledger e where e.reverses_id = bill.supplier_ledger_id) as taken_back
    from shipment_cost_bills bill where bill.cost_id = ${cost.reverses_id}`);
  if (billed && !billed.taken_back) {
    return (await postReversal(tx, actor, billed.id, { reason, entry_date }, entry)).lines;
  }
  // taken back in the ledger before, it stands on goods not billed
  const account = billed ? "goods_not_billed" : cost.paid_from ?? "goods_not_billed";
  return [cr(account, cost.local_amount, { shipment_id: shipment.id, supplier_id: cost.payee_id })];
}
