import { z } from "zod";
import { journalEntry } from "../../domain/journal/entry.ts";
import { findJournalEntry, journalQuery, listJournal } from "../../domain/journal/find_entries.ts";
import { type Area, get } from "../http/route.ts";

export const journal: Area = {
  name: "Journal",
  says: "The entries behind every figure of money.",
  routes: [
    get("/journal", {
      summary: "Every deed that moved value, with its lines",
      may: "books.read",
      query: journalQuery,
      answer: z.array(journalEntry.schema),
    }, ({ wire, query }) => listJournal(wire, query)),
    get("/journal/:id", {
      summary: "One entry of the journal",
      may: "books.read",
      answer: journalEntry.schema,
    }, ({ wire, id }) => findJournalEntry(wire, id)),
  ],
};
