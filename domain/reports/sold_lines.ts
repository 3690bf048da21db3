import sql, { type Sql } from "sql-template-tag";
import { business } from "../business/business.ts";
import { allOf } from "../records/list_statement.ts";

export interface Filter {
  from?: string;
  to?: string;
  customer_id?: number;
  product_id?: number;
}

/** Each line on the day on which the journal has it: `counts` where it is of an invoice that stands. */
export function soldLines({ from, to, customer_id, product_id }: Filter): Sql {
  const businessDay = (at: Sql) => sql`(${at} at time zone ${business.timeZone})::date`;
  return sql`
    select invoice_id, customer_id, day, sold_on, product_id, shipment_id, serial_numbers, revenue, cost,
      counts
    from (
      select i.id as invoice_id, i.customer_id, i.invoice_date as day, i.invoice_date as sold_on,
        l.product_id, null::bigint as shipment_id, l.serial_numbers, l.net as revenue,
        coalesce(-m.value, 0) as cost, i.voided_at is null as counts
      from invoices i join invoice_items l on l.invoice_id = i.id
        left join stock_movements m on m.source_type = 'invoice' and m.source_id = i.id
          and m.source_line_id = l.id and m.kind = 'invoice'
      union all
      select i.id, i.customer_id, coalesce((select e.date from customer_ledger e
          where e.invoice_id = i.id and e.type = 'invoice_void'), (select max(back.movement_date)
          from stock_movements back where back.source_type = 'invoice' and back.source_id = i.id
            and back.kind = 'invoice_void'), ${businessDay(sql`i.voided_at`)}),
        i.invoice_date, l.product_id, null, l.serial_numbers, -l.net, coalesce(m.value, 0), false
      from invoices i join invoice_items l on l.invoice_id = i.id
        left join stock_movements m on m.source_type = 'invoice' and m.source_id = i.id
          and m.source_line_id = l.id and m.kind = 'invoice'
      where i.voided_at is not null
      union all
      select i.id, i.customer_id, n.return_date, i.invoice_date, l.product_id, null, l.serial_numbers,
        -back.net, -back.cost, false
      from credit_notes n join credit_note_items back on back.credit_note_id = n.id
        join invoice_items l on l.id = back.invoice_item_id join invoices i on i.id = n.invoice_id
      union all
      select i.id, i.customer_id, coalesce((select e.date from customer_ledger e
          where e.credit_note_id = n.id and e.type = 'credit_note_reversal'), ${
    businessDay(sql`n.reversed_at`)
  }), i.invoice_date, l.product_id, null, l.serial_numbers, back.net, back.cost, false
      from credit_notes n join credit_note_items back on back.credit_note_id = n.id
        join invoice_items l on l.id = back.invoice_item_id join invoices i on i.id = n.invoice_id
      where n.reversed_at is not null
      union all
      select i.id, t.customer_id, m.movement_date, m.movement_date, null, null,
        m.serial_numbers, 0, part.cost, i.id is not null
      from service_ticket_parts part join service_tickets t on t.id = part.ticket_id
        join stock_movements m on m.id = part.movement_id
        left join invoices i on i.source_type = 'ticket' and i.source_id = t.id and i.voided_at is null
      where not part.is_warranty
      union all
      select null, null, x.expense_date, x.expense_date, x.product_id, x.shipment_id, '{}', 0, x.amount,
        false
      from valuation_expenses x where x.kind = 'late_cost') line
    where ${
    allOf([
      from !== undefined && sql`line.day >= ${from}::date`,
      to !== undefined && sql`line.day <= ${to}::date`,
      customer_id !== undefined && sql`line.customer_id = ${customer_id}`,
      product_id !== undefined && sql`line.product_id = ${product_id}`,
    ])
  }`;
}
