import type { Screens } from "../../kit/mod.ts";
import * as chosen from "./chosen_reports.tsx";
import { Reports } from "./reports.tsx";
import * as books from "./reports_of_books.ts";
import * as debts from "./reports_of_debts.ts";
import * as goods from "./reports_of_goods.ts";
import * as taxes from "./reports_of_taxes.ts";

/** The reports of the service, each to be looked at (trade/report_list.ts). */
export const reportScreens: Screens = {
  "/reports": Reports,
  "/reports/customer-ageing": debts.customerAgeing,
  "/reports/margins": goods.margins,
  "/reports/rma-turnaround": debts.rmaTurnaround,
  "/reports/supplier-statement": chosen.supplierStatement,
  "/reports/supplier-ageing": debts.supplierAgeing,
  "/reports/landed-cost": goods.landedCost,
  "/reports/duty": goods.duty,
  "/reports/claims-recovered": debts.claimsRecovered,
  "/reports/supplier-scorecard": debts.supplierScorecard,
  "/reports/stock-card": chosen.stockCard,
  "/reports/stock-valuation": goods.stockValuation,
  "/reports/trial-balance": books.trialBalance,
  "/reports/profit-and-loss": books.profitAndLoss,
  "/reports/balance-sheet": books.balanceSheet,
  "/reports/journal": books.journal,
  "/reports/account-book": chosen.accountBook,
  "/reports/cash-book": chosen.cashBook,
  "/reports/cash-by-day": books.cashByDay,
  "/reports/ageing": debts.ageing,
  "/reports/vat-output": taxes.vatOutput,
  "/reports/vat-input": taxes.vatInput,
  "/reports/vat-register": chosen.vatRegister,
  "/reports/vat-large": taxes.vatLarge,
  "/reports/advance-taxes": taxes.advanceTaxes,
  "/reports/taxes-kept-back": taxes.taxesKeptBack,
};
