import {
  type CostHead,
  notReceived,
  shipmentStatuses,
  shipmentStretches,
} from "../../../../domain/imports/shipment_words.ts";
import { words } from "../../kit/mod.ts";
import { rt, statusWord } from "../../records/mod.ts";
import { en } from "../../strings/shipments.en.ts";

export const w = words(en, () => import("../../strings/staff.bn.ts").then((all) => all.shipments));

/** The way of a shipment; cancelled, the last, is off it. */
export const steps: readonly string[] = shipmentStatuses.slice(0, -1);

const ofStatus = (statuses: readonly string[]) => `status=${statuses.join(",")}`;

/** What is not finished, the five stretches with their steps, and everything. */
export const filters = [
  { label: () => w("under_way"), query: ofStatus(notReceived) },
  ...(Object.keys(shipmentStretches) as (keyof typeof shipmentStretches)[]).map((name) => ({
    label: () => w(name),
    query: ofStatus(shipmentStretches[name]),
    parts: shipmentStretches[name].map((step) => ({
      label: () => statusWord(step),
      query: ofStatus([step]),
    })),
  })),
  {
    label: () => rt("all"),
    query: "",
    parts: [
      { label: () => w("late"), query: "delayed=true" },
      { label: () => statusWord("cancelled"), query: ofStatus(["cancelled"]) },
    ],
  },
];

/** Every head has its word, or this does not compile. */
export const headWord = (head: CostHead) => w(`head_${head}`);

/** As the words stand: what is paid most often comes first. */
export const headChoices = () =>
  Object.keys(en).filter((key) => key.startsWith("head_")).map((key) => ({
    value: key.slice(5),
    label: w(key as keyof typeof en),
  }));
export const currencies = () =>
  ["BDT", "USD", "CNY", "EUR"].map((value) => ({ value, label: value }));
