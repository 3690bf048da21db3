import { z } from "zod";
import * as answer from "../records/answers.ts";
import { upload } from "../uploads/upload.ts";

const share = z.object({ shipment_item_id: answer.id, amount: answer.number });

const lateCost = z.object({
  cost_id: answer.id,
  shipment_item_id: answer.id,
  stock_part: answer.number,
  expense_part: answer.number,
  waiting_part: answer.number,
});

export const shipmentCostRecord = z.object({
  ...answer.common,
  shipment_id: answer.id,
  cost_head: answer.text,
  amount: answer.number,
  currency: answer.text,
  exchange_rate: answer.number,
  local_amount: answer.number,
  allocation_method: answer.text,
  allocations: z.array(share).nullable(),
  capitalise: answer.flag,
  entry_date: answer.date,
  reference: answer.text.nullable(),
  note: answer.text.nullable(),
  is_late: answer.flag,
  reverses_id: answer.id.nullable(),
  reversed_by_id: answer.id.nullable(),
  shares: z.array(share),
  late_costs: z.array(lateCost),
}).meta({ id: "ShipmentCost" });
export type ShipmentCost = z.output<typeof shipmentCostRecord>;

export const shipmentItemRecord = z.object({
  ...answer.common,
  shipment_id: answer.id,
  product_id: answer.id.nullable(),
  product_name: answer.text,
  sku: answer.text.nullable(),
  ordered_qty: answer.number,
  shipped_qty: answer.number,
  unit: answer.text.nullable(),
  purchase_value: answer.number.nullable(),
  weight_kg: answer.number.nullable(),
  volume_cbm: answer.number.nullable(),
  hs_code: answer.text.nullable(),
  serial_numbers: z.array(answer.text),
  purchase_value_local: answer.number,
  landed_value: answer.number,
  /** null where nothing was shipped */
  landed_unit_cost: answer.number.nullable(),
  received_qty: answer.number,
  accepted_qty: answer.number,
  rejected_qty: answer.number,
  short_qty: answer.number,
  /** shipped − received − short over all receipts not cancelled or reversed, never below 0 */
  expected_qty: answer.number,
  /** received beyond what was shipped */
  excess_qty: answer.number,
  shares: z.array(z.object({ cost_id: answer.id, cost_head: answer.text, amount: answer.number })),
}).meta({ id: "ShipmentItem" });
export type ShipmentItem = z.output<typeof shipmentItemRecord>;

export const shipmentRecord = z.object({
  ...answer.common,
  status: answer.text,
  supplier_id: answer.id,
  supplier_name: answer.text,
  shipment_type: answer.text,
  shipment_mode: answer.text,
  tracking_number: answer.text.nullable(),
  shipment_number: answer.text.nullable(),
  bl_number: answer.text.nullable(),
  container_number: answer.text.nullable(),
  vessel_or_flight: answer.text.nullable(),
  carrier: answer.text.nullable(),
  port_of_loading: answer.text.nullable(),
  etd: answer.date.nullable(),
  eta_chittagong: answer.date.nullable(),
  /** past its ETA and not yet at the warehouse */
  delayed: answer.flag,
  warehouse_name: answer.text.nullable(),
  currency: answer.text,
  exchange_rate: answer.number.nullable(),
  lc_tt_id: answer.id.nullable(),
  notes: answer.text.nullable(),
  frozen_at: answer.instant.nullable(),
  external_ref: answer.text.nullable(),
  item_count: answer.wholeNumber,
}).meta({ id: "Shipment" });
export type Shipment = z.output<typeof shipmentRecord>;

export const shipmentDetail = shipmentRecord.extend({
  items: z.array(shipmentItemRecord),
  costs: z.array(shipmentCostRecord),
  late_costs: z.array(lateCost),
  /** local currency but for `purchase_value`, which is in the shipment's */
  totals: z.object({
    purchase_value: answer.number,
    purchase_value_local: answer.number,
    capitalised_costs: answer.number,
    other_costs: answer.number,
    landed_value: answer.number,
  }),
  receipts: z.array(z.object({
    ...answer.common,
    status: answer.text,
    warehouse_name: answer.text.nullable(),
    received_date: answer.date,
    posting_date: answer.date.nullable(),
  })).optional(),
  discrepancies: z.array(z.object({
    ...answer.common,
    status: answer.text,
    shipment_item_id: answer.id.nullable(),
    receipt_id: answer.id.nullable(),
    discrepancy_type: answer.text,
    against: answer.text,
    quantity: answer.number.nullable(),
    estimated_value: answer.number,
    currency: answer.text,
    estimated_value_local: answer.number,
    note: answer.text.nullable(),
    resolution: answer.text.nullable(),
  })).optional(),
  lc_tt: z.object({
    id: answer.id,
    reference_no: answer.text,
    title: answer.text,
    type: answer.text,
    reference_number: answer.text.nullable(),
    status: answer.text,
    amount: answer.number,
    currency: answer.text,
  }).nullable(),
  uploads: z.array(upload.schema),
  history: answer.history,
}).meta({ id: "ShipmentDetail" });
export type ShipmentDetail = z.output<typeof shipmentDetail>;
