-- Faulty pieces that go to a supplier together, and what came back of each. The cases keep their own statuses.
create table supplier_returns (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  supplier_id bigint not null references suppliers,
  status text not null default 'sent' check (status in ('sent', 'partly_back', 'closed')),
  sent_on date not null,
  courier text,
  airway_bill text,
  supplier_rma_number text,
  packages integer check (packages > 0),
  gross_weight numeric(15,3) check (gross_weight >= 0),
  note text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by bigint references users,
  version integer not null default 1
);
create index supplier_returns_by_day on supplier_returns (sent_on, id);
create index supplier_returns_of_a_supplier on supplier_returns (supplier_id, id);

create table supplier_return_lines (
  id bigint generated always as identity primary key,
  return_id bigint not null references supplier_returns,
  rma_id bigint not null references rmas,
  outcome text check (outcome in ('repaired', 'replaced', 'credited', 'refused', 'lost')),
  outcome_on date,
  replacement_serial_number text,
  -- the credit in the supplier's ledger
  supplier_ledger_id bigint references supplier_ledger,
  note text,
  check ((outcome is null) = (outcome_on is null)),
  check (replacement_serial_number is null or outcome = 'replaced'),
  check ((supplier_ledger_id is not null) = (outcome is not distinct from 'credited')),
  unique (return_id, rma_id)
);
create index supplier_return_lines_of_a_case on supplier_return_lines (rma_id);
create unique index one_way_at_a_time on supplier_return_lines (rma_id) where outcome is null;
