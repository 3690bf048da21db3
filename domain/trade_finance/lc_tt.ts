import { z } from "zod";
import type { FieldErrors } from "../errors.ts";
import * as field from "../records/fields.ts";
import { withAliases } from "../records/input.ts";
import type { Lifecycle } from "../records/lifecycle.ts";
import {
  type LcTtStatus,
  lcTtStatuses,
  type LcTtType,
  lcTtTypes,
  statusesOf,
} from "./lc_tt_words.ts";

export const lcTtTypeAliases = {
  "l/c": "LC",
  "t/t": "TT",
  "d/p": "DP",
  letter_of_credit: "LC",
  telegraphic_transfer: "TT",
  documents_against_payment: "DP",
} as const;

export const finalStatuses: readonly LcTtStatus[] = ["closed", "cancelled"];
/** The statuses in which the goods have not left the supplier yet. */
export const beforeShipment: readonly LcTtStatus[] = lcTtStatuses.slice(
  0,
  lcTtStatuses.indexOf("shipped"),
);

/** What an LC/TT of one kind may become; called off only before the bank releases the documents. */
export function lifecycleOf(type: LcTtType): Lifecycle<LcTtStatus> {
  const ladder = statusesOf(type);
  return {
    ladder,
    cancellable: (from) => ladder.indexOf(from) < ladder.indexOf("released"),
  };
}

export const aliases = { payment_type: "type", lc_number: "reference_number", lc_value: "amount" };

const header = z.object({
  supplier_id: field.id(),
  type: field.oneOf(lcTtTypes, lcTtTypeAliases),
  /** the LC's number or the transfer's SWIFT reference */
  reference_number: field.text(100).optional(),
  amount: field.money("positive"),
  /** default: the supplier's */
  currency: field.currency().optional(),
  exchange_rate: field.rate().optional(),
  bank_name: field.text().optional(),
  issue_date: field.date().optional(),
  expiry_date: field.date().optional(),
  latest_shipment_date: field.date().optional(),
  /** how far shipments may draw beyond the amount */
  tolerance_percent: field.percent().optional(),
  /** what the bank keeps of ours as a deposit */
  margin_percent: field.percent().optional(),
  /** a shipment that this pays; further ones are linked one by one */
  shipment_id: field.id().optional(),
  /** what the bank takes for it, local currency */
  charges: field.localMoney().optional(),
  notes: field.text(5000).optional(),
});

/** An LC or TT as it is entered. Source: docs/imports.md, "LC, TT and DP". */
export const newLcTt = withAliases(header, aliases);
export type NewLcTt = z.output<typeof newLcTt>;

interface Dates {
  issue_date?: string | null;
  expiry_date?: string | null;
  latest_shipment_date?: string | null;
}

/** Dates that contradict each other, by field. */
export function dateFaults({ issue_date, expiry_date, latest_shipment_date }: Dates): FieldErrors {
  return {
    ...expiry_date && issue_date && expiry_date < issue_date &&
      { expiry_date: [`must not be before ${issue_date}, the date of issue`] },
    ...expiry_date && latest_shipment_date && latest_shipment_date > expiry_date &&
      { latest_shipment_date: [`must not be after ${expiry_date}, the date of expiry`] },
  };
}
