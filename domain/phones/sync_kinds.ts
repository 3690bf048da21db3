import sql, { type Sql } from "sql-template-tag";
import type { Actor, Permission } from "../access/access.ts";
import { withinReach } from "../access/reach.ts";
import { startOfDay } from "../business/business.ts";
import { addDays } from "../business/calendar.ts";
import { customer } from "../customers/customer.ts";
import { instantText } from "../db/instant.ts";
import { shipmentTitle } from "../imports/shipment_columns.ts";
import type { SearchKind } from "../overview/search_sources.ts";
import { product } from "../products/product.ts";
import { supplier } from "../suppliers/supplier.ts";
import { invoice, invoiceTables, stands } from "../sales/invoice.ts";
import { openTicketStatuses } from "../service/ticket.ts";
import { reach as ticketReach, ticketTitle } from "../service/find_tickets.ts";
import { openTaskStatuses } from "../tasks/task.ts";
import { rmaTitle } from "../warranty/find_rmas.ts";
import { excessQty, expectedQty } from "../imports/receipts/expected.ts";

/** How long what is finished stays on a phone. Source: docs/phones.md, "Sync". */
const KEPT_DAYS = 90;

export interface SyncKind {
  kind: SearchKind;
  may: Permission;
  table: string;
  /** whose the rows are, of the table as `t`; absent: everyone's who may read the kind */
  reach?: (actor: Actor) => Sql;
  /** work that is not finished, of the table as `t`; the rest goes after its time. Absent: all stays */
  open?: Sql;
  /**
   * what lists on a phone show; a name of another record in it (the customer's) may be out of date,
   * since the row comes again only when it changes itself
   */
  columns: (actor: Actor) => Sql;
  from: Sql;
  /** the table's id in `from`; default `t.id` */
  id?: Sql;
}

const status = (open: readonly string[]) => sql`t.status = any(${[...open]}::text[])`;
const notStatus = (closed: readonly string[]) => sql`t.status <> all(${closed}::text[])`;

/** Of the row `t`: whether it belongs on a phone on that day. */
export function keptOn({ open }: SyncKind, day: string): Sql {
  if (!open) return sql`true`;
  return sql`(${open} or t.updated_at >= ${startOfDay(addDays(day, -KEPT_DAYS))}::timestamptz)`;
}

const inEvery = [
  "id",
  "reference_no",
  "title",
  "created_by",
  "created_at",
  "updated_at",
  "version",
] as const;

const common = sql`t.created_by, ${instantText(sql`t.created_at`)} as created_at,
  ${instantText(sql`t.updated_at`)} as updated_at, t.version`;

const items = sql`(select coalesce(json_agg(json_build_object('id', i.id,
    'product_id', i.product_id, 'product_name', i.product_name, 'sku', i.sku, 'unit', i.unit,
    'shipped_qty', i.shipped_qty, 'expected_qty', ${expectedQty},
    'excess_qty', ${excessQty}) order by i.id), '[]'::json)
  from shipment_items i where i.shipment_id = t.id) as items`;

/** In this order phones get them: what others name comes first. A new kind goes to the end. */
export const syncKinds: SyncKind[] = [
  {
    kind: "product",
    may: "products.read",
    table: "products",
    from: sql`products p`,
    id: sql`p.id`,
    columns: (actor) =>
      product.columns(actor, [
        ...inEvery,
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
    columns: (actor) =>
      customer.columns(actor, [
        ...inEvery,
        "name",
        "company_name",
        "phone",
        "city",
        "active",
        "balance",
      ]),
  },
  {
    kind: "supplier",
    may: "suppliers.read",
    table: "suppliers",
    from: sql`suppliers s`,
    id: sql`s.id`,
    columns: (actor) =>
      supplier.columns(actor, [
        ...inEvery,
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
    open: notStatus(["closed", "cancelled"]),
    from: sql`shipments t join suppliers p on p.id = t.supplier_id`,
    columns: () =>
      sql`t.id, t.reference_no, (select ${shipmentTitle} from shipments s where s.id = t.id) as title,
        t.status, t.supplier_id, p.name as supplier_name, t.shipment_mode, t.tracking_number,
        t.shipment_number, t.bl_number, t.container_number, t.carrier, t.eta_chittagong,
        t.warehouse_name, ${items}, ${common}`,
  },
  {
    kind: "receipt",
    may: "receipts.read",
    table: "receipts",
    open: status(["draft", "approved"]),
    from: sql`receipts t join shipments s on s.id = t.shipment_id
      join suppliers p on p.id = s.supplier_id`,
    columns: () =>
      sql`t.id, t.reference_no, concat('Receipt of ', s.reference_no, ' from ', p.name) as title,
        t.status, t.shipment_id, s.reference_no as shipment_reference_no, t.warehouse_name,
        t.received_date, t.is_final, (select json_build_object('lines', count(*),
            'received_qty', coalesce(sum(line.received_qty), 0),
            'accepted_qty', coalesce(sum(line.accepted_qty), 0),
            'short_qty', coalesce(sum(line.short_qty), 0))
          from receipt_items line where line.receipt_id = t.id) as counted, ${common}`,
  },
  {
    kind: "rma",
    may: "rmas.read",
    table: "rmas",
    open: notStatus(["delivered_to_customer", "closed", "cancelled"]),
    from: sql`rmas t`,
    columns: () =>
      sql`t.id, t.reference_no, ${rmaTitle("t")} as title, t.status, t.customer_id,
        t.customer_name, t.customer_phone, t.supplier_id, t.machine_model,
        t.machine_serial_number, t.board_serial_number, t.replacement_serial_number,
        t.fault_description, t.service_ticket_id, ${common}`,
  },
  {
    kind: "service_ticket",
    may: "tickets.read",
    table: "service_tickets",
    reach: (actor) => ticketReach(actor),
    open: status(openTicketStatuses),
    from: sql`service_tickets t join customers c on c.id = t.customer_id`,
    columns: () =>
      sql`t.id, t.reference_no, ${ticketTitle()} as title, t.status, t.customer_id,
        c.name as customer_name, c.phone as customer_phone, t.machine_model, t.serial_number,
        t.problem_description, t.priority, t.assigned_to, t.is_warranty, ${common}`,
  },
  {
    kind: "task",
    may: "tasks.read",
    table: "tasks",
    reach: (actor) => withinReach(actor, "tasks.all", "t"),
    open: status(openTaskStatuses),
    from: sql`tasks t`,
    columns: () =>
      sql`t.id, t.reference_no, t.title, t.status, t.description, t.priority, t.due_date,
        to_char(t.due_time, 'HH24:MI') as due_time, t.assigned_to, t.related_type, t.related_id,
        ${common}`,
  },
  {
    kind: "discrepancy",
    may: "discrepancies.read",
    table: "discrepancies",
    open: status(["open", "submitted"]),
    from: sql`discrepancies t join shipments s on s.id = t.shipment_id
      left join shipment_items i on i.id = t.shipment_item_id`,
    columns: () =>
      sql`t.id, t.reference_no, concat(initcap(replace(t.discrepancy_type, '_', ' ')),
          ': ' || i.product_name, ' (', s.reference_no, ')') as title, t.status, t.shipment_id,
        t.shipment_item_id, t.receipt_id, t.supplier_id, t.discrepancy_type, t.quantity,
        t.estimated_value_local, t.against, t.note, ${common}`,
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
        invoice.columns(actor, [
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
