create table suppliers (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  name text not null,
  contact_person text,
  phone text,
  email text,
  whatsapp text,
  country text,
  address text,
  supplier_type text,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  payment_terms text,
  credit_days integer check (credit_days between 0 and 3650),
  bank_name text,
  bank_account text,
  swift_code text,
  opening_balance numeric(15,4) not null default 0 check (abs(opening_balance) < 1e11),
  opening_exchange_rate numeric(16,8) check (opening_exchange_rate > 0 and opening_exchange_rate < 1e7),
  notes text,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1
);
create index suppliers_by_name on suppliers (lower(name));

create table customers (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  name text not null,
  phone text,
  phone_digits text,
  email text,
  company_name text,
  customer_type text not null default 'retail'
    check (customer_type in ('corporate', 'dealer', 'retail', 'government', 'individual')),
  address text,
  city text,
  credit_limit numeric(15,2) not null default 0 check (credit_limit >= 0 and credit_limit < 1e13), -- 0: no limit
  cash_only boolean not null default false,
  opening_balance numeric(15,2) not null default 0 check (abs(opening_balance) < 1e13),
  opening_balance_date date,
  notes text,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1
);
create index customers_by_phone on customers (phone_digits);
create index customers_by_name on customers (lower(name));
