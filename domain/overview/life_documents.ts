import sql, { type Sql } from "sql-template-tag";
import type { Actor } from "../access/access.ts";
import { instantText } from "../db/instant.ts";
import { receiptTitle } from "../imports/receipts/receipt.ts";
import { shipmentTitle } from "../imports/shipment.ts";
import { reach, ticketTitle } from "../service/ticket.ts";
import { rmaTitle } from "../warranty/rma.ts";

const DOCUMENTS = 100;

/**
 * SQL: the last receipt, or sale, of the serial `s` that no reversal or void has undone, as `e`.
 */
function standing(kind: "received" | "sold"): Sql {
  return sql`lateral (
    select e.source_id, e.source_line_id, e.movement_id from serial_events e
    where e.serial_id = s.id and e.kind = ${kind}
      and not exists (select from stock_movements undoing where undoing.reverses_id = e.movement_id)
    order by e.id desc limit 1) e`;
}

export const receiptJson = sql`(
  select json_build_object('id', r.id, 'reference_no', r.reference_no,
    'title', ${receiptTitle("sh", "supplier")}, 'status', r.status,
    'received_date', r.received_date, 'posting_date', r.posting_date,
    'warehouse_name', r.warehouse_name, 'bin_location', line.bin_location,
    'unit_cost', round(line.accepted_value::numeric(35,20) / nullif(line.accepted_qty, 0), 4))
  from ${standing("received")} join receipts r on r.id = e.source_id
    join shipments sh on sh.id = r.shipment_id join suppliers supplier on supplier.id = sh.supplier_id
    left join receipt_items line on line.id = e.source_line_id)`;

export const shipmentJson = sql`(
  select json_build_object('id', sh.id, 'reference_no', sh.reference_no,
    'title', ${shipmentTitle("sh", "supplier")}, 'status', sh.status,
    'supplier_id', sh.supplier_id, 'supplier_name', supplier.name,
    'tracking_number', sh.tracking_number, 'eta_chittagong', sh.eta_chittagong,
    'landed_unit_cost', round(i.landed_value::numeric(35,20) / nullif(i.shipped_qty, 0), 4))
  from ${standing("received")} join receipts r on r.id = e.source_id
    join shipments sh on sh.id = r.shipment_id join suppliers supplier on supplier.id = sh.supplier_id
    left join receipt_items line on line.id = e.source_line_id
    left join shipment_items i on i.id = line.shipment_item_id)`;

/**
 * The sale as JSON. What one piece cost and brought is its line's amount divided by the line's
 * pieces; null where the line is not known.
 */
export const invoiceJson = sql`(
  select json_build_object('id', i.id, 'reference_no', i.reference_no,
    'title', concat(i.reference_no, ' – ', c.name), 'invoice_date', i.invoice_date,
    'customer_id', i.customer_id, 'customer_name', c.name, 'customer_phone', c.phone,
    'unit_price', line.unit_price, 'warranty_months', line.warranty_months,
    'warranty_until', case when line.warranty_months > 0
      then (i.invoice_date + make_interval(months => line.warranty_months))::date end,
    'cost', round(m.value / m.quantity, 2),
    'margin', round((line.amount + m.value) / line.quantity, 2))
  from ${standing("sold")} join invoices i on i.id = e.source_id
    join customers c on c.id = i.customer_id join invoice_items line on line.id = e.source_line_id
    join stock_movements m on m.id = e.movement_id)`;

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

export function ticketsJson(actor: Actor): Sql {
  return sql`(
    select coalesce(json_agg(json_build_object('id', t.id, 'reference_no', t.reference_no,
      'title', t.title, 'status', t.status, 'problem_description', t.problem_description,
      'is_warranty', t.is_warranty, 'created_at', ${instantText(sql`t.created_at`)},
      'parts', (
        select coalesce(json_agg(json_build_object('id', part.id, 'product_id', part.product_id,
          'product_name', product.name, 'quantity', part.quantity, 'unit', product.unit,
          'serial_number', part.serial_number, 'is_warranty', part.is_warranty)
          order by part.id), '[]'::json)
        from service_ticket_parts part join products product on product.id = part.product_id
        where part.ticket_id = t.id))
      order by t.id desc), '[]'::json)
    from (select t.id, t.reference_no, ${ticketTitle()} as title, t.status, t.problem_description,
        t.is_warranty, t.created_at
      from service_tickets t join customers c on c.id = t.customer_id
      where t.id in ${naming("ticket")} and ${reach(actor)}
      order by t.id desc limit ${DOCUMENTS}) t)`;
}

export const rmasJson = sql`(
  select coalesce(json_agg(json_build_object('id', r.id, 'reference_no', r.reference_no,
    'title', r.title, 'status', r.status, 'fault_description', r.fault_description,
    'replacement_serial_number', r.replacement_serial_number,
    'created_at', ${instantText(sql`r.created_at`)}) order by r.id desc), '[]'::json)
  from (select r.id, r.reference_no, ${rmaTitle()} as title, r.status, r.fault_description,
      r.replacement_serial_number, r.created_at
    from rmas r where r.id in ${naming("rma")}
    order by r.id desc limit ${DOCUMENTS}) r)`;
