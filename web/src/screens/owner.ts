import type { Screens } from "../kit/mod.ts";
import { Inbox } from "./owner/approve.tsx";
import { Decision } from "./owner/approve_card.tsx";
import { Demurrage } from "./owner/demurrage.tsx";
import { Imports } from "./owner/imports.tsx";
import * as landed from "./owner/landed.tsx";
import { Late } from "./owner/late.tsx";
import { Money } from "./owner/money.tsx";
import { NewUser } from "./owner/new_user.tsx";
import { People } from "./owner/people.tsx";
import * as tariffs from "./owner/tariffs.tsx";
import { StockValue } from "./owner/stock_value.tsx";
import { Thresholds } from "./owner/thresholds.tsx";
import * as users from "./owner/users.tsx";
import { Warranty } from "./owner/warranty.tsx";

/** What the owner decides from. */
export const screens: Screens = {
  "/approve": Inbox,
  "/approve/:kind/:id": Decision,
  "/money": Money,
  "/stock-value": StockValue,
  "/imports": Imports,
  "/late": Late,
  "/demurrage": Demurrage,
  "/landed": landed.list,
  "/landed/:id": landed.LandedCost,
  "/warranty": Warranty,
  "/people": People,
  "/users": users.list,
  "/users/new": NewUser,
  "/users/:id": users.detail,
  "/users/:id/edit": users.edit,
  "/demurrage-tariffs": tariffs.list,
  "/demurrage-tariffs/new": tariffs.form,
  "/demurrage-tariffs/:id": tariffs.detail,
  "/demurrage-tariffs/:id/edit": tariffs.edit,
  "/thresholds": Thresholds,
};
