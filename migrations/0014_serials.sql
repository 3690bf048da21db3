-- The serial register: one row per machine, board or part that has a number of its own, and a log of
-- all that happened to it.

-- Serial numbers are compared without regard to case and to what people put between the letters. One
-- that is nothing but such signs stays as it is. Search and documents show them as written.
create function serial_key(serial text) returns text
language sql immutable parallel safe
return coalesce(nullif(upper(translate(serial, '০১২৩৪৫৬৭৮৯ -/.', '0123456789')), ''), upper(serial));

create table serials (
  id bigint generated always as identity primary key,
  serial text not null check (serial <> ''), -- as it was first written
  serial_key text not null generated always as (serial_key(serial)) stored,
  product_id bigint references products,    -- null: nothing told it yet
  -- What the log says, see serial_states; written only together with events.
  place text not null default 'known' check (place in
    ('known', 'in_stock', 'sold', 'installed', 'with_customer', 'removed')),
  care text check (care in ('in_service', 'at_supplier', 'returned')), -- null: no case is open
  replaced boolean not null default false,
  status text not null generated always as
    (case when replaced then 'replaced' else coalesce(care, place) end) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1,
  search_text text not null generated always as (search_text(array[serial])) stored
);
create unique index duplicate_serial on serials (serial_key);
create index serials_by_status on serials (status, id);
create index serials_of_product on serials (product_id, id);
create index serials_search on serials using gin (search_text gin_trgm_ops);

create table serial_events (
  id bigint generated always as identity primary key,
  serial_id bigint not null references serials,
  serial text not null,                     -- as this document wrote it
  kind text not null check (kind in ('received', 'receipt_reversed', 'stock_in', 'stock_out', 'sold',
    'sale_undone', 'installed', 'ticket_opened', 'ticket_closed', 'rma_opened', 'rma_sent',
    'rma_returned', 'rma_delivered', 'rma_closed', 'rma_cancelled', 'named', 'withdrawn',
    'replaced_by', 'replaces', 'replacement_undone')),
  on_date date not null,
  source_type text not null check (source_type in
    ('receipt', 'invoice', 'ticket', 'rma', 'stock_movement')),
  source_id bigint not null,
  source_line_id bigint,                    -- of a receipt or an invoice
  source_reference_no text not null,
  movement_id bigint references stock_movements, -- null: no stock moved
  product_id bigint references products,
  customer_id bigint references customers,
  supplier_id bigint references suppliers,
  -- The other one of a replacement; on the steps of an RMA: this piece came for that one.
  other_serial_id bigint references serials check (other_serial_id <> serial_id),
  note text,
  recorded_at timestamptz not null default now(),
  created_by bigint references users,
  constraint stock_kinds_have_movement check ((movement_id is not null) = (kind in
    ('received', 'receipt_reversed', 'stock_in', 'stock_out', 'sold', 'sale_undone', 'installed'))),
  constraint links_name_the_other check (other_serial_id is not null
    or kind not in ('replaced_by', 'replaces', 'replacement_undone'))
);
create index serial_events_of on serial_events (serial_id, id);
create index serial_events_of_kind on serial_events (serial_id, kind, id);
create index serial_events_from on serial_events (source_type, source_id);
create trigger serial_events_append_only before update or delete on serial_events
  for each row execute function refuse_change();
create trigger serial_events_no_truncate before truncate on serial_events
  for each statement execute function refuse_change();

-- How the log is read. A stock event counts until its movement is reversed; the last that counts says
-- where the piece is, and where none is left, the reversal says it. Of each ticket and RMA the last
-- step counts. A piece that came for another is with the customer once its RMA was settled.
create view serial_states as
select s.id, coalesce(stands.place, undone.place, 'known') as place, cases.care,
  coalesce(link.replaced, false) as replaced, made.product_id
from serials s
left join lateral (
  select case e.kind when 'received' then 'in_stock' when 'stock_in' then 'in_stock'
    when 'stock_out' then 'removed' when 'sold' then 'sold' when 'installed' then 'installed'
    else 'with_customer' end as place
  from serial_events e
  where e.serial_id = s.id and (e.kind in ('received', 'stock_in', 'stock_out', 'sold', 'installed')
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
  where e.serial_id = s.id and e.kind in ('replaced_by', 'replaces', 'replacement_undone', 'received',
    'stock_in')
  order by e.id desc limit 1) link on true
left join lateral (
  select e.product_id from serial_events e
  where e.serial_id = s.id and e.product_id is not null order by e.id desc limit 1) made on true;

-- Tickets and RMAs are found by the serials that stand on them.
create index service_tickets_by_serial_key on service_tickets (serial_key(serial_number));
create index rmas_by_machine_serial_key on rmas (serial_key(machine_serial_number));
create index rmas_by_board_serial_key on rmas (serial_key(board_serial_number));
create index rmas_by_replacement_serial_key on rmas (serial_key(replacement_serial_number));
drop index stock_movements_by_serial; -- sales are looked up in the log now
drop function upper_each(text[]);
drop index service_tickets_by_serial;
drop index rmas_by_machine_serial;
drop index rmas_by_board_serial;
drop index rmas_by_replacement_serial;

-- What happened before there was a register, in the order in which it happened.
create temporary table earlier_events on commit drop as
select coalesce(m.created_at, now()) as recorded_at, 1 as step, written.serial,
  case when m.kind = 'receipt' then 'received' when m.kind = 'receipt_reversal' then 'receipt_reversed'
    when m.kind = 'invoice' then 'sold' when m.kind = 'invoice_void' then 'sale_undone'
    when m.kind = 'ticket_part' then 'installed' when m.quantity > 0 then 'stock_in'
    else 'stock_out' end as kind,
  m.movement_date as on_date,
  case when m.source_type in ('receipt', 'invoice', 'ticket') then m.source_type
    else 'stock_movement' end as source_type,
  case when m.source_type in ('receipt', 'invoice', 'ticket') then m.source_id else m.id end as source_id,
  case when m.source_type in ('receipt', 'invoice') then m.source_line_id end as source_line_id,
  case when m.source_type in ('receipt', 'invoice', 'ticket') then m.source_reference_no
    else m.reference_no end as source_reference_no,
  m.id as movement_id, m.product_id, coalesce(i.customer_id, t.customer_id) as customer_id,
  sh.supplier_id, null::text as other_serial, m.reason as note, m.created_by
from stock_movements m cross join lateral (
    select distinct on (serial_key(each)) each as serial from unnest(m.serial_numbers) each
    where btrim(each) <> '' order by serial_key(each)) written
  left join invoices i on m.source_type = 'invoice' and i.id = m.source_id
  left join service_tickets t on m.source_type = 'ticket' and t.id = m.source_id
  left join receipts r on m.source_type = 'receipt' and r.id = m.source_id
  left join shipments sh on sh.id = r.shipment_id
where m.serial_numbers <> '{}'
union all
select case when steps.kind = 'ticket_closed' then t.updated_at else t.created_at end, steps.step,
  t.serial_number, steps.kind,
  (case when steps.kind = 'ticket_closed' then t.updated_at else t.created_at end)::date, 'ticket', t.id,
  null, t.reference_no, null, null, t.customer_id, null, null, null, t.created_by
from service_tickets t cross join (values (2, 'ticket_opened'), (3, 'ticket_closed')) steps (step, kind)
where t.serial_number <> '' and (steps.kind = 'ticket_opened' or t.status in ('closed', 'cancelled'))
union all
select case when steps.step = 4 then r.created_at else r.updated_at end, steps.step,
  case when steps.kind in ('replaces', 'come') then r.replacement_serial_number
    when steps.kind = 'named' then r.machine_serial_number
    else coalesce(r.board_serial_number, r.machine_serial_number) end,
  case when steps.kind in ('now', 'come') then reached.kind else steps.kind end,
  (case when steps.step = 4 then r.created_at else r.updated_at end)::date, 'rma', r.id, null,
  r.reference_no, null, null, r.customer_id, r.supplier_id,
  case when steps.kind in ('replaces', 'come') then coalesce(r.board_serial_number, r.machine_serial_number)
    when steps.kind = 'replaced_by' then r.replacement_serial_number end,
  null, r.created_by
from rmas r cross join lateral (
    select case when r.status in ('sent_to_supplier', 'supplier_received', 'under_repair',
        'replacement_approved', 'return_in_transit') then 'rma_sent'
      when r.status = 'received_back' then 'rma_returned'
      when r.status = 'delivered_to_customer' then 'rma_delivered'
      when r.status = 'closed' then 'rma_closed'
      when r.status = 'cancelled' then 'rma_cancelled' else 'rma_opened' end as kind) reached
  cross join (values (4, 'rma_opened'), (4, 'named'), (5, 'now'), (6, 'replaced_by'), (7, 'replaces'),
    (8, 'come')) steps (step, kind)
where coalesce(r.board_serial_number, r.machine_serial_number) <> ''
  and case steps.kind when 'named' then serial_key(r.machine_serial_number) <> serial_key(r.board_serial_number)
    when 'now' then reached.kind <> 'rma_opened'
    when 'rma_opened' then true
    else r.status <> 'cancelled' and serial_key(r.replacement_serial_number) <>
      serial_key(coalesce(r.board_serial_number, r.machine_serial_number)) end;

insert into serials (serial, created_at, updated_at)
select distinct on (serial_key(serial)) serial, recorded_at, recorded_at
from earlier_events order by serial_key(serial), recorded_at, step;

insert into serial_events (serial_id, serial, kind, on_date, source_type, source_id, source_line_id,
  source_reference_no, movement_id, product_id, customer_id, supplier_id, other_serial_id, note,
  recorded_at, created_by)
select s.id, e.serial, e.kind, e.on_date, e.source_type, e.source_id, e.source_line_id,
  e.source_reference_no, e.movement_id, e.product_id, e.customer_id, e.supplier_id, o.id, e.note,
  e.recorded_at, e.created_by
from earlier_events e join serials s on s.serial_key = serial_key(e.serial)
  left join serials o on o.serial_key = serial_key(e.other_serial)
order by e.recorded_at, e.movement_id, e.source_id, e.step;

analyze serial_events;
update serials s set place = state.place, care = state.care, replaced = state.replaced,
  product_id = state.product_id
from serial_states state where state.id = s.id;
