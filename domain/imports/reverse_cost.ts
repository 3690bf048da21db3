import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { type Decimal, toMinor } from "../money/decimal.ts";
import { conflict, notFound } from "../errors.ts";
import { judgeLaterDay } from "../journal/period.ts";
import { openEntry } from "../journal/post_entry.ts";
import { standingEntry } from "../journal/reverse_entry.ts";
import { type CostRow, insertCost, postCost } from "./add_cost.ts";
import { bookLateCost } from "./book_late_cost.ts";
import { takeBackOwed } from "./cost_payee.ts";
import { keepShares, mirrored, sharedCostColumns } from "./cost_shares.ts";
import { lockShipment } from "./lock_shipment.ts";
import type { costReversal } from "./shipment_cost.ts";
import { refuseWithoutCosts, touchShipment } from "./touch_shipment.ts";
import { valueShipment } from "./value_shipment.ts";

/**
 * Takes a cost back with a row of its own that mirrors amount and shares. Before the first posting both
 * are shared afresh together; afterwards the stored shares are mirrored and the value leaves as a late
 * cost below zero. Source: docs/imports.md, "Cost"; docs/landed_cost.md, "Reversals".
 *
 * @returns the id of the reversal
 * @throws Refusal `forbidden`, `not_found`, `shipment_closed`, `already_reversed`, `not_reversible`,
 * `period_closed`, `invalid_fields` on `date`
 */
export async function reverseCost(
  tx: Tx,
  actor: Actor,
  shipmentId: number,
  costId: number,
  { reason, date }: z.output<typeof costReversal>,
): Promise<number> {
  allow(actor, "costs.write");
  const shipment = await lockShipment(tx, shipmentId);
  const cost = await findReversible(tx, shipmentId, costId);
  refuseWithoutCosts(shipment);
  const entry_date = await judgeLaterDay(tx, actor, date, cost.entry_date, {
    the: "the day of what it takes back",
  });
  const mirror = {
    ...cost,
    amount: cost.amount.neg(),
    local_amount: cost.local_amount.neg(),
    entry_date,
    note: reason,
    reverses_id: costId,
  };
  const id = await insertCost(tx, actor, shipment, mirror);
  const entry = await openEntry(tx);
  let late: Awaited<ReturnType<typeof bookLateCost>> | undefined;
  if (shipment.frozen_at !== null) {
    const stored = await tx.query<{ shipment_item_id: number; amount: Decimal }[]>(sql`
      select shipment_item_id, amount from shipment_cost_shares
      where cost_id = ${costId} order by shipment_item_id`);
    const shares = mirrored(
      stored.map(({ shipment_item_id, amount }) => ({
        cost_id: costId,
        shipment_item_id,
        amount_minor: toMinor(amount),
      })),
      id,
    );
    await keepShares(tx, shares);
    if (cost.capitalise) {
      late = await bookLateCost(tx, actor, shipment, { cost_id: id, shares, entry_date, entry });
    }
  }
  await valueShipment(tx, shipment);
  await touchShipment(tx, actor, shipmentId);
  await audit(tx, actor, {
    action: "shipment.reverse_cost",
    entity: "shipment",
    entityId: shipmentId,
    reference_no: shipment.reference_no,
    after: { cost_id: id, reverses_id: costId, reason },
  });
  const owed = await takeBackOwed(tx, actor, shipment, { ...mirror, id, entry, reason });
  const standing = await standingEntry(tx, { type: "shipment_cost", id: costId });
  await postCost(tx, actor, shipment, { ...mirror, id }, {
    entry,
    late,
    owed,
    reverses_id: standing?.id,
  });
  return id;
}

async function findReversible(tx: Tx, shipmentId: number, costId: number): Promise<CostRow> {
  const [cost] = await tx.query<[(CostRow & { reversed: boolean })?]>(sql`
    select ${sharedCostColumns}, c.amount, c.currency, c.exchange_rate, c.entry_date, c.payee_id,
      c.bill_number, c.bill_date, c.due_date, c.paid_from, c.reference,
      exists (select from shipment_costs mirror where mirror.reverses_id = c.id) as reversed
    from shipment_costs c where c.id = ${costId} and c.shipment_id = ${shipmentId}`);
  if (!cost) throw notFound("Cost", costId);
  if (cost.reverses_id !== null) {
    throw conflict("not_reversible", `cost ${costId} is itself a reversal.`);
  }
  if (cost.reversed) throw conflict("already_reversed", `cost ${costId} is reversed already.`);
  return cost;
}
