import sql, { type Sql } from "sql-template-tag";
import { may } from "../access/access.ts";
import { receipt as counted } from "../imports/receipts/receipt.ts";
import { receiptLine } from "../imports/receipts/receipt_line.ts";
import { shipment as consignment, shipmentTitle } from "../imports/shipment.ts";
import { shipmentItem } from "../imports/shipment_item.ts";
import { many, one } from "../records/embedded.ts";
import { count, date, localMoney, money, text } from "../records/kinds.ts";
import { everybody, record } from "../records/record.ts";
import { warrantyUntil } from "../sales/invoice_line.ts";
import { invoice as sale } from "../sales/invoice.ts";
import { standsInLog } from "../serials/stands.ts";
import { part, partTables } from "../service/part.ts";
import { reach, ticket } from "../service/ticket.ts";
import { rma } from "../warranty/rma.ts";

/** The documents of a serial `s`: what a role may not read is null, or left out of the list. */
const DOCUMENTS = 100;

/** SQL: the last receipt, or sale, of the serial `s` that stands, as `e`. */
function standing(kind: "received" | "sold"): Sql {
  const stands = kind === "sold" ? standsInLog("e") : sql`
    not exists (select from stock_movements undoing where undoing.reverses_id = e.movement_id)`;
  return sql`lateral (
    select e.source_id, e.source_line_id, e.movement_id from serial_events e
    where e.serial_id = s.id and e.kind = ${kind} and ${stands}
    order by e.id desc limit 1) e`;
}

/** SQL: the receipt `r` that the serial `s` was counted on, with its line, item and shipment. */
const received = sql`from ${standing("received")} join receipts r on r.id = e.source_id
  join shipments rs on rs.id = r.shipment_id join suppliers rp on rp.id = rs.supplier_id
  left join receipt_items line on line.id = e.source_line_id
  left join shipment_items i on i.id = line.shipment_item_id`;

const receipt = record("LifeReceipt", "r", {
  ...counted.part([
    "id",
    "reference_no",
    "title",
    "status",
    "received_date",
    "posting_date",
    "warehouse_name",
  ]).fields,
  bin_location: text("The shelf or bin.", {
    example: "A-03",
    seenBy: "everybody",
    nullable: true,
    sql: sql`line.bin_location`,
  }),
  unit_cost: receiptLine.fields.unit_cost,
});

const shipment = record(
  "LifeShipment",
  "rs",
  everybody({
    ...consignment.part([
      "id",
      "reference_no",
      "title",
      "status",
      "supplier_id",
      "supplier_name",
      "tracking_number",
      "eta_chittagong",
    ]).fields,
    title: text("One line for people.", {
      example: "Shenzhen Boards · MSKU123",
      sql: shipmentTitle("rs", "rp"),
    }),
    supplier_name: counted.fields.supplier_name,
    landed_unit_cost: shipmentItem.fields.landed_unit_cost,
  }),
);

/** What one piece cost and brought is its line's amount divided by the line's pieces. */
const invoice = record(
  "LifeInvoice",
  "i",
  everybody({
    ...sale.part([
      "id",
      "reference_no",
      "title",
      "invoice_date",
      "customer_id",
      "customer_name",
    ]).fields,
    customer_phone: text("His phone.", {
      example: "01712-345678",
      nullable: true,
      sql: sql`c.phone`,
    }),
    unit_price: money("The price of one, as the invoice asks it.", {
      example: 1250,
      seenBy: "everybody",
      sql: sql`l.unit_price`,
    }),
    net_price: localMoney("What one piece was sold for: after all discounts, without VAT.", {
      example: 1200,
      seenBy: "everybody",
      sql: sql`round(l.net / l.quantity, 2)`,
    }),
    warranty_months: count("How long it is under warranty.", {
      example: 12,
      sql: sql`l.warranty_months`,
    }),
    warranty_until: date("The last day under warranty; null where there is none.", {
      example: "2027-03-02",
      nullable: true,
      sql: warrantyUntil,
    }),
    cost: localMoney("What one piece cost us.", {
      example: 913.05,
      seenBy: "costs.read",
      sql: sql`round(m.value / m.quantity, 2)`,
    }),
    margin: localMoney("What one piece brought beyond that, after all discounts.", {
      example: 286.95,
      seenBy: "costs.read",
      sql: sql`round((l.net + m.value) / l.quantity, 2)`,
    }),
  }),
);

const parts = part.part([
  "id",
  "product_id",
  "product_name",
  "quantity",
  "unit",
  "serial_number",
  "is_warranty",
]);

const visit = record("LifeTicket", "t", {
  ...ticket.part([
    "id",
    "reference_no",
    "title",
    "status",
    "problem_description",
    "is_warranty",
    "created_at",
  ]).fields,
  parts: many(parts, "What was put in then.", {
    seenBy: "everybody",
    from: sql`from ${partTables} where p.ticket_id = t.id`,
  }),
});

const cases = rma.part([
  "id",
  "reference_no",
  "title",
  "status",
  "fault_description",
  "replacement_serial_number",
  "created_at",
]);

/**
 * SQL: ids of the tickets, or RMAs, that name the serial `s` today. Those that named it once and
 * were corrected have a last event `withdrawn`, and are left out.
 */
function naming(type: "ticket" | "rma"): Sql {
  return sql`(select last.source_id from (
      select distinct on (e.source_id) e.source_id, e.kind from serial_events e
      where e.serial_id = s.id and e.source_type = ${type} order by e.source_id, e.id desc) last
    where last.kind <> 'withdrawn')`;
}

const seenBy = "everybody";

export const lifeDocuments = {
  shipment: one(shipment, "The shipment that it came with.", {
    seenBy,
    from: (reader) => sql`${received} where ${may(reader, "shipments.read")}`,
  }),
  receipt: one(receipt, "The receipt that it was counted on.", {
    seenBy,
    from: (reader) => sql`${received} where ${may(reader, "receipts.read")}`,
  }),
  invoice: one(invoice, "The sale that stands.", {
    seenBy,
    from: (reader) =>
      sql`from ${standing("sold")} join invoices i on i.id = e.source_id
        join customers c on c.id = i.customer_id join invoice_items l on l.id = e.source_line_id
        join stock_movements m on m.id = e.movement_id where ${may(reader, "invoices.read")}`,
  }),
  tickets: many(visit, "The newest 100 tickets that name it, newest first.", {
    seenBy,
    from: (reader) =>
      sql`from service_tickets t join customers c on c.id = t.customer_id
        where t.id in ${naming("ticket")} and ${
        reach(reader)
      } order by t.id desc limit ${DOCUMENTS}`,
    order: sql`r.id desc`,
  }),
  rmas: many(cases, "The newest 100 RMAs that name it, newest first.", {
    seenBy,
    from: sql`from rmas r where r.id in ${naming("rma")} order by r.id desc limit ${DOCUMENTS}`,
    order: sql`r.id desc`,
  }),
};
