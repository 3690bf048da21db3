import sql from "sql-template-tag";
import type { Tx } from "../db/connect.ts";
import type { Decimal } from "../money/decimal.ts";
import { type FieldErrors, invalid } from "../errors.ts";
import { rateFaults, rateOf, refuseFaults } from "../imports/exchange_rate.ts";
import type { LockedShipment } from "../imports/lock_shipment.ts";
import { toLocal } from "../money/local_currency.ts";
import { stepFaults } from "./lc_steps.ts";
import { shipmentFaults } from "./link_shipment.ts";

type Wanted = Parameters<typeof stepFaults>[0] & {
  supplier_id: number;
  amount: Decimal;
  currency?: string | null;
  exchange_rate?: Decimal | null;
  issue_date?: string | null;
  expiry_date?: string | null;
  latest_shipment_date?: string | null;
};

/**
 * Judges dates, currency, rate and shipment of an LC or TT against each other. A rate that is not
 * sent stays as it was `before`, unless the currency changes.
 *
 * @returns its currency, the supplier's where none is sent, and the rate, 1 for the local currency
 * @throws Refusal `invalid_fields`
 */
export async function judgeTerms(
  tx: Tx,
  wanted: Wanted,
  shipment: LockedShipment | undefined,
  before?: { currency: string; exchange_rate: Decimal | null },
): Promise<{ currency: string; exchange_rate: Decimal | null }> {
  const [supplier] = await tx.query<[{ currency: string }?]>(
    sql`select currency from suppliers where id = ${wanted.supplier_id}`,
  );
  if (!supplier) throw invalid({ supplier_id: "names no supplier" });
  const currency = wanted.currency ?? supplier.currency;
  const kept = currency === before?.currency ? before.exchange_rate : null;
  const given = wanted.exchange_rate === undefined ? kept : wanted.exchange_rate;
  refuseFaults({
    ...dateFaults(wanted),
    ...stepFaults(wanted),
    ...rateFaults(currency, given),
    ...shipmentFaults(shipment, { supplier_id: wanted.supplier_id, currency }),
  });
  const exchange_rate = rateOf(currency, given);
  if (exchange_rate) toLocal(wanted.amount, currency, exchange_rate);
  return { currency, exchange_rate };
}

/** Dates that contradict each other, by field. */
function dateFaults({ issue_date, expiry_date, latest_shipment_date }: Wanted): FieldErrors {
  return {
    ...expiry_date && issue_date && expiry_date < issue_date &&
      { expiry_date: [`must not be before ${issue_date}, the date of issue`] },
    ...expiry_date && latest_shipment_date && latest_shipment_date > expiry_date &&
      { latest_shipment_date: [`must not be after ${expiry_date}, the date of expiry`] },
  };
}
