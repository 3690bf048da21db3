create table products (
  id bigint generated always as identity primary key,
  sku text not null check (sku <> '' and sku = btrim(sku)), -- compared exactly, letter by letter
  name text not null,
  brand text,
  model text,
  category text,
  unit text not null default 'pcs'
    check (unit in ('pcs', 'set', 'meter', 'kg', 'liter', 'box', 'roll', 'sheet')),
  purchase_price numeric(15,4) check (purchase_price >= 0 and purchase_price < 1e11),
  selling_price numeric(15,4) check (selling_price >= 0 and selling_price < 1e11),
  min_stock numeric(15,3) not null default 0 check (min_stock >= 0 and min_stock < 1e11),
  warranty_months integer not null default 0 check (warranty_months between 0 and 1200),
  is_serialized boolean not null default false,
  hs_code text,
  country_of_origin text,
  weight_kg numeric(12,3) check (weight_kg >= 0 and weight_kg < 1e9),
  volume_cbm numeric(15,6) check (volume_cbm >= 0 and volume_cbm < 1e9),
  description text,
  active boolean not null default true,
  -- Written only together with a movement: always the sums of the product's movements.
  stock_qty numeric(15,3) not null default 0 check (stock_qty >= 0 and stock_qty < 1e12),
  stock_value numeric(15,2) not null default 0 check (stock_value >= 0 and stock_value < 1e13),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1,
  constraint no_value_without_stock check (stock_qty > 0 or stock_value = 0)
);
create unique index duplicate_sku on products (sku);
create index products_by_name on products (lower(name));

-- The stock ledger. quantity and value are signed; a value-only row (a late cost) has quantity 0.
create table stock_movements (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  product_id bigint not null references products,
  movement_date date not null,
  kind text not null check (kind in ('opening', 'in', 'out', 'adjustment', 'receipt',
    'receipt_reversal', 'late_cost', 'invoice', 'invoice_void', 'ticket_part', 'return')),
  quantity numeric(15,3) not null check (abs(quantity) < 1e12),
  unit_cost numeric(17,4) not null check (unit_cost >= 0 and unit_cost < 1e13), -- for reading; value is the truth
  value numeric(15,2) not null check (abs(value) < 1e13),
  balance_after numeric(15,3) not null check (balance_after >= 0 and balance_after < 1e12),
  value_after numeric(15,2) not null check (value_after >= 0 and value_after < 1e13),
  warehouse_name text,
  bin_location text,
  serial_numbers text[] not null default '{}',
  reason text,
  note text,
  source_type text,                         -- receipt, invoice, ticket, shipment_cost; null: by hand
  source_id bigint,
  source_line_id bigint,
  source_reference_no text,
  reverses_id bigint unique references stock_movements, -- a movement is reversed at most once
  created_at timestamptz not null default now(),
  created_by bigint references users,
  constraint no_value_without_balance check (balance_after > 0 or value_after = 0),
  constraint quantity_fits_kind check (case kind when 'opening' then quantity > 0
    when 'in' then quantity > 0 when 'out' then quantity < 0 when 'adjustment' then quantity <> 0
    when 'late_cost' then quantity = 0 else true end)
);
create index stock_movements_of on stock_movements (product_id, id);
create index stock_movements_from on stock_movements (source_type, source_id);
create index stock_movements_on on stock_movements (movement_date);

-- Serial numbers are compared without regard to case; null where there are none.
create function upper_each(serial_numbers text[]) returns text[]
language sql immutable strict parallel safe
return (select array_agg(upper(serial_number)) from unnest(serial_numbers) serial_number);
create index stock_movements_by_serial on stock_movements using gin (upper_each(serial_numbers))
  where serial_numbers <> '{}';
create trigger stock_movements_append_only before update or delete on stock_movements
  for each row execute function refuse_change();
create trigger stock_movements_no_truncate before truncate on stock_movements
  for each statement execute function refuse_change();
