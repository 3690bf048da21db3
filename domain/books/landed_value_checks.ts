import sql from "sql-template-tag";
import { outOfRange } from "../imports/cost_range.ts";
import type { Check } from "./check.ts";

/** Invariants 3 and 4: no part of a landed value is lost or counted twice. */
export const landedValueChecks: Check[] = [{
  name: "cost_shares",
  holds: "The shares of every cost sum to its local amount",
  differences: sql`
    select s.reference_no as record, format('%s %s (cost %s) is %s, its shares give %s',
      c.cost_head, c.currency, c.id, c.local_amount, coalesce(share.amount, 0)) as problem
    from shipment_costs c join shipments s on s.id = c.shipment_id
      left join (select cost_id, sum(amount) as amount
        from shipment_cost_shares group by cost_id) share on share.cost_id = c.id
    where c.local_amount <> coalesce(share.amount, 0)
    order by s.id, c.id`,
}, {
  name: "late_costs",
  holds: "Stock, expense and waiting part of a late cost sum to the item's share",
  differences: sql`
    select s.reference_no as record, format('cost %s, item %s: %s, its parts give %s', l.cost_id,
      l.shipment_item_id, share.amount, l.stock_part + l.expense_part + l.waiting_part) as problem
    from late_costs l join shipment_items i on i.id = l.shipment_item_id
      join shipments s on s.id = i.shipment_id
      left join shipment_cost_shares share
        on share.cost_id = l.cost_id and share.shipment_item_id = l.shipment_item_id
    where share.amount is distinct from l.stock_part + l.expense_part + l.waiting_part
    order by s.id, l.cost_id, l.shipment_item_id`,
}, {
  name: "costs_out_of_range",
  holds: "What is kept of costs that look wrong is what they and their goods say",
  differences: sql`
    select s.reference_no as record, format('cost %s %s', c.id,
      case when kept.cost_id is null then 'looks wrong and is not kept' else 'is kept and does not look wrong' end) as problem
    from (${outOfRange}) found full join costs_out_of_range kept using (cost_id)
      join shipment_costs c on c.id = cost_id join shipments s on s.id = c.shipment_id
    where found.cost_id is null or kept.cost_id is null
    order by c.id`,
}, {
  name: "landed_value",
  holds: "An item's landed value is its purchase value and its capitalised shares",
  differences: sql`
    select s.reference_no as record, format('item %s: %s, purchase and shares give %s',
      i.id, i.landed_value, i.purchase_value_local + coalesce(share.amount, 0)) as problem
    from shipment_items i join shipments s on s.id = i.shipment_id
      left join (select share.shipment_item_id, sum(share.amount) as amount
        from shipment_cost_shares share join shipment_costs c on c.id = share.cost_id
        where c.capitalise group by share.shipment_item_id) share on share.shipment_item_id = i.id
    where i.landed_value <> i.purchase_value_local + coalesce(share.amount, 0)
    order by s.id, i.id`,
}, {
  name: "landed_value_taken",
  holds: "An item's landed value is what receipts and late costs took of it, and what remains",
  differences: sql`
    select s.reference_no as record, format('item %s: %s, taken %s and remaining %s', i.id,
      i.landed_value, coalesce(taken.value, 0) + coalesce(late.value, 0), i.remaining_value)
      as problem
    from shipment_items i join shipments s on s.id = i.shipment_id
      left join (select line.shipment_item_id,
          sum(line.accepted_value + line.rejected_value + line.short_value) as value
        from receipt_items line join receipts r on r.id = line.receipt_id
        where r.status = 'posted' group by line.shipment_item_id) taken
        on taken.shipment_item_id = i.id
      left join (select shipment_item_id, sum(stock_part + expense_part) as value
        from late_costs group by shipment_item_id) late on late.shipment_item_id = i.id
    where i.landed_value
      <> coalesce(taken.value, 0) + coalesce(late.value, 0) + i.remaining_value
    order by s.id, i.id`,
}, {
  name: "receipt_months",
  holds: "What is kept of each month's posted receipts is the sum of their lines",
  differences: sql`
    select to_char(coalesce(m.month, r.month), 'YYYY-MM') as record, format('%s as kept, %s by the lines',
      coalesce(m.accepted_value, 0), coalesce(r.accepted_value, 0)) as problem
    from receipt_months m full join (
      select date_trunc('month', r.posting_date::timestamp)::date as month,
        sum(line.accepted_value) as accepted_value
      from receipts r join receipt_items line on line.receipt_id = r.id
      where r.status = 'posted' group by 1) r on r.month = m.month
    where coalesce(m.accepted_value, 0) <> coalesce(r.accepted_value, 0)
    order by 1`,
}, {
  name: "pieces_taken",
  holds: "The pieces of an item that are accounted for are those of its posted receipts",
  differences: sql`
    select s.reference_no as record, format('item %s: %s accounted for, its receipts give %s',
      i.id, i.accounted_qty, coalesce(taken.pieces, 0)) as problem
    from shipment_items i join shipments s on s.id = i.shipment_id
      left join (select line.shipment_item_id, sum(line.accounted_qty) as pieces
        from receipt_items line join receipts r on r.id = line.receipt_id
        where r.status = 'posted' group by line.shipment_item_id) taken
        on taken.shipment_item_id = i.id
    where i.accounted_qty <> coalesce(taken.pieces, 0)
    order by s.id, i.id`,
}, {
  name: "received_goods",
  holds: "The accepted pieces and their value went into stock with every posted receipt",
  differences: sql`
    select r.reference_no as record, format('line %s: %s pieces worth %s, %s worth %s moved', line.id,
      line.accepted_qty, line.accepted_value + line.replaced_value, coalesce(m.quantity, 0), coalesce(m.value, 0))
      as problem
    from receipt_items line join receipts r on r.id = line.receipt_id
      left join stock_movements m
        on m.source_type = 'receipt' and m.source_line_id = line.id and m.kind = 'receipt'
    where r.status in ('posted', 'reversed')
      and (line.accepted_qty, line.accepted_value + line.replaced_value)
        <> (coalesce(m.quantity, 0), coalesce(m.value, 0))
    order by r.id, line.id`,
}];
