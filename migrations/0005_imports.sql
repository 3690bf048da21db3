-- Letters of credit and telegraphic transfers: how a shipment is paid.
create table lc_tt (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  supplier_id bigint not null references suppliers,
  type text not null check (type in ('LC', 'TT', 'DP')),
  reference_number text,                    -- LC number or SWIFT reference
  status text not null default 'draft' check (status in ('draft', 'pi_received', 'lc_opened', 'tt_paid',
    'production', 'shipped', 'port_arrived', 'customs', 'released', 'warehouse', 'closed', 'cancelled')),
  amount numeric(15,4) not null check (amount > 0 and amount < 1e11),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  exchange_rate numeric(16,8) check (exchange_rate > 0 and exchange_rate < 1e7), -- null: not known yet
  bank_name text,
  issue_date date,
  expiry_date date,
  latest_shipment_date date,
  tolerance_percent numeric(8,4) not null default 0 check (tolerance_percent >= 0 and tolerance_percent < 1000),
  margin_percent numeric(8,4) check (margin_percent >= 0 and margin_percent < 1000),
  charges numeric(15,2) check (charges >= 0 and charges < 1e13), -- what the bank takes, local currency
  notes text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1,
  constraint expires_after_issue check (expiry_date >= issue_date),
  constraint ships_before_expiry check (latest_shipment_date <= expiry_date)
);
create index lc_tt_of on lc_tt (supplier_id, id);

create table shipments (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  supplier_id bigint not null references suppliers,
  status text not null default 'draft' check (status in ('draft', 'booking_confirmed',
    'air_sea_departure', 'in_transit', 'chittagong_port_arrival', 'customs_clearance_pending',
    'customs_cleared', 'local_transport', 'warehouse_received', 'qc_pending', 'received', 'closed',
    'cancelled')),
  shipment_type text not null default 'mixed'
    check (shipment_type in ('machine', 'spare_parts', 'consumables', 'mixed', 'warranty_replacement')),
  shipment_mode text not null default 'sea'
    check (shipment_mode in ('sea', 'air', 'road', 'courier', 'door_to_door', 'with_machine')),
  tracking_number text,
  shipment_number text,
  bl_number text,
  container_number text,
  vessel_or_flight text,
  carrier text,
  port_of_loading text,
  etd date,
  eta_chittagong date,
  warehouse_name text,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  exchange_rate numeric(16,8) check (exchange_rate > 0 and exchange_rate < 1e7), -- null: not known yet
  lc_tt_id bigint references lc_tt,
  notes text,
  -- Set when the first receipt is posted: from then on shares and items are frozen.
  frozen_at timestamptz,
  -- From an import file: the supplier's own reference, unique for ever, and a hash of the content.
  external_ref text,
  content_hash text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1
);
create unique index duplicate_external_ref on shipments (supplier_id, external_ref);
create index shipments_by_status on shipments (status, id);
create index shipments_by_eta on shipments (eta_chittagong);
create index shipments_of on shipments (supplier_id, id);

create table shipment_items (
  id bigint generated always as identity primary key,
  shipment_id bigint not null references shipments,
  product_id bigint references products,    -- null: not linked to a product yet
  product_name text not null,
  sku text,
  ordered_qty numeric(15,3) not null check (ordered_qty > 0 and ordered_qty < 1e11),
  shipped_qty numeric(15,3) not null check (shipped_qty >= 0 and shipped_qty < 1e11),
  unit text,
  purchase_value numeric(15,4) check (purchase_value >= 0 and purchase_value < 1e11), -- the whole line, shipment currency; null: not priced
  weight_kg numeric(12,3) check (weight_kg >= 0 and weight_kg < 1e9),                 -- the whole line
  volume_cbm numeric(15,6) check (volume_cbm >= 0 and volume_cbm < 1e9),              -- the whole line
  hs_code text,
  serial_numbers text[] not null default '{}',
  -- Derived from value and shares under the shipment's lock; kept so that lists need no arithmetic.
  purchase_value_local numeric(15,2) not null default 0 check (abs(purchase_value_local) < 1e13),
  landed_value numeric(15,2) not null default 0 check (abs(landed_value) < 1e13),
  -- What posted receipts have not yet taken: the pieces and the value that later ones will take.
  accounted_qty numeric(15,3) not null default 0 check (accounted_qty >= 0 and accounted_qty <= shipped_qty),
  accepted_within_qty numeric(15,3) not null default 0 check (accepted_within_qty >= 0 and accepted_within_qty <= accounted_qty),
  remaining_value numeric(15,2) not null default 0 check (remaining_value >= 0 and remaining_value < 1e13),
  created_at timestamptz not null default now(),
  created_by bigint references users
);
create index shipment_items_of on shipment_items (shipment_id, id);
create index shipment_items_by_sku on shipment_items (sku);

-- Never edited, never deleted: a wrong cost is reversed by a row of its own.
create table shipment_costs (
  id bigint generated always as identity primary key,
  shipment_id bigint not null references shipments,
  cost_head text not null,
  amount numeric(15,4) not null check (amount <> 0 and abs(amount) < 1e11),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  exchange_rate numeric(16,8) not null check (exchange_rate > 0 and exchange_rate < 1e7),
  local_amount numeric(15,2) not null check (abs(local_amount) < 1e13),
  allocation_method text check (allocation_method in ('value', 'quantity', 'weight', 'volume', 'equal', 'manual')), -- null: the head's default, derived afresh until the first posting
  manual_allocations jsonb,                 -- [{shipment_item_id, amount}] in the cost's currency
  capitalise boolean not null,
  entry_date date not null,
  reference text,
  note text,
  is_late boolean not null,                 -- came after the first posting: split, not shared into landed value of what was received
  reverses_id bigint unique references shipment_costs,
  created_at timestamptz not null default now(),
  created_by bigint references users,
  constraint reversal_is_negative check ((reverses_id is null) = (amount > 0))
);
create index shipment_costs_of on shipment_costs (shipment_id, id);
create trigger shipment_costs_append_only before update or delete on shipment_costs
  for each row execute function refuse_change();

-- Each cost's share per item, local currency. Derived afresh until the first posting, then frozen.
create table shipment_cost_shares (
  cost_id bigint not null references shipment_costs,
  shipment_item_id bigint not null references shipment_items,
  amount numeric(15,2) not null check (abs(amount) < 1e13),
  primary key (cost_id, shipment_item_id)
);
create index shipment_cost_shares_by_item on shipment_cost_shares (shipment_item_id);

-- What became of a late cost's share: into stock, to expense, or waiting for later receipts.
create table late_costs (
  cost_id bigint not null references shipment_costs,
  shipment_item_id bigint not null references shipment_items,
  stock_part numeric(15,2) not null check (abs(stock_part) < 1e13),
  expense_part numeric(15,2) not null check (abs(expense_part) < 1e13),
  waiting_part numeric(15,2) not null check (abs(waiting_part) < 1e13),
  stock_movement_id bigint references stock_movements,
  primary key (cost_id, shipment_item_id)
);
create trigger late_costs_append_only before update or delete on late_costs
  for each row execute function refuse_change();

create table receipts (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  shipment_id bigint not null references shipments,
  status text not null default 'draft' check (status in ('draft', 'approved', 'posted', 'cancelled', 'reversed')),
  warehouse_name text,
  received_date date not null,
  is_final boolean not null default false,  -- everything still expected is missing
  allow_excess boolean not null default false,
  note text,
  approved_at timestamptz,
  approved_by bigint references users,
  posted_at timestamptz,
  posted_by bigint references users,
  posting_date date,
  supplier_ledger_id bigint,                -- the credit, when posting was asked to write one
  reversed_at timestamptz,
  reversed_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1,
  constraint posted_was_approved check (posted_at is null or approved_at is not null)
);
create index receipts_of on receipts (shipment_id, id);
create index receipts_by_status on receipts (status, id);

create table receipt_items (
  id bigint generated always as identity primary key,
  receipt_id bigint not null references receipts,
  shipment_item_id bigint not null references shipment_items,
  product_id bigint references products,
  received_qty numeric(15,3) not null check (received_qty >= 0 and received_qty < 1e11),
  accepted_qty numeric(15,3) not null check (accepted_qty >= 0 and accepted_qty <= received_qty),
  short_qty numeric(15,3) not null default 0 check (short_qty >= 0 and short_qty < 1e11),
  excess_qty numeric(15,3) not null default 0 check (excess_qty >= 0 and excess_qty <= received_qty), -- found at approval
  bin_location text,
  serial_numbers text[] not null default '{}',
  note text,
  -- Local value by what became of the pieces. Follows the shipment while approved, frozen at posting.
  accepted_value numeric(15,2) not null default 0 check (accepted_value >= 0 and accepted_value < 1e13),
  rejected_value numeric(15,2) not null default 0 check (rejected_value >= 0 and rejected_value < 1e13),
  short_value numeric(15,2) not null default 0 check (short_value >= 0 and short_value < 1e13),
  -- Pieces of each kind that carried value (the rest were beyond what was shipped).
  accepted_within_qty numeric(15,3) not null default 0,
  accounted_qty numeric(15,3) not null default 0
);
create index receipt_items_of on receipt_items (receipt_id, id);
create index receipt_items_by_item on receipt_items (shipment_item_id);

-- Value that no piece of stock can carry: late costs of goods already sold, roundings of a reversal.
create table valuation_expenses (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('late_cost', 'valuation_residue')),
  product_id bigint references products,
  shipment_id bigint references shipments,
  shipment_item_id bigint references shipment_items,
  receipt_id bigint references receipts,
  cost_id bigint references shipment_costs,
  invoice_id bigint,                        -- the voided invoice, where the residue came from one
  amount numeric(15,2) not null check (amount <> 0 and abs(amount) < 1e13),
  expense_date date not null,
  created_at timestamptz not null default now(),
  created_by bigint references users
);
create trigger valuation_expenses_append_only before update or delete on valuation_expenses
  for each row execute function refuse_change();

-- What we owe suppliers: credit raises it, debit lowers it. Append-only; corrected by reversal.
create table supplier_ledger (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  supplier_id bigint not null references suppliers,
  entry_date date not null,
  entry_type text not null check (entry_type in ('purchase', 'payment', 'advance', 'bank_charge',
    'freight', 'adjustment', 'credit_note', 'opening', 'exchange_difference')),
  particulars text not null,
  credit numeric(15,4) not null default 0 check (credit >= 0 and credit < 1e11),
  debit numeric(15,4) not null default 0 check (debit >= 0 and debit < 1e11),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  exchange_rate numeric(16,8) not null check (exchange_rate > 0 and exchange_rate < 1e7),
  amount_local numeric(15,2) not null check (abs(amount_local) < 1e13), -- positive for credit, negative for debit
  shipment_id bigint references shipments,
  lc_tt_id bigint references lc_tt,
  receipt_id bigint references receipts,
  reference text,
  reverses_id bigint unique references supplier_ledger,
  reason text,
  created_at timestamptz not null default now(),
  created_by bigint references users,
  -- an exchange difference moves the local balance only
  constraint exactly_one_side check (
    case when entry_type = 'exchange_difference' then credit = 0 and debit = 0 or (credit > 0) <> (debit > 0)
    else (credit > 0) <> (debit > 0) end),
  constraint local_amount_follows_side check (amount_local * (credit - debit) >= 0)
);
-- Balances add up a supplier's whole ledger: with the sums in the index they never touch the table.
create index supplier_ledger_of on supplier_ledger (supplier_id, entry_date, id)
  include (currency, credit, debit, amount_local);
create index supplier_ledger_on on supplier_ledger (entry_date, id);
create trigger supplier_ledger_append_only before update or delete on supplier_ledger
  for each row execute function refuse_change();
create trigger supplier_ledger_no_truncate before truncate on supplier_ledger
  for each statement execute function refuse_change();
alter table receipts add foreign key (supplier_ledger_id) references supplier_ledger;

-- One row per run of an import command.
create table import_runs (
  id bigint generated always as identity primary key,
  kind text not null,
  file_name text not null,
  file_sha256 text not null,
  counts jsonb not null,
  run_by bigint references users,
  started_at timestamptz not null,
  finished_at timestamptz not null default now()
);
