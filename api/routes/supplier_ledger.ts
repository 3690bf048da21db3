import { z } from "zod";
import {
  findEntry,
  ledgerMeta,
  ledgerQuery,
  listEntries,
} from "../../domain/suppliers/find_entries.ts";
import { reversal, supplierEntry } from "../../domain/suppliers/ledger_entry.ts";
import { recordSupplierEntry, reverseSupplierEntry } from "../../domain/claims/note_by_hand.ts";
import { type Area, get, post } from "../http/route.ts";

const path = "/import-logistics/supplier-ledger";

export const supplierLedger: Area = {
  name: "Supplier ledger",
  says: "What is owed to suppliers, by currency.",
  routes: [
    get(path, {
      summary: "List ledger entries with running balances",
      may: "costs.read",
      query: ledgerQuery,
      answer: z.array(supplierEntry.schema),
      meta: ledgerMeta,
    }, ({ wire, actor, query }) => listEntries(wire, actor, query)),
    get(`${path}/:id`, {
      summary: "One ledger entry",
      may: "costs.read",
      answer: supplierEntry.schema,
    }, ({ wire, actor, id }) => findEntry(wire, actor, id)),
    post(path, {
      summary: "Add a ledger entry",
      may: "costs.write",
      body: supplierEntry.entry,
      answer: supplierEntry.schema,
      creates: true,
    }, ({ tx, actor, body }) => recordSupplierEntry(tx, actor, body)),
    post(`${path}/:id/reverse`, {
      summary: "Reverse a ledger entry by a row of its own",
      may: "costs.write",
      body: reversal,
      example: { reason: "Entered twice" },
      answer: supplierEntry.schema,
      creates: true,
      location: (entry) => `${path}/${entry.id}`,
    }, ({ tx, actor, id, body }) => reverseSupplierEntry(tx, actor, id, body)),
  ],
};
