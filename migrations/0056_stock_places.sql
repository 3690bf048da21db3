-- Where goods lie: warehouse, showroom, a technician's van, and goods on the way between two of them. A product's
-- stock is the sum of its places; its value stays one.
create table stock_places (
  id bigint generated always as identity primary key,
  code text not null check (code <> ''),
  name text not null check (name <> ''),
  kind text not null check (kind in ('warehouse', 'showroom', 'van', 'transit')),
  user_id bigint references users,
  is_default boolean not null default false,
  active boolean not null default true,
  note text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1,
  constraint the_default_takes_goods check (not is_default or active and kind <> 'transit')
);
create unique index duplicate_place_code on stock_places (lower(code));
create unique index duplicate_place_name on stock_places (lower(name));
create unique index one_default_place on stock_places (is_default) where is_default;
create unique index one_transit_place on stock_places (kind) where kind = 'transit';
create unique index one_van_of_a_user on stock_places (user_id) where active;

-- Written under the product's lock, only together with a move.
create table place_stock (
  id bigint generated always as identity primary key,
  place_id bigint not null references stock_places,
  product_id bigint not null references products,
  quantity numeric(15,3) not null constraint no_place_below_zero check (quantity >= 0),
  updated_at timestamptz not null,
  unique (place_id, product_id)
);
create index place_stock_of_product on place_stock (product_id);

create table stock_transfers (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  from_place_id bigint not null references stock_places,
  to_place_id bigint not null references stock_places,
  status text not null default 'sent' check (status in ('sent', 'partly_received', 'received', 'closed')),
  sent_on date not null,
  received_on date,
  carried_by text,
  note text,
  closed_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by bigint references users,
  version integer not null default 1,
  check (from_place_id <> to_place_id)
);
create index stock_transfers_by_day on stock_transfers (sent_on, id);
create index stock_transfers_on_the_way on stock_transfers (id) where status in ('sent', 'partly_received');

create table stock_transfer_lines (
  id bigint generated always as identity primary key,
  transfer_id bigint not null references stock_transfers,
  product_id bigint not null references products,
  quantity numeric(15,3) not null check (quantity > 0),
  received numeric(15,3) not null default 0 check (received >= 0),
  sent_back numeric(15,3) not null default 0 check (sent_back >= 0),
  lost numeric(15,3) not null default 0 check (lost >= 0),
  on_the_way numeric(15,3) not null generated always as (quantity - received - sent_back - lost) stored,
  serial_numbers text[] not null default '{}',
  received_serial_numbers text[] not null default '{}',
  constraint no_more_than_was_sent check (received + sent_back + lost <= quantity)
);
create index stock_transfer_lines_of on stock_transfer_lines (transfer_id, id);
create index stock_transfer_lines_of_product on stock_transfer_lines (product_id);

-- Of each movement the places it moved; of a transfer both sides. Without either: what lay there when places came.
create table stock_place_moves (
  id bigint generated always as identity primary key,
  product_id bigint not null references products,
  place_id bigint not null references stock_places,
  quantity numeric(15,3) not null check (quantity <> 0),
  movement_id bigint references stock_movements,
  transfer_id bigint references stock_transfers,
  created_at timestamptz not null,
  check (movement_id is null or transfer_id is null)
);
create index stock_place_moves_of_movement on stock_place_moves (movement_id);
create index stock_place_moves_of_product on stock_place_moves (product_id, place_id);
create trigger stock_place_moves_append_only before update or delete on stock_place_moves
  for each row execute function refuse_change();
create trigger stock_place_moves_no_truncate before truncate on stock_place_moves
  for each statement execute function refuse_change();

insert into stock_places (code, name, kind, is_default) values ('MAIN', 'Main store', 'warehouse', true);
insert into stock_places (code, name, kind) values ('TRANSIT', 'On the way', 'transit');
-- Names that were written on movements and receipts become places.
insert into stock_places (code, name, kind)
  select 'P' || row_number() over (order by lower(name)), name, 'warehouse'
  from (select distinct on (lower(trim(name))) trim(name) as name
    from (select warehouse_name as name, id from stock_movements union all
      select warehouse_name, id from receipts) written
    where trim(name) <> '' order by lower(trim(name)), id) names
  where lower(name) not in ('main store', 'on the way', 'transit');
-- What lies in stock is taken to be what came last; the rest lies in the main store.
insert into place_stock (place_id, product_id, quantity, updated_at)
  with came as (
    select m.product_id, coalesce(place.id, main.id) as place_id, m.quantity,
      sum(m.quantity) over (partition by m.product_id order by m.movement_date desc, m.id desc) as so_far
    from stock_movements m cross join (select id from stock_places where is_default) main
      left join stock_places place on lower(place.name) = lower(trim(m.warehouse_name))
    where m.quantity > 0),
  left_of as (
    select c.product_id, c.place_id, sum(least(c.quantity, p.stock_qty - (c.so_far - c.quantity))) as quantity
    from came c join products p on p.id = c.product_id
    where p.stock_qty > c.so_far - c.quantity group by 1, 2)
  select place_id, product_id, quantity, now() from left_of where quantity > 0;
insert into stock_place_moves (product_id, place_id, quantity, created_at)
  select product_id, place_id, quantity, now() from place_stock order by product_id, place_id;

-- the place, where it was one
alter table stock_movements add column place_id bigint references stock_places;
alter table invoices add column place_id bigint references stock_places;
alter table receipts add column place_id bigint references stock_places;
analyze place_stock;
