import { z } from "zod";
import * as answer from "../records/answers.ts";
import { lcTtStatuses, lcTtTypes } from "./lc_tt_words.ts";

/** Amounts are in `currency` unless they end in `_local`. */
export const lcTtRecord = z.object({
  ...answer.common,
  status: z.enum(lcTtStatuses),
  supplier_id: answer.id,
  supplier_name: answer.text,
  type: z.enum(lcTtTypes),
  reference_number: answer.text.nullable(),
  amount: answer.number,
  currency: answer.text,
  exchange_rate: answer.number.nullable(),
  amount_local: answer.number.nullable(),
  bank_name: answer.text.nullable(),
  issue_date: answer.date.nullable(),
  expiry_date: answer.date.nullable(),
  latest_shipment_date: answer.date.nullable(),
  /** days until then, below zero when past; null without the date and once closed or cancelled */
  expires_in_days: answer.wholeNumber.nullable(),
  latest_shipment_in_days: answer.wholeNumber.nullable(),
  expired: answer.flag,
  /** the latest shipment date is past and the goods have not left */
  shipment_overdue: answer.flag,
  tolerance_percent: answer.number,
  margin_percent: answer.number.nullable(),
  margin_amount: answer.number.nullable(),
  margin_amount_local: answer.number.nullable(),
  /** local currency, as entered */
  charges: answer.number.nullable(),
  notes: answer.text.nullable(),
  /** the first shipment that it pays */
  shipment_id: answer.id.nullable(),
  shipment_count: answer.wholeNumber,
  /** amount and tolerance: what shipments may draw */
  limit_amount: answer.number,
  /** purchase value of the linked shipments that are not cancelled */
  drawn: answer.number,
  available: answer.number,
  /** drawn, of the amount without tolerance */
  utilisation_percent: answer.number,
}).meta({ id: "LcTt" });
export type LcTt = z.output<typeof lcTtRecord>;

export const lcTtDetail = lcTtRecord.extend({
  shipments: z.array(z.object({
    id: answer.id,
    reference_no: answer.text,
    title: answer.text,
    status: answer.text,
    eta_chittagong: answer.date.nullable(),
    drawn: answer.number,
    created_at: answer.instant,
  })),
  /** shipment costs that its charges became */
  charge_costs: z.array(z.object({
    id: answer.id,
    shipment_id: answer.id,
    reference_no: answer.text,
    cost_head: answer.text,
    amount: answer.number,
    currency: answer.text,
    exchange_rate: answer.number,
    local_amount: answer.number,
    entry_date: answer.date,
    note: answer.text.nullable(),
    reversed: answer.flag,
    created_at: answer.instant,
  })),
  /** those not reversed, local currency */
  charges_booked: answer.number,
  /** payments in the supplier ledger that name it */
  settlements: z.array(z.object({
    id: answer.id,
    reference_no: answer.text,
    entry_date: answer.date,
    amount: answer.number,
    currency: answer.text,
    exchange_rate: answer.number,
    amount_local: answer.number,
    /** (settlement rate − `exchange_rate`) × amount, local; above zero we paid more; null: no rate */
    exchange_difference: answer.number.nullable(),
    reversed: answer.flag,
    created_at: answer.instant,
  })),
  /** those not reversed */
  settled: answer.number,
  exchange_difference: answer.number,
  /** what its payments realised in the supplier ledger when they brought the balance to zero, local */
  realised_exchange_difference: answer.number,
  history: answer.history,
}).meta({ id: "LcTtDetail" });
export type LcTtDetail = z.output<typeof lcTtDetail>;
