-- The log of a piece that came back with a credit note says so: until that return is reversed, the sale
-- before it counts no more. It stood there as stock moved by hand, and its reversal took the piece away.
alter table serial_events
  drop constraint serial_events_kind_check,
  drop constraint serial_events_source_type_check,
  drop constraint stock_kinds_have_movement,
  add constraint serial_events_kind_check check (kind in ('received', 'receipt_reversed', 'stock_in',
    'stock_out', 'sold', 'sale_undone', 'sale_returned', 'return_undone', 'installed', 'ticket_opened',
    'ticket_closed', 'rma_opened', 'rma_sent', 'rma_returned', 'rma_delivered', 'rma_closed',
    'rma_cancelled', 'named', 'withdrawn', 'replaced_by', 'replaces', 'replacement_undone')),
  add constraint serial_events_source_type_check check (source_type in
    ('receipt', 'invoice', 'credit_note', 'ticket', 'rma', 'stock_movement')),
  add constraint stock_kinds_have_movement check ((movement_id is not null) = (kind in ('received',
    'receipt_reversed', 'stock_in', 'stock_out', 'sold', 'sale_undone', 'sale_returned', 'return_undone',
    'installed')));

alter table serial_events disable trigger serial_events_append_only;
update serial_events e set source_type = 'credit_note', source_id = m.source_id,
  source_line_id = m.source_line_id, source_reference_no = m.source_reference_no,
  kind = case when m.reverses_id is not null then 'return_undone'
    when m.quantity > 0 then 'sale_returned' else e.kind end
from stock_movements m where m.id = e.movement_id and m.source_type = 'credit_note';
alter table serial_events enable trigger serial_events_append_only;

create or replace view serial_states as
select s.id, coalesce(stands.place, undone.place, 'known') as place, cases.care,
  coalesce(link.replaced, false) as replaced, made.product_id
from serials s
left join lateral (
  select case e.kind when 'received' then 'in_stock' when 'stock_in' then 'in_stock'
    when 'sale_returned' then 'in_stock' when 'stock_out' then 'removed' when 'sold' then 'sold'
    when 'installed' then 'installed' else 'with_customer' end as place
  from serial_events e
  where e.serial_id = s.id and (
    e.kind in ('received', 'stock_in', 'stock_out', 'sold', 'sale_returned', 'installed')
      and not exists (select from stock_movements undoing where undoing.reverses_id = e.movement_id)
    or e.kind in ('rma_delivered', 'rma_closed') and e.other_serial_id is not null
      and not exists (select from serial_events later
        where later.serial_id = e.serial_id and later.id > e.id and later.source_type = 'rma'
          and later.source_id = e.source_id
          and later.kind not in ('rma_delivered', 'rma_closed', 'replaced_by')))
  order by e.id desc limit 1) stands on true
left join lateral (
  select case e.kind when 'sale_undone' then 'in_stock' else 'removed' end as place
  from serial_events e
  where e.serial_id = s.id and e.kind in ('sale_undone', 'receipt_reversed')
  order by e.id desc limit 1) undone on true
left join lateral (
  select case when bool_or(last.kind = 'rma_sent') then 'at_supplier'
    when bool_or(last.kind = 'rma_returned') then 'returned'
    when bool_or(last.kind in ('rma_opened', 'ticket_opened')) then 'in_service' end as care
  from (select distinct on (e.source_type, e.source_id) e.kind
    from serial_events e
    where e.serial_id = s.id and e.kind in ('ticket_opened', 'ticket_closed', 'rma_opened',
      'rma_sent', 'rma_returned', 'rma_delivered', 'rma_closed', 'rma_cancelled', 'withdrawn')
    order by e.source_type, e.source_id, e.id desc) last) cases on true
left join lateral (
  -- goods that come in again, or for another, are no longer out of use
  select e.kind = 'replaced_by' as replaced from serial_events e
  where e.serial_id = s.id and (e.kind in ('replaced_by', 'replaces', 'replacement_undone', 'received',
      'stock_in')
    or e.kind = 'sale_returned'
      and not exists (select from stock_movements undoing where undoing.reverses_id = e.movement_id))
  order by e.id desc limit 1) link on true
left join lateral (
  select e.product_id from serial_events e
  where e.serial_id = s.id and e.product_id is not null order by e.id desc limit 1) made on true;

update serials s set place = state.place, care = state.care, replaced = state.replaced,
  product_id = state.product_id
from serial_states state
where state.id = s.id and (s.place, s.care, s.replaced, s.product_id)
  is distinct from (state.place, state.care, state.replaced, state.product_id);
