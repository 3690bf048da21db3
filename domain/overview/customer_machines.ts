import sql, { type Sql } from "sql-template-tag";
import { business } from "../business/business.ts";
import type { Reader } from "../records/kinds.ts";
import { warrantyUntil } from "../sales/invoice_line.ts";
import { standsInLog } from "../serials/stands.ts";
import { reach } from "../service/ticket.ts";

/**
 * The machines of the customer `c` as JSON: sold to him and not given back, newest first, then those he only
 * brought for service, as far as the actor may read the tickets. A machine that was sold
 * to him stands once, with the day of its last service. Source: docs/records.md, "Customer".
 */
export function machines(reader: Reader): Sql {
  const day = (at: Sql) => sql`(${at} at time zone ${business.timeZone})::date`;
  return sql`(
    with sold as (
      select e.serial as serial_number, piece.serial_key as key, p.id as product_id, p.sku,
        p.name as product_name, i.id as invoice_id, i.reference_no as invoice_reference_no,
        i.invoice_date as sold_on, l.warranty_months, ${warrantyUntil} as warranty_until
      from invoices i
        join serial_events e on e.source_type = 'invoice' and e.source_id = i.id and e.kind = 'sold'
        join serials piece on piece.id = e.serial_id
        join invoice_items l on l.id = e.source_line_id join products p on p.id = l.product_id
      where i.customer_id = c.id and ${standsInLog("e")}
      order by i.invoice_date desc, i.id desc, e.serial limit 100
    ), serviced as (
      select serial_key(visit.serial) as key, (array_agg(visit.serial order by visit.on_day desc))[1]
        as serial_number, max(visit.on_day) as serviced_on
      from (
        select t.serial_number as serial, ${day(sql`t.created_at`)} as on_day
        from service_tickets t
        where t.customer_id = c.id and t.serial_number is not null and ${reach(reader)}
        union all
        select coalesce(r.board_serial_number, r.machine_serial_number), ${day(sql`r.created_at`)}
        from rmas r
        where r.customer_id = c.id
          and coalesce(r.board_serial_number, r.machine_serial_number) is not null) visit
      group by 1 order by 3 desc, 1 limit 100
    )
    select coalesce(json_agg(json_build_object('serial_number', m.serial_number,
      'product_id', m.product_id, 'sku', m.sku, 'product_name', m.product_name,
      'invoice_id', m.invoice_id, 'invoice_reference_no', m.invoice_reference_no,
      'sold_on', m.sold_on, 'warranty_months', m.warranty_months,
      'warranty_until', m.warranty_until, 'status', m.status, 'serviced_on', m.serviced_on)
      order by m.sold_on desc nulls last, m.invoice_id desc, m.serviced_on desc, m.serial_number),
      '[]'::json)
    from (
      select coalesce(sold.serial_number, serviced.serial_number) as serial_number,
        coalesce(sold.product_id, p.id) as product_id, coalesce(sold.sku, p.sku) as sku,
        coalesce(sold.product_name, p.name) as product_name, sold.invoice_id,
        sold.invoice_reference_no, sold.sold_on, sold.warranty_months, sold.warranty_until, s.status,
        serviced.serviced_on
      from sold full join serviced on serviced.key = sold.key
        left join serials s on s.serial_key = coalesce(sold.key, serviced.key)
        left join products p on p.id = s.product_id
      where sold.key is not null or not exists (
        select from serial_events gone where gone.serial_id = s.id and gone.kind = 'sale_returned'
          and gone.customer_id = c.id and gone.on_date >= serviced.serviced_on
          and ${standsInLog("gone")})) m)`;
}
