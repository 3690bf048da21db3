-- Claims: what a shipment did not bring as it should.
create table discrepancies (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  shipment_id bigint not null references shipments,
  shipment_item_id bigint references shipment_items,
  supplier_id bigint not null references suppliers,
  receipt_id bigint references receipts,
  receipt_item_id bigint references receipt_items, -- set on claims that an approval drafted
  discrepancy_type text not null check (discrepancy_type in ('shortage', 'damage', 'wrong_item',
    'excess', 'quality', 'missing_document', 'other')),
  status text not null default 'open' check (status in ('open', 'submitted', 'resolved', 'cancelled')),
  quantity numeric(15,3) check (quantity >= 0 and quantity < 1e11),
  estimated_value numeric(15,4) not null default 0 check (estimated_value >= 0 and estimated_value < 1e11),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  exchange_rate numeric(16,8) check (exchange_rate > 0 and exchange_rate < 1e7), -- null: not known, and the value is 0
  estimated_value_local numeric(15,2) not null default 0 check (estimated_value_local >= 0 and estimated_value_local < 1e13),
  against text not null default 'supplier' check (against in ('supplier', 'carrier', 'insurer')),
  note text,
  resolution text check (resolution in ('credit_note', 'replacement', 'refund', 'insurance', 'written_off', 'rejected')),
  resolved_amount numeric(15,4) check (resolved_amount >= 0 and resolved_amount < 1e11),
  resolved_currency text,
  resolved_exchange_rate numeric(16,8) check (resolved_exchange_rate > 0 and resolved_exchange_rate < 1e7),
  resolved_amount_local numeric(15,2) check (resolved_amount_local >= 0 and resolved_amount_local < 1e13),
  resolution_note text,
  resolved_at timestamptz,
  resolved_by bigint references users,
  supplier_ledger_id bigint references supplier_ledger, -- the debit that a credit note or refund wrote
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1,
  constraint resolved_has_resolution check ((status = 'resolved') = (resolution is not null)),
  constraint value_has_rate check (exchange_rate is not null or estimated_value = 0)
);
create index discrepancies_by_status on discrepancies (status, id);
create index discrepancies_of_shipment on discrepancies (shipment_id);
create index discrepancies_of_supplier on discrepancies (supplier_id, status);
create index discrepancies_of_receipt on discrepancies (receipt_id);

-- Return-merchandise cases: a board or machine that goes back to its supplier under warranty.
create table rmas (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  status text not null default 'draft' check (status in ('draft', 'received_from_customer',
    'warranty_verified', 'ready_to_send_supplier', 'sent_to_supplier', 'supplier_received',
    'under_repair', 'replacement_approved', 'return_in_transit', 'received_back',
    'delivered_to_customer', 'closed', 'cancelled')),
  customer_id bigint references customers,
  customer_name text not null,
  customer_phone text,
  customer_phone_digits text,
  supplier_id bigint references suppliers,
  machine_model text,
  machine_serial_number text,
  board_type text,
  board_serial_number text,
  fault_description text not null,
  quantity numeric(15,3) not null default 1 check (quantity > 0 and quantity < 1e11),
  unit text,
  currency text check (currency ~ '^[A-Z]{3}$'),
  estimated_value numeric(15,4) check (estimated_value >= 0 and estimated_value < 1e11),
  service_ticket_id bigint,
  replacement_serial_number text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1,
  constraint rma_names_a_thing check (
    machine_serial_number is not null or board_serial_number is not null or machine_model is not null)
);
create index rmas_by_status on rmas (status, id);
create index rmas_by_machine_serial on rmas (upper(machine_serial_number));
create index rmas_by_board_serial on rmas (upper(board_serial_number));
create index rmas_by_replacement_serial on rmas (upper(replacement_serial_number));
create index rmas_of_supplier on rmas (supplier_id, id);
create index rmas_of_customer on rmas (customer_id, id);
