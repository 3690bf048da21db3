import "../desk/bring.ts";
import type { Screens } from "../../kit/mod.ts";
import * as accounts from "./accounts.tsx";
import { elsewhere } from "../office/fetched.tsx";
import * as expenses from "./expenses.tsx";
import * as transfers from "./transfers.tsx";

/** The books: accounts, what was spent and moved. */
export const screens: Screens = {
  "/accounts": accounts.list,
  "/accounts/transfers": transfers.list,
  "/accounts/transfers/new": transfers.form,
  "/accounts/transfers/:id": transfers.detail,
  "/expenses": expenses.list,
  "/expenses/new": expenses.form,
  "/expenses/:id": expenses.detail,
  "/(?<path>.*)": elsewhere,
};
