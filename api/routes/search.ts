import { z } from "zod";
import {
  search as searchAll,
  searchHit,
  searchMeta,
  searchQuery,
} from "../../domain/overview/search.ts";
import { scan, scanned } from "../../domain/overview/scan.ts";
import { type Area, get } from "../http/route.ts";

export const search: Area = {
  name: "Search",
  says: "One box over everything, and what a scanned code is.",
  routes: [
    get("/search", {
      summary: "One box over serials, tracking numbers, phones, document numbers, SKUs and names",
      may: "overview.read",
      query: searchQuery,
      answer: z.array(searchHit.schema),
      meta: searchMeta,
      file: false, // the best of what was found, not all of it
    }, ({ db, actor, query }) => searchAll(db, actor, query)),
    get("/scan/:code", {
      summary:
        "What a scanned or typed code is: serial, SKU, shipment, document, phone, our own link",
      may: "overview.read",
      answer: scanned.schema,
      refuses: ["not_found"],
    }, ({ db, actor, params }) => scan(db, actor, params.code)),
  ],
};
