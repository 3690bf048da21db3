import {
  findSettings,
  settingsChanges,
  settingsRecord,
  updateSettings,
} from "../../domain/settings/settings.ts";
import { type Area, get, put } from "../http/route.ts";

export const settings: Area = {
  name: "Settings",
  routes: [
    get("/settings", {
      summary: "What the owner has set: free days, the limit of replacements",
      may: "overview.read",
      answer: settingsRecord,
    }, ({ db, actor }) => findSettings(db, actor)),
    put("/settings", {
      summary: "Change settings; null takes one back",
      may: "settings.write",
      body: settingsChanges,
      answer: settingsRecord,
    }, ({ tx, actor, body }) => updateSettings(tx, actor, body)),
  ],
};
