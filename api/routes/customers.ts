import { z } from "zod";
import { createCustomer } from "../../domain/customers/create_customer.ts";
import { customer } from "../../domain/customers/customer.ts";
import { customerDetail, findCustomer } from "../../domain/overview/find_customer.ts";
import { customerQuery, listCustomers } from "../../domain/customers/find_customers.ts";
import {
  customerLedgerMeta,
  customerLedgerQuery,
  listCustomerEntries,
} from "../../domain/customers/find_entries.ts";
import { customerEntry } from "../../domain/customers/ledger_entry.ts";
import { updateCustomer } from "../../domain/customers/update_customer.ts";
import { customerOpening, enterOpening } from "../../domain/customers/enter_opening.ts";
import { reverseOpening } from "../../domain/customers/reverse_opening.ts";
import { reversal } from "../../domain/journal/reversal.ts";
import { type Area, get, post, put } from "../http/route.ts";

export const customers: Area = {
  name: "Customers",
  says: "Customers with their ledger and credit.",
  routes: [
    get("/customers", {
      summary: "Customer list",
      may: "customers.read",
      query: customerQuery,
      answer: z.array(customer.schema),
    }, ({ wire, actor, query }) => listCustomers(wire, actor, query)),
    get("/customers/:id", {
      summary: "Customer details with ledger",
      may: "customers.read",
      answer: customerDetail.schema,
    }, ({ db, actor, id }) => findCustomer(db, actor, id)),
    get("/customers/:id/ledger", {
      summary: "Ledger of one customer",
      may: "invoices.read",
      query: customerLedgerQuery,
      answer: z.array(customerEntry.schema),
      meta: customerLedgerMeta,
    }, ({ wire, actor, id, query }) => listCustomerEntries(wire, actor, id, query)),
    post("/customers", {
      summary: "Create a customer",
      may: "customers.write",
      body: customer.entry,
      answer: customer.schema,
      creates: true,
    }, ({ tx, actor, body }) => createCustomer(tx, actor, body)),
    put("/customers/:id", {
      summary: "Update a customer",
      may: "customers.write",
      body: customer.changes,
      answer: customer.schema,
      versionOf: "customers",
    }, ({ tx, actor, id, body }) => updateCustomer(tx, actor, id, body)),
    post("/customers/:id/opening-balance", {
      summary: "Enter the opening balance of a customer who has none",
      may: "customers.set_terms",
      body: customerOpening,
      example: { amount: 12500, date: "2026-01-01" },
      answer: customer.schema,
    }, ({ tx, actor, id, body }) => enterOpening(tx, actor, id, body)),
    post("/customers/:id/opening-balance/reverse", {
      summary: "Take a customer's opening balance back",
      may: "customers.set_terms",
      body: reversal,
      example: { reason: "Read from the wrong page of the ledger" },
      answer: customer.schema,
    }, ({ tx, actor, id, body }) => reverseOpening(tx, actor, id, body)),
  ],
};
