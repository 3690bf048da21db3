import sql from "sql-template-tag";
import { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Db, Tx } from "../db/connect.ts";
import { conflict, notFound } from "../errors.ts";
import { reverseCost } from "../imports/reverse_cost.ts";
import { judgeLaterDay } from "../journal/period.ts";
import type { reversal } from "../journal/reversal.ts";
import * as field from "../records/fields.ts";
import { isFinal } from "../records/lifecycle.ts";
import { takeBack } from "../suppliers/reverse_entry.ts";
import { lockPaidShipment, paysNot } from "./book_charge.ts";
import { settlement } from "./find_lc_tt.ts";
import { lockLcTt, touchLcTt } from "./lock_lc_tt.ts";
import { releaseMargin } from "./margin.ts";
import { chargesWith, settle } from "./settle.ts";
import { isPayment } from "./utilisation.ts";

export const newSettlement = z.object({
  amount: field.money("positive").describe("What the bank paid, in the LC's currency."),
  rate: field.rate().describe("Local units for one of it on that day; 1 for the local currency."),
  date: field.date().optional().describe("The day it counts for. Left out: today."),
  account_id: field.id().optional()
    .describe("The money account it was paid from. Left out: the bank's of the settings."),
  margin_used: field.localMoney().optional()
    .describe("What of it the margin paid, local currency. Left out: as much as is held."),
  charges: field.localMoney().optional()
    .describe("What the bank took besides, local currency: a shipment's cost, else bank charges."),
  shipment_id: field.id().optional()
    .describe("The shipment that bears the charges; needed where several are linked."),
  note: field.text(2000).optional().describe("What else is to be said."),
});

export type Settlement = z.output<typeof settlement.schema>;

const from = sql`from supplier_ledger e join lc_tt l on l.id = e.lc_tt_id`;

/** The payments of an LC or TT, the first first. @throws Refusal `forbidden`, `not_found` */
export async function listSettlements(db: Db, actor: Actor, lcTtId: number): Promise<Settlement[]> {
  allow(actor, "costs.read");
  const [known] = await db.query<[unknown?]>(sql`select id from lc_tt where id = ${lcTtId}`);
  if (!known) throw notFound("LC/TT", lcTtId);
  return await db.query(sql`
    select ${
    settlement.columns(actor)
  } ${from} where l.id = ${lcTtId} and ${isPayment} order by e.id`);
}

/**
 * Books a payment that the bank made by an LC or TT; any number up to the amount and its tolerance.
 * Source: docs/books.md, "Settlements".
 *
 * @throws Refusal `forbidden`, `not_found`, `lc_tt_closed` when it is cancelled; as `settle`
 */
export async function addSettlement(
  tx: Tx,
  actor: Actor,
  lcTtId: number,
  { shipment_id, ...payment }: z.output<typeof newSettlement>,
): Promise<Settlement> {
  allow(actor, "costs.write");
  const charged = payment.charges?.gt("0") || shipment_id !== undefined;
  const shipment = charged ? await lockPaidShipment(tx, lcTtId, shipment_id) : undefined;
  const lcTt = await lockLcTt(tx, lcTtId);
  if (lcTt.status === "cancelled") {
    throw conflict("lc_tt_closed", `${lcTt.reference_no} is cancelled.`);
  }
  if ((shipment_id !== undefined || shipment) && shipment?.lc_tt_id !== lcTtId) throw paysNot(lcTt);
  await touchLcTt(tx, actor, lcTtId);
  await audit(tx, actor, {
    action: "lc_tt.settle",
    entity: "lc_tt",
    entityId: lcTtId,
    reference_no: lcTt.reference_no,
    after: { shipment_id, ...payment },
  });
  return await findSettlement(tx, actor, await settle(tx, actor, lcTt, { ...payment, shipment }));
}

/**
 * Takes a payment back with its margin and its charges. What comes back to the margin of an LC that has
 * ended is released at once. Source: docs/books.md, "Settlements".
 *
 * @throws Refusal `forbidden`, `not_found`, `already_reversed`, `invalid_fields`, as `judgeDay`
 */
export async function reverseSettlement(
  tx: Tx,
  actor: Actor,
  lcTtId: number,
  id: number,
  { reason, date }: z.output<typeof reversal>,
): Promise<Settlement> {
  allow(actor, "costs.write");
  const [found] = await tx.query<[{ reference_no: string; date: string }?]>(sql`
    select e.reference_no, e.entry_date as date from supplier_ledger e
    where e.id = ${id} and e.lc_tt_id = ${lcTtId} and ${isPayment}`);
  if (!found) throw notFound("Settlement", id);
  const day = await judgeLaterDay(tx, actor, date, found.date, {
    the: `the date of ${found.reference_no}`,
  });
  for (const { shipment_id, cost_id } of await chargesWith(tx, id)) {
    await reverseCost(tx, actor, shipment_id, cost_id, { reason, date: day });
  }
  const lcTt = await lockLcTt(tx, lcTtId);
  await touchLcTt(tx, actor, lcTtId);
  await audit(tx, actor, {
    action: "lc_tt.reverse_settlement",
    entity: "lc_tt",
    entityId: lcTtId,
    reference_no: lcTt.reference_no,
    after: { settlement_id: id, reason, date: day },
  });
  await takeBack(tx, actor, id, { reason, entry_date: day });
  if (isFinal(lcTt.status)) await releaseMargin(tx, actor, lcTt, undefined, { date: day });
  return await findSettlement(tx, actor, id);
}

async function findSettlement(tx: Tx, actor: Actor, id: number): Promise<Settlement> {
  const [found] = await tx.query<[Settlement]>(
    sql`select ${settlement.columns(actor)} ${from} where e.id = ${id}`,
  );
  return found;
}
