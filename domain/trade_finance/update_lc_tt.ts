import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { assignments } from "../db/assignments.ts";
import type { Tx } from "../db/connect.ts";
import { checkUtilisation } from "../imports/lc_drawings.ts";
import { conflict } from "../errors.ts";
import { recordChange } from "../records/history.ts";
import { findLcTt, type LcTtDetail } from "./find_lc_tt.ts";
import { lcTt, uncommitted } from "./lc_tt.ts";
import { linkShipment, lockNamedShipment } from "./link_shipment.ts";
import { type LockedLcTt, lockLcTt, refuseFinal, touchLcTt } from "./lock_lc_tt.ts";
import { judgeTerms } from "./terms.ts";
import { findUtilisation, isStandingPayment } from "./utilisation.ts";

type Changes = z.output<typeof lcTt.changes>;

/** What the bank amends for a fee: each change is a row of the history. */
const amended = ["amount", "expiry_date", "latest_shipment_date"] as const;

/**
 * Changes what is sent of an LC or TT until it is closed or cancelled; null clears a field, a cleared
 * currency becomes the supplier's, and a new currency needs its own rate. What others rely on
 * cannot change any more: the kind (LC, TT, DP) once it was opened or paid; supplier and currency
 * once a shipment is linked; the exchange rate, too, once a payment is posted. `shipment_id` links
 * a further shipment; it is unlinked by the shipment's own `lc_tt_id`. Source: docs/imports.md, "LC, TT and DP".
 *
 * @throws Refusal `forbidden`, `not_found`, `lc_tt_closed`, `record_in_use`, `lc_limit_exceeded`,
 * `settlement_exceeds_amount`, `shipment_closed`, `invalid_fields`
 */
export async function updateLcTt(
  tx: Tx,
  actor: Actor,
  id: number,
  { shipment_id, ...changes }: Changes,
): Promise<LcTtDetail> {
  allow(actor, "costs.write");
  const shipment = await lockNamedShipment(tx, shipment_id);
  const before = await lockLcTt(tx, id);
  refuseFinal(before);
  const { supplier_id, amount } = changes;
  const wanted = {
    ...before,
    exchange_rate: undefined,
    ...changes,
    supplier_id: supplier_id ?? before.supplier_id,
    amount: amount ?? before.amount,
  };
  const money = await judgeTerms(tx, wanted, shipment, before);
  const set = assignments({ ...before }, { ...changes, ...money }, lcTt.whenCleared);
  if (set) {
    await refuseInUse(tx, before, set.after);
    await tx.query(sql`update lc_tt set ${set.sql} where id = ${id}`);
    await touchLcTt(tx, actor, id);
    if ("amount" in set.after || "tolerance_percent" in set.after) await checkLimit(tx, before);
    for (const name of amended.filter((name) => name in set.after)) {
      await recordChange(tx, actor, "lc_tt", id, {
        field: name,
        from: text(set.before[name]),
        to: text(set.after[name]),
      });
    }
    await audit(tx, actor, {
      action: "lc_tt.update",
      entity: "lc_tt",
      entityId: id,
      reference_no: before.reference_no,
      before: set.before,
      after: set.after,
    });
  }
  await linkShipment(tx, actor, id, shipment);
  return await findLcTt(tx, actor, id);
}

async function refuseInUse(tx: Tx, before: LockedLcTt, after: Record<string, unknown>) {
  const [{ shipments, payments }] = await tx.query<[{ shipments: string[]; payments: string[] }]>(
    sql`
    select array(select reference_no from shipments where lc_tt_id = ${before.id} order by id) as shipments,
      array(select e.reference_no from supplier_ledger e
        where e.lc_tt_id = ${before.id} and ${isStandingPayment} order by e.id) as payments`,
  );
  const opened = !uncommitted.includes(before.status);
  const holders = {
    type: [...opened ? [`its status ${before.status}`] : [], ...payments],
    supplier_id: [...shipments, ...payments],
    currency: [...shipments, ...payments],
    exchange_rate: payments,
  };
  for (const [name, by] of Object.entries(holders)) {
    if (!(name in after) || by.length === 0) continue;
    throw conflict(
      "record_in_use",
      `the ${name} of ${before.reference_no} cannot change any more: ${by.join(", ")} goes by it.`,
      { field: name },
    );
  }
}

/** A smaller amount must still cover what is drawn and what is paid. */
async function checkLimit(tx: Tx, { id, reference_no, currency }: LockedLcTt): Promise<void> {
  await checkUtilisation(tx, [id]);
  const { limit_amount, settled } = await findUtilisation(tx, id);
  if (settled.lte(limit_amount)) return;
  throw conflict(
    "settlement_exceeds_amount",
    `${settled} ${currency} of ${reference_no} is paid already, more than ${limit_amount}.`,
    { limit_amount, settled },
  );
}

function text(value: unknown): string | null {
  return value === null ? null : String(value);
}
