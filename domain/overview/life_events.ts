import sql, { empty, type Sql } from "sql-template-tag";
import { type Actor, may } from "../access/access.ts";
import { instantText } from "../db/instant.ts";
import { reach } from "../service/ticket.ts";

/** The newest events of the serial `s` whose documents the actor may read, oldest first. */
export function eventsJson(actor: Actor, count: number): Sql {
  const readable = [
    "rma",
    "stock_movement",
    ...may(actor, "receipts.read") ? ["receipt"] : [],
    ...may(actor, "invoices.read") ? ["invoice"] : [],
  ];
  const customer = may(actor, "customers.read")
    ? sql`'customer_id', e.customer_id, 'customer_name', c.name,`
    : empty;
  const supplier = may(actor, "suppliers.read")
    ? sql`'supplier_id', e.supplier_id, 'supplier_name', supplier.name,`
    : empty;
  return sql`(
    select coalesce(json_agg(json_build_object('id', e.id, 'kind', e.kind, 'date', e.on_date,
        'at', ${instantText(sql`e.recorded_at`)}, 'serial', e.serial,
        'source_type', e.source_type, 'source_id', e.source_id,
        'source_reference_no', e.source_reference_no, 'product_id', e.product_id,
        ${customer} ${supplier} 'other_serial', o.serial, 'note', e.note, 'by', e.created_by,
        'by_name', u.name) order by e.id), '[]'::json)
    from (select e.id, e.kind, e.on_date, e.recorded_at, e.serial, e.source_type, e.source_id,
        e.source_reference_no, e.product_id, e.customer_id, e.supplier_id, e.other_serial_id, e.note,
        e.created_by
      from serial_events e
      where e.serial_id = s.id and (e.source_type = any(${readable}::text[])
        or e.source_type = 'ticket' and exists (select from service_tickets t
          where t.id = e.source_id and ${reach(actor)}))
      order by e.id desc limit ${count}) e
      left join customers c on c.id = e.customer_id
      left join suppliers supplier on supplier.id = e.supplier_id
      left join serials o on o.id = e.other_serial_id
      left join users u on u.id = e.created_by)`;
}

/**
 * SQL: the piece that the serial `s` replaced, or was replaced by, with the RMA that it happened
 * on; a replacement that was taken back does not count.
 */
export function otherJson(kind: "replaces" | "replaced_by"): Sql {
  return sql`(
    select json_build_object('serial', o.serial, 'rma_id', e.source_id,
      'rma_reference_no', e.source_reference_no, 'on', e.on_date)
    from serial_events e join serials o on o.id = e.other_serial_id
    where e.serial_id = s.id and e.kind = ${kind}
      and not exists (select from serial_events undone
        where undone.serial_id = s.id and undone.kind = 'replacement_undone'
          and undone.source_id = e.source_id and undone.id > e.id)
    order by e.id desc limit 1)`;
}
