import type { Screens } from "../../kit/mod.ts";
import { Inbox } from "./approve.tsx";
import { Decision } from "./approve_card.tsx";
import { Demurrage } from "./demurrage.tsx";
import { Imports } from "./imports.tsx";
import * as landed from "./landed.tsx";
import { Late } from "./late.tsx";
import { Money } from "./money.tsx";
import { NewUser } from "./new_user.tsx";
import { People } from "./people.tsx";
import { StockValue } from "./stock_value.tsx";
import { desk } from "../office/fetched.tsx";
import * as users from "./users.tsx";
import { Warranty } from "./warranty.tsx";

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
  "/users/webhooks": desk("webhooks"),
  "/users/webhooks/:id": desk("webhook"),
  "/users/:id": users.detail,
  "/users/:id/edit": users.edit,
  "/demurrage-tariffs": desk("tariffs"),
  "/demurrage-tariffs/new": desk("newTariff"),
  "/demurrage-tariffs/:id": desk("tariff"),
  "/demurrage-tariffs/:id/edit": desk("editTariff"),
  "/start/business": desk("firm"),
  "/thresholds": desk("Thresholds"),
};
