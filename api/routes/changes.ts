import { z } from "zod";
import {
  change,
  changesMeta,
  changesQuery,
  findChanges,
} from "../../domain/changes/find_changes.ts";
import { type Area, get } from "../http/route.ts";

export const changes: Area = {
  name: "Changes",
  says: "Every record that is new or has changed, for programs that keep a copy.",
  routes: [
    get("/changes", {
      summary:
        "What is new or has changed since a token, whole records of every kind, for programs",
      may: "overview.read",
      query: changesQuery,
      answer: z.array(change),
      meta: changesMeta,
      file: false,
      mayLag: false, // its token speaks of the primary's transactions
    }, ({ wire, actor, query }) => findChanges(wire, actor, query)),
  ],
};
