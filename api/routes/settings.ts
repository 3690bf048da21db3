import type { Tx } from "../../domain/db/connect.ts";
import { versionOf } from "../../domain/db/version.ts";
import * as owners from "../../domain/settings/settings.ts";
import { type Area, get, patch, put } from "../http/route.ts";

const change = {
  summary: "Change settings, each by who may set it; null takes one back",
  may: "settings.change",
  body: owners.settings.changes,
  example: {
    demurrage_free_days: 14,
    backdate_days: 7,
    method_accounts: { bkash: 8 },
  },
  answer: owners.settings.schema,
  stepUp: { when: owners.isSensitive },
  versionOf: (tx: Tx) => versionOf(tx, "settings", 1),
} as const;

export const settings: Area = {
  name: "Settings",
  says: "What the business decides about itself.",
  routes: [
    get("/settings", {
      summary: "What is set: free days, limits, how far the books are closed, accounts by method",
      may: "overview.read",
      answer: owners.settings.schema,
    }, ({ db, actor }) => owners.findSettings(db, actor)),
    put("/settings", change, ({ tx, actor, body }) => owners.updateSettings(tx, actor, body)),
    patch("/settings", change, ({ tx, actor, body }) => owners.updateSettings(tx, actor, body)),
  ],
};
