/** The reports there are at the pages: each with what one must be allowed, and its screen where it is not its name. */
export const reportGroups = {
  of_sales: [
    ["customer-ageing", "invoices.read"],
    ["margins", "costs.read"],
    ["rma-turnaround", "rmas.read"],
  ],
  of_import: [
    ["supplier-statement", "costs.read"],
    ["supplier-ageing", "costs.read"],
    ["landed-cost", "costs.read"],
    ["duty", "costs.read"],
    ["claims-recovered", "costs.read"],
    ["supplier-scorecard", "costs.read"],
  ],
  of_stock: [
    ["stock-card", "products.read"],
    ["stock-valuation", "costs.read"],
  ],
  of_books: [
    ["trial-balance", "books.read"],
    ["profit-and-loss", "books.read"],
    ["balance-sheet", "books.read"],
    ["journal", "books.read"],
    ["account-book", "books.read"],
    ["cash-book", "books.read"],
    ["cash-by-day", "costs.read"],
    ["ageing", "books.read"],
  ],
  of_taxes: [
    ["vat-output", "books.read"],
    ["vat-input", "books.read"],
    ["vat-register", "books.read"],
    ["vat-large", "books.read"],
    ["advance-taxes", "books.read"],
    // the list of the certificates themselves has that address
    ["tax-certificates", "books.read", "taxes-kept-back"],
  ],
} as const;

export type ReportGroup = keyof typeof reportGroups;

/** What is kept beside the reports of a group, and entered there: its name, its path, and what one must be allowed. */
export const papers = {
  of_sales: [],
  of_import: [["our_cheques", "supplier-cheques", "costs.read"]],
  of_stock: [],
  of_books: [
    ["bank_statements", "bank-statements", "books.read"],
    ["close_books", "closing", "periods.close"],
  ],
  of_taxes: [
    ["vat_returns", "vat-returns", "books.read"],
    ["vat_papers", "vat-challans", "invoices.read"],
    ["vat_rates", "vat-rates", "books.read"],
    ["withheld", "withheld-taxes", "costs.read"],
    ["certificates", "tax-certificates", "payments.read"],
  ],
} as const;
type Listed = typeof reportGroups[ReportGroup][number];
export type ReportName = Listed[0];

const all: readonly Listed[] = Object.values(reportGroups).flat();
export const screenOf = ([name, , path]: Listed) => `/reports/${path ?? name}`;
export const listed = (wanted: ReportName) => all.find(([name]) => name === wanted)!;
export const allListed = all;
