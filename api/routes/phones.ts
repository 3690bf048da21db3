import { z } from "zod";
import {
  clientRecord,
  clientRecordQuery,
  clientRecordsMeta,
  findClientRecords,
} from "../../domain/phones/client_records.ts";
import { sync, syncedRecord, syncMeta, syncQuery } from "../../domain/phones/sync.ts";
import { type Area, get } from "../http/route.ts";

export const phones: Area = {
  name: "Phones",
  says: "What the pages keep on a phone.",
  routes: [
    get("/sync", {
      summary: "What a phone keeps for work without a network, and what has changed since",
      may: "overview.read",
      query: syncQuery,
      file: false,
      answer: z.array(syncedRecord),
      meta: syncMeta,
      mayLag: false, // its token speaks of the primary's transactions
    }, ({ db, actor, query }) => sync(db, actor, query)),
    get("/sync/client-ids", {
      summary: "Which records the caller's own client_ids stand for",
      may: "overview.read",
      query: clientRecordQuery,
      file: false,
      answer: z.array(clientRecord.schema),
      meta: clientRecordsMeta,
      mayLag: false, // asked right after a write whose answer was lost
    }, ({ db, actor, query }) => findClientRecords(db, actor, query)),
  ],
};
