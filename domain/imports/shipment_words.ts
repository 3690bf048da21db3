/**
 * The words of the import desk, in the order of docs/imports.md, "Shipment" and "Cost", and what
 * else people call them. The pages read them too, so this file imports nothing.
 */

/** The stretches of a shipment's way, each with its statuses in their order. */
export const shipmentStretches = {
  booked: ["draft", "booking_confirmed"],
  sailing: ["air_sea_departure", "in_transit"],
  port: ["chittagong_port_arrival", "customs_clearance_pending", "customs_cleared"],
  inland: ["local_transport", "warehouse_received", "qc_pending"],
  arrived: ["received", "closed"],
} as const;

/** A status is a word of its stretch here and of the CHECK in a migration; everything else follows. */
export const shipmentStatuses = [
  ...shipmentStretches.booked,
  ...shipmentStretches.sailing,
  ...shipmentStretches.port,
  ...shipmentStretches.inland,
  ...shipmentStretches.arrived,
  "cancelled",
] as const;
export type ShipmentStatus = typeof shipmentStatuses[number];

/** The way from one status on until before another. */
const way = (from: ShipmentStatus, until: ShipmentStatus): readonly string[] =>
  shipmentStatuses.slice(shipmentStatuses.indexOf(from), shipmentStatuses.indexOf(until));

/** Not at the warehouse yet: past its ETA it is delayed. */
export const onTheWay = /* @__PURE__ */ way("draft", "warehouse_received");
/** Not accounted for yet. */
export const notReceived = /* @__PURE__ */ way("draft", "received");
/** Customs have not let it go yet, and lists call that later; then it is coming to the warehouse. */
export const beforeRelease = /* @__PURE__ */ way("draft", "customs_cleared");
export const coming = /* @__PURE__ */ way("customs_cleared", "received");
/** In the port, and customs have not let it go. */
export const atCustoms = /* @__PURE__ */ way("chittagong_port_arrival", "customs_cleared");
/** The port has seen it. */
export const landed = /* @__PURE__ */ way("chittagong_port_arrival", "cancelled");
/** Nothing is done to it any more. */
export const ended: readonly string[] = ["closed", "cancelled"];

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
