import type { Screens } from "../../kit/mod.ts";
import { Acknowledged } from "./asked.tsx";
import { firm } from "./start.tsx";
import * as tariffs from "./tariffs.tsx";
import { thresholds } from "./thresholds.ts";
import { NewToken, Tokens } from "./tokens.tsx";
import { NewUser } from "./new_user.tsx";
import * as users from "./users.tsx";
import * as webhooks from "./webhooks.tsx";

/** What the owner's lists have at the desk alone. */
export const ownerScreens: Screens = {
  "/approve/acknowledged": Acknowledged,
  "/users": users.list,
  "/users/new": NewUser,
  "/users/webhooks": webhooks.webhooks,
  "/users/webhooks/:id": webhooks.webhook,
  "/users/:id": users.detail,
  "/users/:id/edit": users.edit,
  "/users/:id/tokens": Tokens,
  "/users/:id/tokens/new": NewToken,
  "/demurrage-tariffs": tariffs.list,
  "/demurrage-tariffs/new": tariffs.form,
  "/demurrage-tariffs/:id": tariffs.detail,
  "/demurrage-tariffs/:id/edit": tariffs.edit,
  "/start/business": firm,
  "/thresholds": thresholds,
};
