import { words } from "../../kit.ts";
import { statusWord } from "../../records/mod.ts";
import { en } from "../../strings/shipments.en.ts";

export const w = words(en, () => import("../../strings/staff.bn.ts").then((all) => all.shipments));

/** The way of a shipment; cancelled is off it. */
export const steps = [
  "draft",
  "booking_confirmed",
  "air_sea_departure",
  "in_transit",
  "chittagong_port_arrival",
  "customs_clearance_pending",
  "customs_cleared",
  "local_transport",
  "warehouse_received",
  "qc_pending",
  "received",
  "closed",
] as const;

/** The five stretches of the way, by the place of their first and last step. */
const stretches = [
  ["booked", 0, 2],
  ["sailing", 2, 4],
  ["port", 4, 7],
  ["inland", 7, 10],
  ["arrived", 10, 12],
] as const;

const ofStatus = (statuses: readonly string[]) => `status=${statuses.join(",")}`;

/** What is not finished, the five stretches with their steps, and everything. */
export const filters = [
  { label: () => w("under_way"), query: ofStatus(steps.slice(0, 10)) },
  ...stretches.map(([name, from, to]) => ({
    label: () => w(name),
    query: ofStatus(steps.slice(from, to)),
    parts: steps.slice(from, to).map((step) => ({
      label: () => statusWord(step),
      query: ofStatus([step]),
    })),
  })),
  {
    label: () => w("everything"),
    query: "",
    parts: [
      { label: () => w("late"), query: "delayed=true" },
      { label: () => statusWord("cancelled"), query: ofStatus(["cancelled"]) },
    ],
  },
];

export function stepAfter(status: string): string | undefined {
  const at = steps.indexOf(status as typeof steps[number]);
  return at < 0 ? undefined : steps[at + 1];
}

const heads = [
  "freight",
  "customs_duty",
  "cnf_agent",
  "port_handling",
  "demurrage",
  "local_transport",
  "labour",
  "vat",
  "ait",
  "at",
  "regulatory_duty",
  "supplementary_duty",
  "insurance",
  "detention",
  "warehouse",
  "bank_charge",
  "lc_charge",
  "amendment_charge",
  "container_charge",
  "inspection",
  "other",
] as const;

export function headWord(head: string): string {
  const key = `head_${head}`;
  return key in en ? w(key as keyof typeof en) : head.replaceAll("_", " ");
}

export const headChoices = () => heads.map((value) => ({ value, label: headWord(value) }));
export const currencies = () =>
  ["BDT", "USD", "CNY", "EUR"].map((value) => ({ value, label: value }));
