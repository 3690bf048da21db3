import { z } from "zod";
import type { FieldErrors } from "../errors.ts";
import * as field from "../fields.ts";
import { withAliases } from "../input.ts";
import type { Lifecycle } from "../lifecycle.ts";

/** Letter of credit, telegraphic transfer, documents against payment: how a supplier is paid. */
export const lcTtTypes = ["LC", "TT", "DP"] as const;
export type LcTtType = typeof lcTtTypes[number];
export const lcTtTypeAliases = {
  "l/c": "LC",
  "t/t": "TT",
  "d/p": "DP",
  letter_of_credit: "LC",
  telegraphic_transfer: "TT",
  documents_against_payment: "DP",
} as const;

/** In the order of decisions, section 3, "LC/TT". */
export const lcTtStatuses = [
  "draft",
  "pi_received",
  "lc_opened",
  "tt_paid",
  "production",
  "shipped",
  "port_arrived",
  "customs",
  "released",
  "warehouse",
  "closed",
  "cancelled",
] as const;
export type LcTtStatus = typeof lcTtStatuses[number];

export const finalStatuses: readonly LcTtStatus[] = ["closed", "cancelled"];
/** The goods have not left the supplier yet. */
export const beforeShipment: readonly LcTtStatus[] = lcTtStatuses.slice(
  0,
  lcTtStatuses.indexOf("shipped"),
);

const onlyFor: Partial<Record<LcTtStatus, LcTtType>> = { lc_opened: "LC", tt_paid: "TT" };

/**
 * The statuses of one kind: an LC is never `tt_paid`, a TT never `lc_opened`, documents against payment
 * neither. Called off only before the bank releases the documents.
 * Source: decisions, section 6, "Transitions".
 */
export function lifecycleOf(type: LcTtType): Lifecycle<LcTtStatus> {
  const ladder = lcTtStatuses.filter((status) => (onlyFor[status] ?? type) === type);
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

/** An LC or TT as it is entered. Source: decisions, section 3, "LC/TT". */
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
