import type { Screens } from "../../kit/mod.ts";
import { AccountBook } from "./account_book.tsx";
import * as accounts from "./accounts.tsx";
import { ProfitAndLoss } from "./profit.tsx";

/** The books: accounts, what was earned, what was spent. */
export const screens: Screens = {
  "/accounts": accounts.list,
  "/accounts/:id": AccountBook,
  "/reports/profit-and-loss": ProfitAndLoss,
};
