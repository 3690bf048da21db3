import type { en } from "../../strings/office.en.ts";

/**
 * Reports as files, as the server has them; what is of one account, product or party alone is not here.
 * Each with the permission that it asks for.
 */
export const reportFiles: [name: keyof typeof en, may: string][] = [
  ["ageing", "books.read"],
  ["customer-ageing", "invoices.read"],
  ["supplier-ageing", "costs.read"],
  ["cash-by-day", "costs.read"],
  ["stock-valuation", "costs.read"],
  ["landed-cost", "costs.read"],
  ["margins", "costs.read"],
  ["duty", "costs.read"],
  ["supplier-scorecard", "costs.read"],
  ["claims-recovered", "costs.read"],
  ["rma-turnaround", "rmas.read"],
  ["trial-balance", "books.read"],
  ["profit-and-loss", "books.read"],
  ["balance-sheet", "books.read"],
  ["journal", "books.read"],
  ["advance-taxes", "books.read"],
  ["tax-certificates", "books.read"],
  ["vat-output", "books.read"],
  ["vat-input", "books.read"],
  ["vat-large", "books.read"],
];
