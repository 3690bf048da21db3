import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/connect.ts";
import { recordChange } from "../records/history.ts";
import type { LockedShipment } from "../imports/lock_shipment.ts";
import { nextNumber } from "../records/numbering.ts";
import { bookCharge } from "./book_charge.ts";
import { findLcTt, type LcTtDetail } from "./find_lc_tt.ts";
import { lcTt } from "./lc_tt.ts";
import { linkShipment, lockNamedShipment } from "./link_shipment.ts";
import { judgeTerms } from "./terms.ts";

/**
 * Enters an LC, a TT or documents against payment as a draft. A shipment that is named is linked, and
 * the charges become its cost, shared by value, where it has prices to share them by; otherwise they
 * wait to be booked one by one. Source: docs/imports.md, "LC, TT and DP".
 *
 * @throws Refusal `forbidden`, `invalid_fields`, `shipment_closed`, `lc_limit_exceeded`
 */
export async function createLcTt(
  tx: Tx,
  actor: Actor,
  input: z.output<typeof lcTt.entry>,
): Promise<LcTtDetail> {
  allow(actor, "costs.write");
  const shipment = await lockNamedShipment(tx, input.shipment_id);
  const { currency, exchange_rate } = await judgeTerms(tx, input, shipment);
  const number = await nextNumber(tx, "LCT", input.issue_date ?? actor.today);
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into lc_tt (${lcTt.stored}, reference_no, created_at, updated_at, created_by)
    select ${lcTt.stored}, ${number}, ${actor.now}, ${actor.now}, ${actor.userId}
    from ${lcTt.rows([{ ...input, currency, exchange_rate }])}
    returning id`);
  await recordChange(tx, actor, "lc_tt", id, { from: null, to: "draft" });
  await audit(tx, actor, {
    action: "lc_tt.create",
    entity: "lc_tt",
    entityId: id,
    reference_no: number,
    after: { ...input, currency, exchange_rate },
  });
  await linkShipment(tx, actor, id, shipment);
  if (shipment && input.charges?.gt("0") && await isPriced(tx, shipment)) {
    await bookCharge(tx, actor, { id, type: input.type }, shipment, { amount: input.charges });
  }
  return await findLcTt(tx, actor, id);
}

async function isPriced(tx: Tx, { id }: LockedShipment): Promise<boolean> {
  const [{ priced }] = await tx.query<[{ priced: boolean }]>(sql`
    select exists (select from shipment_items
      where shipment_id = ${id} and purchase_value > 0) as priced`);
  return priced;
}
