import { z } from "zod";
import { findEntry, ledgerQuery, listEntries } from "../../domain/suppliers/find_entries.ts";
import { entryRecord, newEntry, reversal } from "../../domain/suppliers/ledger_entry.ts";
import { recordEntry } from "../../domain/suppliers/record_entry.ts";
import { reverseEntry } from "../../domain/suppliers/reverse_entry.ts";
import { type Area, get, post } from "../http/route.ts";

const path = "/import-logistics/supplier-ledger";

export const supplierLedger: Area = {
  name: "Supplier ledger",
  routes: [
    get(path, {
      summary: "List ledger entries with running balances",
      may: "costs.read",
      query: ledgerQuery,
      answer: z.array(entryRecord),
    }, ({ db, query }) => listEntries(db, query)),
    get(`${path}/:id`, {
      summary: "One ledger entry",
      may: "costs.read",
      answer: entryRecord,
    }, ({ db, id }) => findEntry(db, id)),
    post(path, {
      summary: "Add a ledger entry",
      may: "costs.write",
      body: newEntry,
      answer: entryRecord,
      creates: true,
    }, ({ tx, actor, body }) => recordEntry(tx, actor, body)),
    post(`${path}/:id/reverse`, {
      summary: "Reverse a ledger entry by a row of its own",
      may: "costs.write",
      body: reversal,
      answer: entryRecord,
      creates: true,
      location: (entry) => `${path}/${entry.id}`,
    }, ({ tx, actor, id, body }) => reverseEntry(tx, actor, id, body)),
  ],
};
