import sql, { join, raw } from "sql-template-tag";
import { records } from "../records/related.ts";
import type { Check } from "./check.ts";

/** Where no foreign key can hold a link, because it may point into any table. */
const sources = {
  receipt: "receipts",
  invoice: "invoices",
  ticket: "service_tickets",
  shipment_cost: "shipment_costs",
};
/**
 * Kinds of write that phones name (`client_records`) and where they went; several parts of a ticket
 * in one write are kept as the first of them.
 */
const writtenByPhone = {
  discrepancy: "discrepancies",
  discrepancy_resolution: "discrepancies",
  invoice: "invoices",
  payment: "payments",
  receipt: "receipts",
  receipt_approval: "receipts",
  receipt_posting: "receipts",
  rma: "rmas",
  rma_status: "rmas",
  service_ticket: "service_tickets",
  service_ticket_change: "service_tickets",
  shipment_cost: "shipment_costs",
  shipment_status: "shipments",
  stock_movement: "stock_movements",
  task: "tasks",
  task_change: "tasks",
  task_comment: "task_comments",
  ticket_part: "service_ticket_parts",
};
const inLogs = {
  receipt: "receipts",
  invoice: "invoices",
  ticket: "service_tickets",
  rma: "rmas",
  stock_movement: "stock_movements",
};
const related = Object.fromEntries(
  Object.entries(records).map(([type, { table }]) => [type, table]),
);
const remembered = { ...related, ticket: "service_tickets", user: "users" };

/**
 * SQL: whether a link points to a row that is not there. One without a kind links to nothing, and
 * one of a kind that is not listed cannot be judged: both pass.
 */
const leadsNowhere = (type: string, id: string, tables: Record<string, string>) =>
  join(
    Object.entries(tables).map(([kind, table]) =>
      sql`${raw(type)} = ${kind}
        and not exists (select from ${raw(table)} target where target.id = ${raw(id)})`
    ),
    " or ",
  );

export const linkChecks: Check[] = [{
  name: "orphans",
  holds: "What movements, invoices, files, tasks, serials, phones and history point to is there",
  differences: sql`
    select link.record, format('points to %s %s, which does not exist', link.type, link.id) as problem
    from (
      select m.reference_no as record, m.source_type as type, m.source_id as id
      from stock_movements m where ${leadsNowhere("m.source_type", "m.source_id", sources)}
      union all
      select i.reference_no, i.source_type, i.source_id
      from invoices i where ${leadsNowhere("i.source_type", "i.source_id", sources)}
      union all
      select u.reference_no, u.related_type, u.related_id
      from uploads u where ${leadsNowhere("u.related_type", "u.related_id", related)}
      union all
      select t.reference_no, t.related_type, t.related_id
      from tasks t where t.related_id is not null
        and (${leadsNowhere("t.related_type", "t.related_id", related)})
      union all
      select 'serial ' || e.serial, e.source_type, e.source_id
      from serial_events e where ${leadsNowhere("e.source_type", "e.source_id", inLogs)}
      union all
      select 'client_id ' || r.client_id, r.kind, r.record_id
      from client_records r where ${leadsNowhere("r.kind", "r.record_id", writtenByPhone)}
      union all
      select 'history ' || h.id, h.entity, h.entity_id
      from history h where ${leadsNowhere("h.entity", "h.entity_id", remembered)}) link
    order by 1`,
}, {
  name: "container_days",
  holds: "Each container arrived, left the port and went back in this order",
  differences: sql`
    select k.container_number as record, format('of %s: arrived %s, left the port %s, returned %s',
      s.reference_no, coalesce(k.arrived_on::text, '–'), coalesce(k.gate_out_on::text, '–'),
      coalesce(k.returned_on::text, '–')) as problem
    from shipment_containers k join shipments s on s.id = k.shipment_id
    where k.gate_out_on < k.arrived_on or k.returned_on < coalesce(k.gate_out_on, k.arrived_on)
      or (k.arrived_on is null and (k.gate_out_on is not null or k.returned_on is not null))
    order by k.id`,
}, {
  name: "allocations_of_customer",
  holds: "A payment is only used for invoices of the customer who made it",
  differences: sql`
    select p.reference_no as record, format('used for %s of another customer', i.reference_no)
      as problem
    from payment_allocations a join payments p on p.id = a.payment_id
      join invoices i on i.id = a.invoice_id
    where p.customer_id <> i.customer_id
    order by a.id`,
}];
