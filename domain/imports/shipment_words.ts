/**
 * The words of the import desk, in the order of docs/imports.md, "Shipment" and "Cost", and what
 * else people call them. The pages read them too, so this file imports nothing.
 */

export const shipmentStatuses = [
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
  "cancelled",
] as const;
export type ShipmentStatus = typeof shipmentStatuses[number];

/** Statuses of a shipment that has not reached the warehouse: past its ETA it is delayed. */
export const onTheWay: readonly ShipmentStatus[] = /* @__PURE__ */ shipmentStatuses.slice(
  0,
  /* @__PURE__ */ shipmentStatuses.indexOf("warehouse_received"),
);

export const shipmentTypes = [
  "machine",
  "spare_parts",
  "consumables",
  "mixed",
  "warranty_replacement",
] as const;
export const shipmentTypeAliases = {
  machines: "machine",
  spare_part: "spare_parts",
  spares: "spare_parts",
  parts: "spare_parts",
  consumable: "consumables",
  warranty: "warranty_replacement",
} as const;

export const shipmentModes = [
  "sea",
  "air",
  "road",
  "courier",
  "door_to_door",
  "with_machine",
] as const;
export const shipmentModeAliases = { by_sea: "sea", by_air: "air", by_road: "road" } as const;

export const costHeads = [
  "freight",
  "insurance",
  "customs_duty",
  "regulatory_duty",
  "supplementary_duty",
  "vat",
  "ait",
  "at",
  "cnf_agent",
  "port_handling",
  "demurrage",
  "detention",
  "local_transport",
  "labour",
  "warehouse",
  "bank_charge",
  "lc_charge",
  "amendment_charge",
  "container_charge",
  "inspection",
  "other",
] as const;
export type CostHead = typeof costHeads[number];
export const costHeadAliases = {
  shipping_cost: "freight",
  shipping: "freight",
  cnf_cost: "cnf_agent",
  cnf: "cnf_agent",
  duty: "customs_duty",
  transport_cost: "local_transport",
  transport: "local_transport",
  labour_cost: "labour",
  labor: "labour",
  warehouse_cost: "warehouse",
  other_cost: "other",
} as const;

/** Recoverable taxes, and money lost to delay: they make no goods worth more. */
export const notCapitalised: readonly CostHead[] = ["vat", "ait", "at", "demurrage", "detention"];

export const allocationMethods = [
  "value",
  "quantity",
  "weight",
  "volume",
  "equal",
  "manual",
] as const;
export const allocationMethodAliases = {
  by_value: "value",
  by_quantity: "quantity",
  by_qty: "quantity",
  qty: "quantity",
  by_weight: "weight",
  by_volume: "volume",
  cbm: "volume",
  by_cbm: "volume",
  volume_cbm: "volume",
  equally: "equal",
  by_equal: "equal",
  by_item: "equal",
  by_manual: "manual",
  manually: "manual",
} as const;
