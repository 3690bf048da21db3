import * as owners from "../../domain/settings/settings.ts";
import { type Area, get, put } from "../http/route.ts";

export const settings: Area = {
  name: "Settings",
  routes: [
    get("/settings", {
      summary: "What the owner has set: free days, the limit of replacements",
      may: "overview.read",
      answer: owners.settings.schema,
    }, ({ db, actor }) => owners.findSettings(db, actor)),
    put("/settings", {
      summary: "Change settings; null takes one back",
      may: "settings.write",
      body: owners.settings.changes,
      answer: owners.settings.schema,
    }, ({ tx, actor, body }) => owners.updateSettings(tx, actor, body)),
  ],
};
