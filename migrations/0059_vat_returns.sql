-- Returns of VAT as they were filed; tax that we withhold from suppliers; VAT that gives no credit.
create table vat_returns (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  -- the month's first day
  period date not null check (extract(day from period) = 1),
  -- 0: the return itself; each correction is a whole return again
  amendment integer not null check (amendment >= 0),
  reason text check (amendment = 0 or reason is not null),
  filed_on date not null,
  submission_number text,
  notes jsonb not null,
  payable numeric(15,2) not null,
  carried_in numeric(15,2) not null check (carried_in >= 0),
  to_pay numeric(15,2) not null generated always as (greatest(payable - carried_in, 0)) stored,
  carried_out numeric(15,2) not null generated always as (greatest(carried_in - payable, 0)) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by bigint references users,
  version integer not null default 1,
  unique (period, amendment)
);
create function keep_vat_return() returns trigger language plpgsql as $$
begin
  raise exception 'a return of VAT is kept as it was filed' using errcode = 'restrict_violation';
end $$;
create trigger vat_returns_kept before update or delete on vat_returns
  for each row execute function keep_vat_return();

create table withheld_taxes (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  kind text not null check (kind in ('vds', 'tds')),
  supplier_id bigint not null references suppliers,
  withheld_on date not null,
  base numeric(15,2) check (base > 0),
  rate numeric(9,4) check (rate >= 0),
  amount numeric(15,2) not null check (amount > 0),
  bill_number text,
  -- the debit in the supplier's ledger, which is also what says that it was taken back
  supplier_ledger_id bigint not null unique references supplier_ledger,
  challan_number text,
  challan_date date,
  note text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by bigint references users,
  version integer not null default 1
);
create index withheld_taxes_by_day on withheld_taxes (withheld_on, id);
create index withheld_taxes_of_a_supplier on withheld_taxes (supplier_id, id);

-- false: the VAT that the bill shows gives no credit and stays in the expense
alter table expenses add column vat_creditable boolean not null default true;
-- whether an invoice has its 6.3 from the start
alter table settings add column vat_challan_with_invoice boolean not null default false;
alter table suppliers add column bin text check (bin ~ '^\d{9}-\d{4}$');
