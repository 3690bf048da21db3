import "../desk/bring.ts";
import type { Screens } from "../../kit/mod.ts";
import { AccountBook } from "./account_book.tsx";
import * as accounts from "./accounts.tsx";
import { desk } from "../office/fetched.tsx";
import * as expenses from "./expenses.tsx";
import { ProfitAndLoss } from "./profit.tsx";
import * as transfers from "./transfers.tsx";

/** The books: accounts, what was earned, what was spent. */
export const screens: Screens = {
  "/accounts": accounts.list,
  "/accounts/transfers": transfers.list,
  "/accounts/transfers/new": transfers.form,
  "/accounts/transfers/:id": transfers.detail,
  "/accounts/:id": AccountBook,
  "/expenses": expenses.list,
  "/expenses/new": expenses.form,
  "/expenses/:id": expenses.detail,
  "/reports": desk("Reports"),
  "/reports/profit-and-loss": ProfitAndLoss,
  "/reports/vat-challans": desk("challans"),
  "/reports/vat-challans/:id": desk("challan"),
  "/reports/vat-returns": desk("returns"),
  "/reports/vat-returns/new": desk("newReturn"),
  "/reports/vat-returns/:id": desk("filedReturn"),
  "/reports/vat-rates": desk("vatRates"),
  "/reports/vat-rates/new": desk("newVatRates"),
  "/reports/tax-certificates": desk("certificates"),
  "/reports/tax-certificates/new": desk("newCertificate"),
  "/reports/tax-certificates/:id": desk("certificate"),
  "/reports/withheld-taxes": desk("withheld"),
  "/reports/withheld-taxes/new": desk("newWithheld"),
  "/reports/withheld-taxes/:id": desk("withheldTax"),
};
