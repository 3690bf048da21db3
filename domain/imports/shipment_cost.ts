import { z } from "zod";
import * as field from "../records/fields.ts";
import { withAliases } from "../records/input.ts";
import {
  allocationMethodAliases,
  allocationMethods,
  costHeadAliases,
  costHeads,
} from "./shipment_words.ts";

const costFields = z.object({
  cost_head: field.oneOf(costHeads, costHeadAliases),
  amount: field.money("positive"),
  /** default: the local currency */
  currency: field.currency().optional(),
  exchange_rate: field.rate().optional(),
  /** default: freight by weight where every item has one, the rest by value */
  allocation_method: field.oneOf(allocationMethods, allocationMethodAliases).optional(),
  /** for `manual`, in the cost's currency */
  allocations: z.array(z.object({ shipment_item_id: field.id(), amount: field.money() }))
    .min(1, "must name at least one item").optional(),
  /** whether it makes the goods worth more; default: true but for taxes, demurrage and detention */
  capitalise: field.flag().optional(),
  /** default: today */
  entry_date: field.date().optional(),
  reference: field.text().optional(),
  note: field.text(2000).optional(),
});

/** A cost of a shipment as it is entered. Source: docs/imports.md, "Cost". */
export const newShipmentCost = withAliases(
  costFields.superRefine(({ allocation_method, allocations }, context) => {
    const refuse = (message: string) =>
      context.addIssue({ code: "custom", path: ["allocations"], message });
    if (allocation_method === "manual" && !allocations) refuse("is required for manual");
    if (allocation_method && allocation_method !== "manual" && allocations) {
      refuse(`is only for manual, not for ${allocation_method}`);
    }
  }),
  { capitalize: "capitalise" },
);
export type NewShipmentCost = z.output<typeof newShipmentCost>;

/** No field is required: an empty body reverses too. */
export const costReversal = withAliases(
  z.object({ reason: field.text(2000).optional() }),
  { note: "reason" },
);
