import type { Screens } from "../../kit/mod.ts";
import { Inbox } from "./approve.tsx";
import { Decision } from "./approve_card.tsx";
import { Demurrage } from "./demurrage.tsx";
import { Imports } from "./imports.tsx";
import * as landed from "./landed.tsx";
import { Late } from "./late.tsx";
import { Money } from "./money.tsx";
import { People } from "./people.tsx";
import { StockValue } from "./stock_value.tsx";
import { elsewhere } from "../office/fetched.tsx";
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
  "/(?<path>.*)": elsewhere,
};
