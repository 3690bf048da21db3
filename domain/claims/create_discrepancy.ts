import sql from "sql-template-tag";
import type { z } from "zod";
import { type Actor, allow } from "../access/access.ts";
import { audit } from "../audit/audit.ts";
import { business } from "../business/business.ts";
import type { Tx } from "../db/connect.ts";
import { Decimal } from "../money/decimal.ts";
import { invalid } from "../errors.ts";
import { recordChange } from "../records/history.ts";
import { rateToLocal, toLocal } from "../money/local_currency.ts";
import { nextNumber } from "../records/numbering.ts";
import { discrepancy, type DiscrepancyDetail } from "./discrepancy.ts";
import { findDiscrepancy } from "./find_discrepancies.ts";

type NewDiscrepancy = z.output<typeof discrepancy.entry>;

/**
 * Enters a claim by hand, `open`. Its value in local currency is value × rate, half up at 2 decimals;
 * the rate is the one sent, else the shipment's where the claim is in the shipment's currency. A claim
 * without value needs none. Source: docs/imports.md, "Claim".
 *
 * @throws Refusal `forbidden`, `invalid_fields`, `exchange_rate_missing`
 */
export async function createDiscrepancy(
  tx: Tx,
  actor: Actor,
  input: NewDiscrepancy,
): Promise<DiscrepancyDetail> {
  allow(actor, "discrepancies.create");
  const shipment = await named(tx, input);
  const currency = input.currency ?? shipment.currency;
  const value = input.estimated_value ?? new Decimal("0");
  const sent = input.exchange_rate ??
    (currency === shipment.currency ? shipment.exchange_rate : null);
  const needsRate = value.gt("0") || currency === business.localCurrency || sent !== null;
  const rate = needsRate ? rateToLocal(currency, sent) : null;
  const local = rate ? toLocal(value, currency, rate, "estimated_value") : new Decimal("0");
  const reference_no = await nextNumber(tx, "CLM", actor.today);
  const row = {
    ...input,
    reference_no,
    supplier_id: input.supplier_id ?? shipment.supplier_id,
    estimated_value: value,
    currency,
    exchange_rate: rate,
    estimated_value_local: local,
  };
  const more = { reference_no: "text", estimated_value_local: "numeric" };
  const [{ id }] = await tx.query<[{ id: number }]>(sql`
    insert into discrepancies (${discrepancy.stored}, reference_no, estimated_value_local,
      created_at, updated_at, created_by)
    select ${discrepancy.stored}, reference_no, estimated_value_local, ${actor.now}, ${actor.now},
      ${actor.userId}
    from ${discrepancy.rows([row], more)}
    returning id`);
  await recordChange(tx, actor, "discrepancy", id, { from: null, to: "open" });
  const made = await findDiscrepancy(tx, actor, id);
  await audit(tx, actor, {
    action: "discrepancy.create",
    entity: "discrepancy",
    entityId: id,
    reference_no,
    after: input,
  });
  return made;
}

interface NamedShipment {
  id: number;
  supplier_id: number;
  currency: string;
  exchange_rate: Decimal | null;
  item_fits: boolean;
  receipt_fits: boolean;
  supplier_exists: boolean;
}

/** The shipment of a claim; item and receipt must be of it. @throws Refusal `invalid_fields` */
async function named(tx: Tx, input: NewDiscrepancy): Promise<NamedShipment> {
  const [shipment] = await tx.query<[NamedShipment?]>(sql`
    select s.id, s.supplier_id, s.currency, s.exchange_rate,
      exists (select from shipment_items i
        where i.id = ${input.shipment_item_id ?? null} and i.shipment_id = s.id) as item_fits,
      exists (select from receipts r
        where r.id = ${input.receipt_id ?? null} and r.shipment_id = s.id) as receipt_fits,
      exists (select from suppliers p where p.id = ${input.supplier_id ?? null}) as supplier_exists
    from shipments s where s.id = ${input.shipment_id}`);
  if (!shipment) throw invalid({ shipment_id: "names no shipment" });
  const faults: Record<string, string> = {};
  if (input.shipment_item_id !== undefined && !shipment.item_fits) {
    faults.shipment_item_id = "names no item of this shipment";
  }
  if (input.receipt_id !== undefined && !shipment.receipt_fits) {
    faults.receipt_id = "names no receipt of this shipment";
  }
  if (input.supplier_id !== undefined && !shipment.supplier_exists) {
    faults.supplier_id = "names no supplier";
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return shipment;
}
