/**
 * The limit that posting a receipt of one line is held against: a Hono handler that writes the same rows in
 * one statement, without asking who may or whether it is right.
 * `PORT=8001 deno run -A bench/bare_posting.ts URL`, then `POST /RECEIPT`.
 */
import { Hono } from "hono";
import pg from "pg";

/** As many as the service has. */
const CONNECTIONS = 10;

/** What `domain/imports/receipts/post_receipt.ts` leaves, each row written once and without its note. */
const posting = `
with line as (
  select r.id as receipt_id, r.reference_no as receipt_no, i.shipment_id,
    s.reference_no as shipment_no, l.id as line_id, i.id as item_id, i.product_id, l.accepted_qty,
    i.purchase_value_local as value, current_date as today
  from receipts r join receipt_items l on l.receipt_id = r.id
    join shipment_items i on i.id = l.shipment_item_id join shipments s on s.id = i.shipment_id
  where r.id = $1 and r.status = 'approved'),
product as (
  update products p set stock_qty = p.stock_qty + accepted_qty, stock_value = p.stock_value + value,
    last_moved_on = today, updated_at = now(), version = p.version + 1
  from line where p.id = line.product_id returning p.id, p.stock_qty, p.stock_value),
stk as (
  update document_counters c set last_number = c.last_number + 1 from product
  where c.series = 'STK-' || date_part('year', current_date) returning c.series, c.last_number),
jrn as (
  update document_counters c set last_number = c.last_number + 1 from stk
  where c.series = 'JRN-' || date_part('year', current_date) returning c.series, c.last_number),
entry as (
  insert into journal_entries (reference_no, entry_date, kind, source_type, source_id,
    source_reference_no, narration, created_at, created_by)
  select series || '-' || lpad(last_number::text, 6, '0'), today, 'receipt', 'receipt', receipt_id,
    receipt_no, 'Goods received with ' || receipt_no || ' of ' || shipment_no, now(), $2
  from jrn, line returning id, entry_date),
lines as (
  insert into journal_lines (entry_id, entry_date, account_id, debit, credit, product_id, shipment_id)
  select entry.id, entry_date, a.id, case a.role when 'stock' then value else 0 end,
    case a.role when 'stock' then 0 else value end,
    case a.role when 'stock' then product_id end, shipment_id
  from entry, line, accounts a where a.role in ('stock', 'goods_on_the_way')),
movement as (
  insert into stock_movements (reference_no, product_id, movement_date, kind, quantity, unit_cost, value,
    balance_after, value_after, place_id, serial_numbers, source_type, source_id, source_line_id,
    source_reference_no, entry_id, created_at, created_by)
  select series || '-' || lpad(last_number::text, 6, '0'), product_id, today, 'receipt', accepted_qty,
    value / accepted_qty, value, product.stock_qty, product.stock_value,
    (select id from stock_places where is_default), '{}', 'receipt', receipt_id,
    line_id, receipt_no, entry.id, now(), $2
  from stk, line, product, entry returning id, product_id, quantity),
placed as (
  insert into stock_place_moves (product_id, place_id, quantity, movement_id, created_at)
  select product_id, l.id, quantity, movement.id, now() from movement, stock_places l where l.is_default),
lies as (
  insert into place_stock as s (place_id, product_id, quantity, updated_at)
  select l.id, product_id, quantity, now() from movement, stock_places l where l.is_default
  on conflict (place_id, product_id) do update
    set quantity = s.quantity + excluded.quantity, updated_at = excluded.updated_at),
receipt as (
  update receipts r set status = 'posted', posted_at = now(), posted_by = $2, posting_date = today,
    updated_at = now(), version = r.version + 1
  from line where r.id = receipt_id),
counted as (
  update receipt_items l set accounted_qty = line.accepted_qty, accepted_value = value,
    accepted_purchase = value, accepted_within_qty = line.accepted_qty
  from line where l.id = line_id),
item as (
  update shipment_items i set accounted_qty = line.accepted_qty, remaining_value = 0,
    remaining_purchase = 0, accepted_within_qty = line.accepted_qty
  from line where i.id = item_id),
shipment as (
  update shipments s set status = 'received', frozen_at = now(), updated_at = now(),
    version = s.version + 1
  from line where s.id = line.shipment_id),
past as (
  insert into history (entity, entity_id, field, from_value, to_value, recorded_at, recorded_by, occurred_at)
  select entity, id, 'status', was, became, now(), $2, now() from line, lateral (values
    ('receipt', receipt_id, 'approved', 'posted'),
    ('shipment', shipment_id, 'draft', 'received')) as change (entity, id, was, became)),
logged as (
  insert into audit_log (recorded_at, actor_id, actor_name, source, action, entity, entity_id,
    reference_no, before, after, request_id)
  select now(), $2, 'Owner', 'api', action, entity, id, number, jsonb_build_object('status', was),
    jsonb_build_object('status', became), gen_random_uuid()
  from line, lateral (values
    ('receipt.post', 'receipt', receipt_id, receipt_no, 'approved', 'posted'),
    ('shipment.change_status', 'shipment', shipment_id, shipment_no, 'draft', 'received')
  ) as change (action, entity, id, number, was, became)
  returning id),
unsealed as (insert into audit_unsealed (audit_id) select id from logged)
select receipt_id, receipt_no, product.id as product_id, stock_qty, stock_value from line, product`;

const pool = new pg.Pool({ connectionString: Deno.args[0], max: CONNECTIONS });
const app = new Hono();
app.post("/:id", async (c) => {
  const { rows } = await pool.query({
    name: "posting",
    text: posting,
    values: [Number(c.req.param("id")), 1],
  });
  if (rows.length !== 1) return c.json({ error: "not approved" }, 409);
  return c.json({ data: rows[0] });
});
Deno.serve({ hostname: "127.0.0.1", port: Number(Deno.env.get("PORT")), onListen() {} }, app.fetch);
