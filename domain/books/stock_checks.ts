import sql from "sql-template-tag";
import type { Check } from "./check.ts";

/** Invariants 1 and 2: stock is what its movements say, step by step. */
export const stockChecks: Check[] = [{
  name: "stock_sums",
  holds: "Each product's stock and its value are the sums of its movements",
  differences: sql`
    select p.sku as record, format('stock %s worth %s, its movements give %s worth %s',
      p.stock_qty, p.stock_value, coalesce(m.quantity, 0), coalesce(m.value, 0)) as problem
    from products p left join (
      select product_id, sum(quantity) as quantity, sum(value) as value
      from stock_movements group by product_id) m on m.product_id = p.id
    where p.stock_qty <> coalesce(m.quantity, 0) or p.stock_value <> coalesce(m.value, 0)
    order by p.id`,
}, {
  name: "stock_by_place",
  holds: "Each product's stock is the sum of its places, and each place the sum of its moves",
  differences: sql`
    select p.sku as record, format('stock %s, its places hold %s', p.stock_qty, coalesce(s.quantity, 0))
      as problem
    from products p left join (select product_id, sum(quantity) as quantity from place_stock
      group by product_id) s on s.product_id = p.id
    where p.stock_qty <> coalesce(s.quantity, 0)
    union all
    select concat(l.code, ' ', p.sku), format('%s lie there, its moves give %s',
      coalesce(s.quantity, 0), coalesce(m.quantity, 0))
    from place_stock s full join (select place_id, product_id, sum(quantity) as quantity
        from stock_place_moves group by place_id, product_id) m
        on m.place_id = s.place_id and m.product_id = s.product_id
      join stock_places l on l.id = coalesce(s.place_id, m.place_id)
      join products p on p.id = coalesce(s.product_id, m.product_id)
    where coalesce(s.quantity, 0) <> coalesce(m.quantity, 0)
    order by 1`,
}, {
  name: "goods_on_the_way",
  holds: "What is on the way is what transfers have sent and nobody received",
  differences: sql`
    select p.sku as record, format('%s on the way, transfers say %s', coalesce(s.quantity, 0),
      coalesce(t.quantity, 0)) as problem
    from (select product_id, sum(on_the_way) as quantity from stock_transfer_lines group by product_id) t
      full join (select s.product_id, s.quantity from place_stock s
        join stock_places l on l.id = s.place_id and l.kind = 'transit') s
        on s.product_id = t.product_id
      join products p on p.id = coalesce(s.product_id, t.product_id)
    where coalesce(s.quantity, 0) <> coalesce(t.quantity, 0)
    order by 1`,
}, {
  name: "places_of_movements",
  holds: "The places of a movement together moved what it moved; it names the one",
  differences: sql`
    select m.reference_no as record, format('%s moved, its places moved %s', m.quantity, moved.quantity)
      as problem
    from stock_movements m join (
      select movement_id, sum(quantity) as quantity, case when count(*) = 1 then min(place_id) end as one
      from stock_place_moves where movement_id is not null group by movement_id) moved
      on moved.movement_id = m.id
    where m.quantity <> moved.quantity or m.place_id is distinct from moved.one
    order by m.id`,
}, {
  name: "stock_chain",
  holds: "Each movement's balance and value follow from the movements before it",
  differences: sql`
    select reference_no as record, format('after it %s worth %s are written, %s worth %s follow',
      balance_after, value_after, balance, worth) as problem
    from (
      select id, reference_no, balance_after, value_after,
        sum(quantity) over product as balance, sum(value) over product as worth
      from stock_movements window product as (partition by product_id order by id)) m
    where balance_after <> balance or value_after <> worth
    order by id`,
}, {
  name: "stock_reversals",
  holds: "A movement that takes another back mirrors its product and quantity",
  differences: sql`
    select r.reference_no as record, format('%s pieces take back the %s of %s',
      r.quantity, m.quantity, m.reference_no) as problem
    from stock_movements r join stock_movements m on m.id = r.reverses_id
    where r.quantity <> -m.quantity or r.product_id <> m.product_id
    order by r.id`,
}, {
  name: "invoiced_goods",
  holds: "The goods of every invoice left stock with it, and came back when it was voided",
  differences: sql`
    select i.reference_no as record, format('line %s: %s pieces sold, %s moved',
      line.id, line.quantity, coalesce(moved.quantity, 0)) as problem
    from invoice_items line join invoices i on i.id = line.invoice_id
      left join (
        select source_line_id, -sum(quantity) as quantity from stock_movements
        where source_type = 'invoice' group by source_line_id) moved on moved.source_line_id = line.id
    where line.product_id is not null and i.source_type is null
      and coalesce(moved.quantity, 0) <> case when i.voided_at is null then line.quantity else 0 end
    order by i.id, line.id`,
}, {
  name: "ticket_parts",
  holds: "Every part on a ticket left stock in that quantity and at that cost",
  differences: sql`
    select t.reference_no as record, format('part %s: %s pieces at a cost of %s, %s moved %s worth %s',
      part.id, part.quantity, part.cost, m.reference_no, -m.quantity, -m.value) as problem
    from service_ticket_parts part join service_tickets t on t.id = part.ticket_id
      join stock_movements m on m.id = part.movement_id
    where m.quantity <> -part.quantity or m.value <> -part.cost or m.product_id <> part.product_id
    order by part.id`,
}];
