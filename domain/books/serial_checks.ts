import sql from "sql-template-tag";
import { standsInLog } from "../serials/stands.ts";
import type { Check } from "./check.ts";

/** Invariant 16: where each piece is follows from its log, and the log from the documents. */
export const serialChecks: Check[] = [{
  name: "serial_states",
  holds: "Each serial's status is what its log of events says",
  differences: sql`
    select s.serial as record, format('%s is written, its log says %s',
      concat_ws(', ', s.place, s.care, case when s.replaced then 'replaced' end),
      concat_ws(', ', state.place, state.care, case when state.replaced then 'replaced' end,
        case when s.product_id is distinct from state.product_id then 'another product' end))
      as problem
    from serials s join serial_states state on state.id = s.id
    where (s.place, s.care, s.replaced, s.product_id)
      is distinct from (state.place, state.care, state.replaced, state.product_id)
    order by s.id`,
}, {
  name: "serial_movements",
  holds: "Every piece that moved with its number has that in its log, and nothing else",
  differences: sql`
    with moved as (
      select distinct m.id, m.reference_no, serial_key(each) as key
      from stock_movements m cross join unnest(m.serial_numbers) each where btrim(each) <> ''),
    logged as (
      select distinct e.movement_id as id, s.serial_key as key
      from serial_events e join serials s on s.id = e.serial_id where e.movement_id is not null)
    select coalesce(moved.reference_no, m.reference_no) as record, case when moved.id is null
      then format('the log of %s names it, but %s did not move with it', key, key)
      else format('%s moved with it, its log does not say so', key) end as problem
    from moved full join logged using (id, key) left join stock_movements m on m.id = logged.id
    where moved.id is null or logged.id is null
    order by 1, key`,
}, {
  name: "serials_sold",
  holds: "Every piece that is sold stands on an invoice that is not void",
  differences: sql`
    select s.serial as record, format('sold by %s, which %s', sale.source_reference_no,
      case when i.id is null then 'does not exist' else 'is void' end) as problem
    from serials s
      join lateral (
        select e.source_id, e.source_reference_no from serial_events e
        where e.serial_id = s.id and e.kind = 'sold' and ${standsInLog("e")}
        order by e.id desc limit 1) sale on true
      left join invoices i on i.id = sale.source_id
    where s.place = 'sold' and (i.id is null or i.voided_at is not null)
    order by s.id`,
}];
