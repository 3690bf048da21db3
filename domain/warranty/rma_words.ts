/**
 * The words of warranty cases, in the order of docs/imports.md, "RMA". Imports nothing: the mobile
 * pages use it too.
 */

/** The stretches of a case's way, each with its statuses in their order. */
export const rmaStretches = {
  with_us: ["draft", "received_from_customer", "warranty_verified", "ready_to_send_supplier"],
  at_supplier: [
    "sent_to_supplier",
    "supplier_received",
    "under_repair",
    "replacement_approved",
  ],
  coming_back: ["return_in_transit", "received_back"],
  done: ["delivered_to_customer", "closed", "cancelled"],
} as const;

export const rmaStatuses = [
  ...rmaStretches.with_us,
  ...rmaStretches.at_supplier,
  ...rmaStretches.coming_back,
  ...rmaStretches.done,
] as const;

/** The machine or board is with the supplier. */
export const atSupplier: readonly string[] = rmaStretches.at_supplier;
/** The customer waits for it. */
export const unsettled: readonly string[] = [
  ...rmaStretches.with_us,
  ...rmaStretches.at_supplier,
  ...rmaStretches.coming_back,
];
/** The customer waits for nothing any more. */
export const settled: readonly string[] = rmaStretches.done;
/** Nothing is done to it any more, until the owner reopens it. */
export const ended: readonly string[] = ["closed", "cancelled"];
/** It was seen through. */
export const finished: readonly string[] = ["delivered_to_customer", "closed"];
