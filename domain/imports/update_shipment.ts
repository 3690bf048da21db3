import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { assignments } from "../db/assignments.ts";
import { brokenConstraint, type Tx } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import { conflict, type FieldErrors } from "../errors.ts";
import { recordChange } from "../records/history.ts";
import { checkUtilisation } from "./lc_drawings.ts";
import { rateFaults, rateMissing, rateOf, refuseFaults } from "./exchange_rate.ts";
import { type LockedShipment, lockShipment } from "./lock_shipment.ts";
import { refuseUnknownClaims } from "./replaced_claims.ts";
import { shipment, tooFineFor } from "./shipment.ts";
import { isPriced } from "./shipment_items.ts";
import { findLinks, linkFaults } from "./shipment_links.ts";
import { refuseClosed, refusePosted, touchShipment } from "./touch_shipment.ts";
import { valueShipment } from "./value_shipment.ts";

type Changes = z.output<typeof shipment.changes>;

/**
 * Changes what is sent of a shipment's head; null clears a field, a cleared currency becomes the
 * supplier's. Supplier, currency and rate change only before the first posting; a new currency needs
 * its own rate, and a new rate values the shipment afresh. A new ETA is a row of the history.
 * Source: docs/imports.md, "Shipment".
 *
 * @throws Refusal `forbidden`, `not_found`, `shipment_closed`, `shipment_already_posted`,
 * `invalid_fields`, `exchange_rate_missing`, `duplicate_external_ref`, `lc_limit_exceeded`
 */
export async function updateShipment(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: Changes,
): Promise<void> {
  allow(actor, "shipments.write");
  const before = await lockShipment(tx, id);
  refuseClosed(before);
  const { supplier_id, currency, exchange_rate, discrepancy_id } = changes;
  if (assignments({ ...before }, { supplier_id, currency, exchange_rate, discrepancy_id })) {
    refusePosted(before, "its supplier, currency, exchange rate and claim stand");
  }
  await refuseUnknownClaims(tx, [changes]);
  const money = await moneyAfter(tx, before, changes);
  const set = assignments({ ...before }, { ...changes, ...money }, shipment.whenCleared);
  if (!set) return;
  try {
    await tx.query(sql`update shipments set ${set.sql} where id = ${id}`);
  } catch (error) {
    if (brokenConstraint(error) !== "duplicate_external_ref") throw error;
    throw conflict(
      "duplicate_external_ref",
      `that supplier already has a shipment with the external reference of ${before.reference_no}.`,
    );
  }
  if (changes.lc_tt_id && "lc_tt_id" in set.after) await checkUtilisation(tx, [changes.lc_tt_id]);
  await touchShipment(tx, actor, id);
  if ("eta_chittagong" in set.after) {
    const to = changes.eta_chittagong ?? null;
    await recordChange(tx, actor, "shipment", id, {
      field: "eta_chittagong",
      from: before.eta_chittagong,
      to,
    });
  }
  if ("exchange_rate" in set.after) await valueShipment(tx, { ...before, ...money });
  await audit(tx, actor, {
    action: "shipment.update",
    entity: "shipment",
    entityId: id,
    reference_no: before.reference_no,
    before: set.before,
    after: set.after,
  });
}

/** Currency and rate after the change, once the links, the rate and the items' prices agree with them. */
async function moneyAfter(
  tx: Tx,
  before: LockedShipment,
  changes: Changes,
): Promise<{ currency: string; exchange_rate: Decimal | null }> {
  const supplier_id = changes.supplier_id ?? before.supplier_id;
  const lc_tt_id = changes.lc_tt_id === undefined ? before.lc_tt_id : changes.lc_tt_id;
  const known = await findLinks(tx, [{ supplier_id, lc_tt_id }]);
  const suppliersOwn = known.supplierCurrency.get(supplier_id) ?? before.currency;
  const currency = changes.currency === undefined
    ? before.currency
    : changes.currency ?? suppliersOwn;
  const kept = currency === before.currency ? before.exchange_rate : null;
  const given = changes.exchange_rate === undefined ? kept : changes.exchange_rate;
  const exchange_rate = rateOf(currency, given);
  const faults: FieldErrors = {
    ...linkFaults(known, {
      supplier_id,
      currency,
      lc_tt_id,
      earlier_lc_tt_id: before.lc_tt_id,
    }),
    ...rateFaults(currency, given),
  };
  if (currency !== before.currency || exchange_rate === null) {
    const items = await tx.query<{ purchase_value: Decimal | null }[]>(sql`
      select purchase_value from shipment_items where shipment_id = ${before.id}`);
    const tooFine = items.flatMap((item) => tooFineFor(currency, item.purchase_value));
    if (tooFine.length > 0) {
      faults.currency = ["does not fit: a purchase value has over 2 decimals"];
    }
    refuseFaults(faults);
    if (exchange_rate === null && items.some(isPriced)) {
      refuseFaults(rateMissing(currency), "exchange_rate_missing");
    }
  }
  refuseFaults(faults);
  return { currency, exchange_rate };
}
