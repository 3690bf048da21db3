import sql from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import { withinReach } from "../access/reach.ts";
import { discrepancy, discrepancyTables } from "../claims/discrepancy.ts";
import { unresolved } from "../claims/discrepancy_words.ts";
import { customer } from "../customers/customer.ts";
import { pending } from "../imports/receipts/receipt_words.ts";
import { ended } from "../imports/shipment_words.ts";
import { receipt, receiptTables } from "../imports/receipts/receipt.ts";
import { shipment, shipmentTables } from "../imports/shipment.ts";
import { itemTables, shipmentItem } from "../imports/shipment_item.ts";
import { anyOf } from "../records/any_of.ts";
import { rowsAsJson } from "../records/embedded.ts";
import { product } from "../products/product.ts";
import { supplier } from "../suppliers/supplier.ts";
import { invoice, invoiceTables, stands } from "../sales/invoice.ts";
import { openTicketStatuses } from "../service/ticket_words.ts";
import { reach as ticketReach, ticket, ticketTables } from "../service/ticket.ts";
import { task, taskTables } from "../tasks/task.ts";
import { openTaskStatuses } from "../tasks/task_words.ts";
import { rma } from "../warranty/rma.ts";
import { settled } from "../warranty/rma_words.ts";
import type { Fields, RecordOf } from "../records/record.ts";
import type { SyncKind } from "./sync_kind.ts";

const status = (open: readonly string[]) => sql`t.status = ${anyOf(open)}`;
const notStatus = (closed: readonly string[]) => sql`not t.status = ${anyOf(closed)}`;

const inEvery = [
  "id",
  "reference_no",
  "title",
  "created_by",
  "created_at",
  "updated_at",
  "version",
] as const;

const item = shipmentItem.part([
  "id",
  "product_id",
  "product_name",
  "sku",
  "unit",
  "shipped_qty",
  "expected_qty",
  "expected_serial_numbers",
  "is_serialized",
  "excess_qty",
]);

/** The common fields of a record, and these. */
const of = <F extends Fields>(whole: RecordOf<F>, names: (keyof F)[]) => (actor: Actor) =>
  whole.columnsInJson(actor, [...inEvery, ...names]);

/** In this order phones get them: what others name comes first. A new kind goes to the end. */
export const syncKinds: SyncKind[] = [
  {
    kind: "product",
    may: "products.read",
    table: "products",
    from: sql`products p`,
    id: sql`p.id`,
    columns: of(product, [
      "sku",
      "name",
      "brand",
      "model",
      "category",
      "unit",
      "selling_price",
      "stock_qty",
      "min_stock",
      "is_serialized",
      "warranty_months",
      "active",
    ]),
  },
  {
    kind: "customer",
    may: "customers.read",
    table: "customers",
    from: sql`customers c`,
    id: sql`c.id`,
    columns: of(customer, ["name", "company_name", "phone", "city", "active", "balance"]),
  },
  {
    kind: "supplier",
    may: "suppliers.read",
    table: "suppliers",
    from: sql`suppliers s`,
    id: sql`s.id`,
    columns: of(supplier, [
      "name",
      "contact_person",
      "phone",
      "whatsapp",
      "country",
      "currency",
      "active",
    ]),
  },
  {
    kind: "shipment",
    may: "shipments.read",
    table: "shipments",
    open: notStatus(ended),
    from: shipmentTables,
    id: sql`s.id`,
    columns: (actor) =>
      sql`${
        shipment.columnsInJson(actor, [
          ...inEvery,
          "status",
          "supplier_id",
          "supplier_name",
          "shipment_mode",
          "tracking_number",
          "shipment_number",
          "bl_number",
          "container_number",
          "carrier",
          "eta_chittagong",
          "warehouse_name",
        ])
      }, ${rowsAsJson(item, actor, sql`from ${itemTables} where i.shipment_id = s.id`)} as items`,
  },
  {
    kind: "receipt",
    may: "receipts.read",
    table: "receipts",
    open: status(pending),
    from: receiptTables,
    id: sql`r.id`,
    columns: (actor) =>
      sql`${
        receipt.columnsInJson(actor, [
          ...inEvery,
          "status",
          "shipment_id",
          "shipment_reference_no",
          "warehouse_name",
          "received_date",
          "is_final",
        ])
      }, json_build_object('lines', rt.item_count, 'received_qty', rt.received_qty,
        'accepted_qty', rt.accepted_qty, 'short_qty', rt.short_qty) as counted`,
  },
  {
    kind: "rma",
    may: "rmas.read",
    table: "rmas",
    open: notStatus(settled),
    from: sql`rmas r`,
    id: sql`r.id`,
    columns: of(rma, [
      "status",
      "customer_id",
      "customer_name",
      "customer_phone",
      "supplier_id",
      "machine_model",
      "machine_serial_number",
      "board_serial_number",
      "replacement_serial_number",
      "fault_description",
      "service_ticket_id",
    ]),
  },
  {
    kind: "service_ticket",
    may: "tickets.read",
    table: "service_tickets",
    reach: (actor) => ticketReach(actor),
    open: status(openTicketStatuses),
    from: ticketTables,
    columns: of(ticket, [
      "status",
      "customer_id",
      "customer_name",
      "customer_phone",
      "machine_model",
      "serial_number",
      "problem_description",
      "priority",
      "assigned_to",
      "is_warranty",
    ]),
  },
  {
    kind: "task",
    may: "tasks.read",
    table: "tasks",
    reach: (actor) => withinReach(actor, "tasks.all", "t"),
    open: status(openTaskStatuses),
    from: taskTables,
    columns: of(task, [
      "status",
      "description",
      "priority",
      "due_date",
      "due_time",
      "assigned_to",
      "related_type",
      "related_id",
    ]),
  },
  {
    kind: "discrepancy",
    may: "discrepancies.read",
    table: "discrepancies",
    open: status(unresolved),
    from: discrepancyTables,
    id: sql`d.id`,
    columns: of(discrepancy, [
      "status",
      "shipment_id",
      "shipment_item_id",
      "receipt_id",
      "supplier_id",
      "discrepancy_type",
      "quantity",
      "estimated_value_local",
      "against",
      "note",
    ]),
  },
  {
    kind: "invoice",
    may: "invoices.read",
    table: "invoices",
    open: sql`t.due > 0`,
    from: invoiceTables,
    id: sql`i.id`,
    columns: (actor) =>
      sql`${
        invoice.columnsInJson(actor, [
          ...inEvery,
          "customer_id",
          "customer_name",
          "invoice_date",
          "due_date",
          "total",
          "paid",
          "due",
        ])
      }, not ${stands} as voided`,
  },
];
