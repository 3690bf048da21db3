/**
 * What is entered and corrected at the desk; fetched when it is opened (web/build.ts leaves it out of what a
 * phone brings along), so that phones in the shop carry none of it.
 */
export * from "./parties.ts";
export { consignment, consignments, editConsignment, newConsignment } from "./consignments.tsx";
export { newTransfer, PlacesOf, transfer, transfers } from "./places.tsx";
export { NewBill } from "./bill_form.tsx";
export { bill, Bills } from "./customs.tsx";
export * from "./bank_papers.ts";
export * from "./certificates.ts";
export * from "./customs_rates.tsx";
export * from "./dated.ts";
export { estimate } from "./estimate.tsx";
export { startKeys } from "./keys.ts";
export { loan, newLoan } from "./loans.tsx";
export { newEntry } from "./supplier_entry.ts";
export { returnForm } from "./return_form.tsx";
export * from "./vat.tsx";
export * from "./webhooks.tsx";
export * from "./withheld.tsx";
export { Reminders } from "./reminders.tsx";
export { Reports } from "./reports.tsx";
export * from "./shipments.tsx";
export {
  detail as tariff,
  edit as editTariff,
  form as newTariff,
  list as tariffs,
} from "./tariffs.tsx";
export { firm, Start } from "./start.tsx";
export { Thresholds } from "./thresholds.tsx";
export * from "./trade.ts";
