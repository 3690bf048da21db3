import { z } from "zod";
import { createSupplier } from "../../domain/suppliers/create_supplier.ts";
import {
  ledgerMeta,
  listSupplierEntries,
  supplierLedgerQuery,
} from "../../domain/suppliers/find_entries.ts";
import { findSupplier, supplierDetail } from "../../domain/overview/find_supplier.ts";
import { listSuppliers, supplierQuery } from "../../domain/suppliers/find_suppliers.ts";
import { supplierEntry } from "../../domain/suppliers/ledger_entry.ts";
import { supplier } from "../../domain/suppliers/supplier.ts";
import { updateSupplier } from "../../domain/suppliers/update_supplier.ts";
import { type Area, get, post, put } from "../http/route.ts";

export const suppliers: Area = {
  name: "Suppliers",
  says: "Suppliers with balances and scores.",
  routes: [
    get("/suppliers", {
      summary: "Supplier list",
      may: "suppliers.read",
      query: supplierQuery,
      answer: z.array(supplier.schema),
    }, ({ wire, actor, query }) => listSuppliers(wire, actor, query)),
    get("/suppliers/:id", {
      summary: "Supplier details with ledger",
      may: "suppliers.read",
      answer: supplierDetail.schema,
    }, ({ db, actor, id }) => findSupplier(db, actor, id)),
    get("/suppliers/:id/ledger", {
      summary: "Ledger of one supplier",
      may: "costs.read",
      query: supplierLedgerQuery,
      answer: z.array(supplierEntry.schema),
      meta: ledgerMeta,
    }, ({ wire, actor, id, query }) => listSupplierEntries(wire, actor, id, query)),
    post("/suppliers", {
      summary: "Create a supplier",
      may: "suppliers.write",
      body: supplier.entry,
      answer: supplier.schema,
      creates: true,
    }, ({ tx, actor, body }) => createSupplier(tx, actor, body)),
    put("/suppliers/:id", {
      summary: "Update a supplier",
      may: "suppliers.write",
      body: supplier.changes,
      answer: supplier.schema,
      versionOf: "suppliers",
    }, ({ tx, actor, id, body }) => updateSupplier(tx, actor, id, body)),
  ],
};
