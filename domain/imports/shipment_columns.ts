import sql from "sql-template-tag";
import { instantText } from "../db/instant.ts";
import { counting } from "./receipts/receipt_words.ts";
import { onTheWay } from "./shipment_words.ts";

/** What answers show of shipments `s`, their suppliers `p`, items `i` and costs `c`. */

export function isDelayed(today: string) {
  return sql`(coalesce(s.eta_chittagong < ${today}, false)
    and s.status = any(${onTheWay}::text[]))`;
}

/** "Shenzhen Boards · MSKU123": the supplier and the first number that people know it by. */
export const shipmentTitle =
  sql`concat_ws(' · ', p.name, coalesce(s.tracking_number, s.shipment_number, s.bl_number))`;

export function headColumns(today: string) {
  return sql`s.id, s.reference_no,
    ${shipmentTitle} as title,
    s.status, s.supplier_id, p.name as supplier_name, s.shipment_type, s.shipment_mode,
    s.tracking_number, s.shipment_number, s.bl_number, s.container_number, s.vessel_or_flight,
    s.carrier, s.port_of_loading, s.etd, s.eta_chittagong, ${isDelayed(today)} as delayed,
    s.warehouse_name, s.currency, s.exchange_rate, s.lc_tt_id, s.notes, s.frozen_at, s.external_ref,
    (select count(*) from shipment_items item where item.shipment_id = s.id) as item_count,
    s.created_at, s.updated_at, s.created_by, s.version`;
}

/**
 * What answers show of an item; it needs `countedPieces` in the `from`. The unit cost is divided
 * with 20 decimals, so that it is rounded once.
 */
export const itemColumns = sql`i.id, s.reference_no, i.product_name as title, i.shipment_id,
  i.product_id, i.product_name, i.sku, i.ordered_qty, i.shipped_qty, i.unit, i.purchase_value,
  i.weight_kg, i.volume_cbm, i.hs_code, i.serial_numbers, i.purchase_value_local, i.landed_value,
  round(i.landed_value::numeric(35,20) / nullif(i.shipped_qty, 0), 4) as landed_unit_cost,
  counted.received as received_qty, counted.accepted as accepted_qty,
  counted.received - counted.accepted as rejected_qty, counted.short as short_qty,
  greatest(0, i.shipped_qty - counted.received - counted.short) as expected_qty,
  greatest(0, counted.received + counted.short - i.shipped_qty) as excess_qty,
  (select coalesce(json_agg(json_build_object('cost_id', share.cost_id, 'cost_head', c.cost_head,
      'amount', share.amount) order by share.cost_id), '[]'::json)
    from shipment_cost_shares share join shipment_costs c on c.id = share.cost_id
    where share.shipment_item_id = i.id) as shares,
  ${instantText(sql`i.created_at`)} as created_at, ${instantText(sql`s.updated_at`)} as updated_at,
  i.created_by, s.version`;

/**
 * Put behind `shipment_items i` in a `from`: the item's pieces received, accepted and short, over
 * all receipts that are not cancelled or reversed.
 */
export const countedPieces = sql`cross join lateral (
  select coalesce(sum(line.received_qty), 0) as received,
    coalesce(sum(line.accepted_qty), 0) as accepted, coalesce(sum(line.short_qty), 0) as short
  from receipt_items line join receipts r on r.id = line.receipt_id
  where line.shipment_item_id = i.id and r.status = any(${counting}::text[])) as counted`;

export const costColumns = sql`c.id, s.reference_no,
  concat_ws(' ', replace(c.cost_head, '_', ' '), trim_scale(c.amount), c.currency) as title,
  c.shipment_id, c.cost_head, c.amount, c.currency, c.exchange_rate, c.local_amount,
  coalesce(c.allocation_method, case when c.cost_head = 'freight' and (
      select bool_and(coalesce(item.weight_kg, 0) > 0) from shipment_items item
      where item.shipment_id = c.shipment_id) then 'weight' else 'value' end) as allocation_method,
  c.manual_allocations as allocations, c.capitalise, c.entry_date, c.reference, c.note, c.is_late,
  c.reverses_id, (select mirror.id from shipment_costs mirror where mirror.reverses_id = c.id)
    as reversed_by_id,
  (select coalesce(json_agg(json_build_object('shipment_item_id', share.shipment_item_id,
      'amount', share.amount) order by share.shipment_item_id), '[]'::json)
    from shipment_cost_shares share where share.cost_id = c.id) as shares,
  ${lateCostsJson(sql`late.cost_id = c.id`)} as late_costs,
  ${instantText(sql`c.created_at`)} as created_at, ${instantText(sql`c.created_at`)} as updated_at,
  c.created_by, 1 as version`;

export function lateCostsJson(condition: ReturnType<typeof sql>) {
  return sql`(select coalesce(json_agg(json_build_object('cost_id', late.cost_id,
      'shipment_item_id', late.shipment_item_id, 'stock_part', late.stock_part,
      'expense_part', late.expense_part, 'waiting_part', late.waiting_part)
      order by late.cost_id, late.shipment_item_id), '[]'::json)
    from late_costs late where ${condition})`;
}
