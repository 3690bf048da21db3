import { z } from "zod";
import { business } from "../business/business.ts";
import { type Decimal, scaleOf } from "../money/decimal.ts";
import * as field from "../records/fields.ts";
import { withAliases } from "../records/input.ts";
import {
  shipmentModeAliases,
  shipmentModes,
  shipmentTypeAliases,
  shipmentTypes,
} from "./shipment_words.ts";

const itemFields = z.object({
  product_name: field.text(),
  sku: field.text(100).optional(),
  product_id: field.id().optional(),
  ordered_qty: field.quantity("positive"),
  shipped_qty: field.quantity().optional(),
  unit: field.unit().optional(),
  /** of the whole line, in the shipment's currency */
  purchase_value: field.money().optional(),
  weight_kg: field.weight().optional(),
  volume_cbm: field.volume().optional(),
  hs_code: field.text(40).optional(),
  serial_numbers: field.serialNumbers().default([]),
});

type ItemFields = Partial<z.output<typeof itemFields>>;

/**
 * Judges the fields of an item against each other: nothing shipped has no price, and there are no
 * more serial numbers than pieces.
 */
export function checkItem(item: ItemFields, context: z.RefinementCtx): void {
  const refuse = (name: keyof ItemFields, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  const shipped = item.shipped_qty ?? item.ordered_qty;
  if (shipped === undefined) return;
  if (shipped.eq("0") && item.purchase_value?.gt("0")) {
    refuse("purchase_value", "must be absent or 0 where nothing was shipped");
  }
  if (shipped.lt(String(item.serial_numbers?.length ?? 0))) {
    refuse("serial_numbers", "must not be more than the shipped quantity");
  }
}

/** A line of a shipment as it is entered. Source: docs/imports.md, "Shipment". */
export const newShipmentItem = itemFields.superRefine(checkItem);
export type NewShipmentItem = z.output<typeof newShipmentItem>;

/** One item, or several in `items`. */
export const addedItems = itemFields.partial().extend({
  serial_numbers: itemFields.shape.serial_numbers.unwrap().optional(),
  items: z.array(newShipmentItem).min(1, "must have at least one item").optional(),
}).superRefine((body, context) => {
  const { items, ...one } = body;
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  if (items === undefined) {
    if (one.product_name === undefined) refuse("product_name", "is required");
    if (one.ordered_qty === undefined) refuse("ordered_qty", "is required");
    checkItem(one, context);
  } else {
    for (const [name, value] of Object.entries(one)) {
      if (value !== undefined) refuse(name, "belongs to one item; `items` was sent too");
    }
  }
});

/** The head of a shipment; what a PATCH may change. */
export const shipmentHeader = withAliases(
  z.object({
    supplier_id: field.id(),
    shipment_type: field.oneOf(shipmentTypes, shipmentTypeAliases).default("mixed"),
    shipment_mode: field.oneOf(shipmentModes, shipmentModeAliases).default("sea"),
    tracking_number: field.text(100).optional(),
    shipment_number: field.text(100).optional(),
    bl_number: field.text(100).optional(),
    container_number: field.text(100).optional(),
    vessel_or_flight: field.text(100).optional(),
    carrier: field.text().optional(),
    port_of_loading: field.text().optional(),
    etd: field.date().optional(),
    eta_chittagong: field.date().optional(),
    warehouse_name: field.text().optional(),
    /** default: the supplier's */
    currency: field.currency().optional(),
    exchange_rate: field.rate().optional(),
    lc_tt_id: field.id().optional(),
    notes: field.text(5000).optional(),
  }),
  { eta: "eta_chittagong", eta_date: "eta_chittagong" },
);

/** A shipment as it is entered. Source: docs/imports.md, "Shipment". */
export const newShipment = withAliases(
  shipmentHeader.extend({ items: z.array(newShipmentItem).default([]) }),
  { eta: "eta_chittagong", eta_date: "eta_chittagong" },
);

/** An import file also says which order of the supplier a shipment is, and with what content. */
export type NewShipment = z.output<typeof newShipment> & {
  external_ref?: string;
  content_hash?: string;
};

/**
 * Why an amount does not fit its currency: the local one has 2 decimals (docs/wire.md, "Numbers").
 */
export function tooFineFor(currency: string, amount: Decimal | null | undefined): string[] {
  return currency === business.localCurrency && amount && scaleOf(amount) > 2
    ? [`must have at most 2 decimals in ${currency}`]
    : [];
}
