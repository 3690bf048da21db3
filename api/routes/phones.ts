import { z } from "zod";
import { sync, syncedRecord, syncQuery } from "../../domain/phones/sync.ts";
import { type Area, get } from "../route.ts";

export const phones: Area = {
  name: "Phones",
  routes: [
    get("/sync", {
      summary: "What a phone keeps for work without a network, and what has changed since",
      may: "overview.read",
      query: syncQuery,
      answer: z.array(syncedRecord),
    }, ({ db, actor, query }) => sync(db, actor, query)),
  ],
};
