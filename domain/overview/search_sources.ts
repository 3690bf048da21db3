import sql, { type Sql } from "sql-template-tag";
import type { Actor, Permission } from "../access/access.ts";
import { withinReach } from "../access/reach.ts";
import { discrepancy, discrepancyTables } from "../claims/discrepancy.ts";
import { customer } from "../customers/customer.ts";
import { receipt, receiptTables } from "../imports/receipts/receipt.ts";
import { shipment, shipmentTables } from "../imports/shipment.ts";
import { product } from "../products/product.ts";
import { invoice, invoiceTables } from "../sales/invoice.ts";
import { payment, paymentTables } from "../sales/payment.ts";
import { serial, serialTables } from "../serials/serial.ts";
import { reach as ticketReach, ticket, ticketTables } from "../service/ticket.ts";
import * as users from "../staff/user.ts";
import { issuedCheque, issuedChequeTables } from "../suppliers/issued_cheque.ts";
import { supplier } from "../suppliers/supplier.ts";
import { task, taskTables } from "../tasks/task.ts";
import { lcTt, lcTtTables } from "../trade_finance/lc_tt.ts";
import { rma, rmasWithSupplier } from "../warranty/rma.ts";
import type { FieldKind } from "./search_words.ts";

export interface Source {
  may: Permission;
  /** has a column `search_text` of the same fields: migrations/0012_search.sql */
  table: string;
  fields: Record<string, FieldKind>;
  /** the rows that the actor reaches, of the table as `t` */
  reach?: (actor: Actor) => Sql;
  /** what lists of these records show; `title` and `status` are taken from it */
  shown: (actor: Actor) => { columns: Sql; from: Sql; id: Sql };
}

const noStatus = sql`null::text as status`;

/**
 * What search looks through, in the order in which equally good finds stand. A new kind is an entry
 * here and a column `search_text` with its index.
 */
export const sources = {
  rma: {
    may: "rmas.read",
    table: "rmas",
    fields: {
      machine_serial_number: "serial",
      board_serial_number: "serial",
      replacement_serial_number: "serial",
      reference_no: "document",
      customer_phone: "phone",
      customer_name: "name",
      machine_model: "name",
    },
    shown: (actor) => ({
      columns: rma.columns(actor, ["id", "reference_no", "title", "status"]),
      from: rmasWithSupplier,
      id: sql`r.id`,
    }),
  },
  service_ticket: {
    may: "tickets.read",
    table: "service_tickets",
    fields: { serial_number: "serial", reference_no: "document", machine_model: "name" },
    reach: ticketReach,
    shown: (actor) => ({
      columns: ticket.columns(actor, ["id", "reference_no", "title", "status"]),
      from: ticketTables,
      id: sql`t.id`,
    }),
  },
  serial: {
    may: "products.read",
    table: "serials",
    fields: { serial: "serial" },
    shown: (actor) => ({
      columns: serial.columns(actor, ["id", "reference_no", "title", "status"]),
      from: serialTables,
      id: sql`s.id`,
    }),
  },
  shipment: {
    may: "shipments.read",
    table: "shipments",
    fields: {
      tracking_number: "tracking",
      container_number: "tracking",
      bl_number: "tracking",
      shipment_number: "tracking",
      reference_no: "document",
      external_ref: "document",
    },
    shown: (actor) => ({
      columns: shipment.columns(actor, ["id", "reference_no", "title", "status"]),
      from: shipmentTables,
      id: sql`s.id`,
    }),
  },
  customer: {
    may: "customers.read",
    table: "customers",
    fields: {
      reference_no: "document",
      phone: "phone",
      name: "name",
      company_name: "name",
      email: "name",
    },
    shown: (actor) => ({
      columns: sql`${customer.columns(actor, ["id", "reference_no", "title"])}, ${noStatus}`,
      from: sql`customers c`,
      id: sql`c.id`,
    }),
  },
  product: {
    may: "products.read",
    table: "products",
    fields: { sku: "sku", name: "name", model: "name", brand: "name" },
    shown: (actor) => ({
      columns: sql`${product.columns(actor, ["id", "reference_no", "title"])}, ${noStatus}`,
      from: sql`products p`,
      id: sql`p.id`,
    }),
  },
  invoice: {
    may: "invoices.read",
    table: "invoices",
    fields: { reference_no: "document" },
    shown: (actor) => ({
      columns: invoice.columns(actor, ["id", "reference_no", "title", "status"]),
      from: invoiceTables,
      id: sql`i.id`,
    }),
  },
  payment: {
    may: "payments.read",
    table: "payments",
    fields: { reference_no: "document", reference: "document", cheque_number: "document" },
    shown: (actor) => ({
      columns: payment.columns(actor, ["id", "reference_no", "title", "status"]),
      from: paymentTables,
      id: sql`p.id`,
    }),
  },
  issued_cheque: {
    may: "costs.read",
    table: "issued_cheques",
    fields: { reference_no: "document", cheque_number: "document" },
    shown: (actor) => ({
      columns: sql`${
        issuedCheque.columns(actor, ["id", "reference_no", "title"])
      }, q.state as status`,
      from: issuedChequeTables,
      id: sql`q.id`,
    }),
  },
  supplier: {
    may: "suppliers.read",
    table: "suppliers",
    fields: {
      reference_no: "document",
      phone: "phone",
      whatsapp: "phone",
      name: "name",
      contact_person: "name",
      email: "name",
    },
    shown: (actor) => ({
      columns: sql`${supplier.columns(actor, ["id", "reference_no", "title"])}, ${noStatus}`,
      from: sql`suppliers s`,
      id: sql`s.id`,
    }),
  },
  lc_tt: {
    may: "costs.read",
    table: "lc_tt",
    fields: { reference_no: "document", reference_number: "document" },
    shown: (actor) => ({
      columns: lcTt.columns(actor, ["id", "reference_no", "title", "status"]),
      from: lcTtTables,
      id: sql`l.id`,
    }),
  },
  receipt: {
    may: "receipts.read",
    table: "receipts",
    fields: { reference_no: "document" },
    shown: (actor) => ({
      columns: receipt.columns(actor, ["id", "reference_no", "title", "status"]),
      from: receiptTables,
      id: sql`r.id`,
    }),
  },
  discrepancy: {
    may: "discrepancies.read",
    table: "discrepancies",
    fields: { reference_no: "document" },
    shown: (actor) => ({
      columns: discrepancy.columns(actor, ["id", "reference_no", "title", "status"]),
      from: discrepancyTables,
      id: sql`d.id`,
    }),
  },
  task: {
    may: "tasks.read",
    table: "tasks",
    fields: { reference_no: "document", title: "name" },
    reach: (actor) => withinReach(actor, "tasks.all", "t"),
    shown: (actor) => ({
      columns: task.columns(actor, ["id", "reference_no", "title", "status"]),
      from: taskTables,
      id: sql`t.id`,
    }),
  },
  user: {
    may: "users.read",
    table: "users",
    fields: {
      reference_no: "document",
      employee_code: "document",
      phone: "phone",
      name: "name",
      email: "name",
    },
    shown: () => ({
      columns: sql`${users.columns}, ${noStatus}`,
      from: sql`users u`,
      id: sql`u.id`,
    }),
  },
} as const satisfies Record<string, Source>;

export type SearchKind = keyof typeof sources;
export const searchKinds = Object.keys(sources) as [SearchKind, ...SearchKind[]];
