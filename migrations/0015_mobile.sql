-- What the pages on phones need: thresholds, the demurrage clock, changes since a moment, and records
-- that a phone named before it had an id.

-- What the owner sets from his phone. One row for ever.
create table settings (
  id smallint primary key check (id = 1),
  demurrage_free_days integer check (demurrage_free_days between 0 and 365), -- null: each container says
  detention_free_days integer check (detention_free_days between 0 and 365), -- likewise
  rma_approval_limit numeric(15,2) check (rma_approval_limit >= 0 and rma_approval_limit < 1e13), -- local currency; null: every replacement is shown
  updated_at timestamptz not null default now(),
  updated_by bigint references users,
  version integer not null default 1
);
insert into settings (id) values (1);

-- Containers of a shipment, and the days their rent counts by.
create table shipment_containers (
  id bigint generated always as identity primary key,
  shipment_id bigint not null references shipments,
  container_number text not null check (container_number ~ '^[A-Z0-9]{4,20}$'), -- upper case, nothing between
  size integer not null check (size in (20, 40)),     -- feet; 45 and high cube count as 40
  carrier text,                             -- null: the shipment's
  port text,
  terminal text,
  free_days integer check (free_days between 0 and 365),           -- in the port; null: the setting
  detention_free_days integer check (detention_free_days between 0 and 365), -- of the container; null: the setting
  arrived_on date,                          -- discharged from the vessel; null: not there yet
  gate_out_on date,                         -- left the port: demurrage ends
  returned_on date,                         -- empty back with the carrier: detention ends
  note text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1,
  constraint leaves_after_arrival check (gate_out_on >= arrived_on and returned_on >= arrived_on),
  constraint returned_after_leaving check (returned_on >= gate_out_on),
  constraint left_what_arrived check (arrived_on is not null or (gate_out_on is null and returned_on is null))
);
create unique index one_container_per_shipment on shipment_containers (shipment_id, container_number);
create index containers_running on shipment_containers (arrived_on)
  where arrived_on is not null and returned_on is null;

-- Rent per day. None is shipped: rates differ by port and line and change by notice.
create table demurrage_tariffs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('demurrage', 'detention')),
  carrier text,                             -- null: any; likewise port and terminal
  port text,
  terminal text,
  size integer not null check (size in (20, 40)),
  from_day integer not null check (from_day between 1 and 3650), -- day 1 is the first after the free days
  to_day integer check (to_day between from_day and 3650),       -- null: and every day after
  rate numeric(15,4) not null check (rate >= 0 and rate < 1e11), -- per container and day
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  exchange_rate numeric(16,8) check (exchange_rate > 0 and exchange_rate < 1e7), -- null: not known
  exchange_rate_date date,                  -- the day the rate was read
  valid_from date not null,
  valid_to date,                            -- null: until another takes its place
  note text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1,
  constraint ends_after_its_start check (valid_to >= valid_from),
  constraint rate_says_its_day check ((exchange_rate is null) = (exchange_rate_date is null))
);
create index demurrage_tariffs_for on demurrage_tariffs (kind, size, from_day);

-- A cost is compared with the last ones of its head.
create index shipment_costs_by_head on shipment_costs (cost_head, id);

-- What changed, for phones that ask what is new: written by triggers with the change itself. Each row
-- carries the transaction's number. A phone's token is the oldest transaction that was still running
-- when it asked: whatever commits later has that number or a higher one, so nothing is missed, in
-- whatever order transactions end.
create table record_changes (
  kind text not null,
  record_id bigint not null,
  changed_in xid8 not null default pg_current_xact_id(),
  left_user_id bigint,                      -- whose the record was until this change, where it was taken from him
  changed_at timestamptz not null default now()
);
create index record_changes_in on record_changes (changed_in);
create index record_changes_age on record_changes (changed_at);

create function note_change() returns trigger language plpgsql as $$
begin
  insert into record_changes (kind, record_id) select tg_argv[0], id from changed;
  return null;
end $$;

-- For rows that hang on a record: the second argument names the column with the record's id.
create function note_change_of_owner() returns trigger language plpgsql as $$
begin
  execute format('insert into record_changes (kind, record_id) select distinct %L, %I from changed',
    tg_argv[0], tg_argv[1]);
  return null;
end $$;

-- For work that belongs to a person: he must be told that it is gone.
create function note_reassignment() returns trigger language plpgsql as $$
begin
  insert into record_changes (kind, record_id, left_user_id)
  values (tg_argv[0], new.id, old.assigned_to);
  return null;
end $$;

do $$
declare
  t record;
begin
  for t in select * from (values ('products', 'product'), ('customers', 'customer'),
    ('suppliers', 'supplier'), ('shipments', 'shipment'), ('receipts', 'receipt'), ('rmas', 'rma'),
    ('service_tickets', 'service_ticket'), ('tasks', 'task'), ('discrepancies', 'discrepancy'),
    ('invoices', 'invoice')) as names (table_name, kind)
  loop
    execute format('create trigger note_insert after insert on %I referencing new table as changed
      for each statement execute function note_change(%L)', t.table_name, t.kind);
    execute format('create trigger note_update after update on %I referencing new table as changed
      for each statement execute function note_change(%L)', t.table_name, t.kind);
  end loop;
  for t in select * from (values ('customer_ledger', 'customer', 'customer_id'),
    ('shipment_items', 'shipment', 'shipment_id'), ('receipt_items', 'receipt', 'receipt_id'))
    as names (table_name, kind, owner_column)
  loop
    execute format('create trigger note_insert after insert on %I referencing new table as changed
      for each statement execute function note_change_of_owner(%L, %L)',
      t.table_name, t.kind, t.owner_column);
    if t.table_name <> 'customer_ledger' then -- which only appends
      execute format('create trigger note_update after update on %I referencing new table as changed
        for each statement execute function note_change_of_owner(%L, %L)',
        t.table_name, t.kind, t.owner_column);
    end if;
  end loop;
  for t in select * from (values ('service_tickets', 'service_ticket'), ('tasks', 'task'))
    as names (table_name, kind)
  loop
    execute format('create trigger note_reassignment after update of assigned_to on %I for each row
      when (old.assigned_to is not null and old.assigned_to is distinct from new.assigned_to)
      execute function note_reassignment(%L)', t.table_name, t.kind);
  end loop;
end $$;

-- What phones wrote while they were offline: the name a phone gave a record, and the id it got here.
create table client_records (
  user_id bigint not null references users,
  kind text not null,                       -- what was written: receipt, shipment_status, comment …
  client_id uuid not null,
  record_id bigint not null,
  reference_no text,
  path text not null,                       -- where it is read, below /api/v1
  occurred_at timestamptz,                  -- on the phone; null: it did not say
  recorded_at timestamptz not null,
  primary key (user_id, kind, client_id)
);
create index client_records_by_name on client_records (user_id, client_id);
