/**
 * What is entered and corrected at the desk; fetched when it is opened (web/build.ts leaves it out of what a
 * phone brings along), so that phones in the shop carry none of it.
 */
export * from "./parties.ts";
export { consignment, consignments, editConsignment, newConsignment } from "./consignments.tsx";
export { newTransfer, PlacesOf, transfer, transfers } from "./places.tsx";
export { NewBill } from "./bill_form.tsx";
export { bill, Bills } from "./customs.tsx";
export { loan, newLoan } from "./loans.tsx";
export * from "./tariff.tsx";
export * from "./vat.tsx";
export * from "./withheld.tsx";
export { Reports } from "./reports.tsx";
export * from "./shipments.tsx";
export * from "./trade.ts";
