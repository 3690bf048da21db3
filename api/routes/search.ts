import { z } from "zod";
import { search as searchAll, searchHit, searchQuery } from "../../domain/overview/search.ts";
import { type Area, get } from "../route.ts";

export const search: Area = {
  name: "Search",
  routes: [
    get("/search", {
      summary: "One box over serials, tracking numbers, phones, document numbers, SKUs and names",
      may: "overview.read",
      query: searchQuery,
      answer: z.array(searchHit),
    }, ({ db, actor, query }) => searchAll(db, actor, query)),
  ],
};
