/**
 * In the order of docs/imports.md, "RMA". Imports nothing: the mobile pages use it too.
 */
export const rmaStatuses = [
  "draft",
  "received_from_customer",
  "warranty_verified",
  "ready_to_send_supplier",
  "sent_to_supplier",
  "supplier_received",
  "under_repair",
  "replacement_approved",
  "return_in_transit",
  "received_back",
  "delivered_to_customer",
  "closed",
  "cancelled",
] as const;

/** The machine or board is with the supplier. */
export const atSupplier: readonly string[] = [
  "sent_to_supplier",
  "supplier_received",
  "under_repair",
  "replacement_approved",
];

/** The case was seen through. */
export const finished: readonly string[] = ["delivered_to_customer", "closed"];

/** The customer waits for nothing any more. */
export const settled: readonly string[] = [...finished, "cancelled"];
