import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { business } from "../business/business.ts";
import type { Tx } from "../db/connect.ts";
import { conflict } from "../errors.ts";
import { addCost } from "../imports/add_cost.ts";
import { lockShipment } from "../imports/lock_shipment.ts";
import { reverseCost } from "../imports/reverse_cost.ts";
import { isZero, sum } from "../money/decimal.ts";
import type { BillOfEntryDetail, billPosting, billReversal } from "./bill_of_entry.ts";
import { termsOn } from "./customs_terms.ts";
import { lockBill } from "./enter_bill.ts";
import { findBill } from "./find_bills.ts";
import { costHeadOf, type Levies, recoverable } from "./levies.ts";
import { levies } from "./levy_words.ts";

interface LineItem extends Levies {
  shipment_item_id: number;
}

/**
 * Makes the assessed levies costs of the shipment, one for each levy, each item bearing what its own line
 * was charged: no levy crosses lines. Within a line it goes by purchase value, evenly where none is known. CD, RD
 * and SD make the goods dearer; VAT and AT do where the importer settles finally, else they and AIT are what
 * comes back. Once; the bill's number is the costs' reference.
 * Source: docs/customs.md, "Posting".
 *
 * @throws Refusal `forbidden`, `not_found`, `record_in_use`, and as `addCost`
 */
export async function postBill(
  tx: Tx,
  actor: Actor,
  id: number,
  input: z.output<typeof billPosting>,
): Promise<BillOfEntryDetail> {
  allow(actor, "costs.write");
  const bill = await lockBill(tx, id);
  if (bill.status !== "draft") {
    throw conflict("record_in_use", `bill of entry ${bill.number} is ${bill.status} already.`);
  }
  await lockShipment(tx, bill.shipment_id);
  const settlement = (await termsOn(tx, bill.entry_date))?.settlement ?? false;
  const items = await itemsOf(tx, id);
  for (const levy of levies) {
    const shares = items.map((item) => ({ ...item, amount: item[levy] }));
    const amount = sum(shares.map((share) => share.amount));
    if (isZero(amount)) continue;
    const cost_id = await addCost(tx, actor, bill.shipment_id, {
      cost_head: costHeadOf[levy],
      amount,
      currency: business.localCurrency,
      allocations: shares.filter((share) => !isZero(share.amount))
        .map(({ shipment_item_id, amount }) => ({ shipment_item_id, amount })),
      capitalise: !recoverable(levy, settlement),
      entry_date: input.entry_date,
      payee_id: input.payee_id,
      paid_from: input.paid_from,
      reference: bill.number,
      bill_date: bill.entry_date,
      note: `Bill of entry ${bill.number} of office ${bill.office}`,
      allow_duplicate: true,
    });
    await tx.query(sql`
      insert into bill_of_entry_costs (bill_id, levy, cost_id) values (${id}, ${levy}, ${cost_id})`);
  }
  return await move(tx, actor, bill, "posted", { ...input });
}

/**
 * Takes a posted bill back: every cost it made that still stands. It may then be entered again.
 * @throws Refusal `forbidden`, `not_found`, `not_reversible`, and as `reverseCost`
 */
export async function reverseBill(
  tx: Tx,
  actor: Actor,
  id: number,
  input: z.output<typeof billReversal>,
): Promise<BillOfEntryDetail> {
  allow(actor, "costs.write");
  const bill = await lockBill(tx, id);
  if (bill.status !== "posted") {
    throw conflict("not_reversible", `bill of entry ${bill.number} is ${bill.status}.`);
  }
  const standing = await tx.query<{ cost_id: number }[]>(sql`
    select c.cost_id from bill_of_entry_costs c
    where c.bill_id = ${id}
      and not exists (select from shipment_costs mirror where mirror.reverses_id = c.cost_id)
    order by c.cost_id`);
  for (const { cost_id } of standing) {
    await reverseCost(tx, actor, bill.shipment_id, cost_id, input);
  }
  return await move(tx, actor, bill, "reversed", input);
}

async function move(
  tx: Tx,
  actor: Actor,
  { id, reference_no, status }: { id: number; reference_no: string; status: string },
  to: "posted" | "reversed",
  input: object,
): Promise<BillOfEntryDetail> {
  await tx.query(sql`
    update bills_of_entry set status = ${to}, posted_at = coalesce(posted_at, ${actor.now}),
      posted_by = coalesce(posted_by, ${actor.userId}), updated_at = ${actor.now}, version = version + 1
    where id = ${id}`);
  await audit(tx, actor, {
    action: to === "posted" ? "bill_of_entry.post" : "bill_of_entry.reverse",
    entity: "bill_of_entry",
    entityId: id,
    reference_no,
    before: { status },
    after: { status: to, ...input },
  });
  return await findBill(tx, id);
}

/** What each item bears, as it was shared when the bill was entered; local currency. */
function itemsOf(tx: Tx, id: number): Promise<LineItem[]> {
  return tx.query<LineItem[]>(sql`
    select shipment_item_id, cd, rd, sd, vat, at, ait from bill_of_entry_items
    where bill_id = ${id} order by shipment_item_id`);
}
