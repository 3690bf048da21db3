-- The rates by which a return of VAT sorts what was sold and bought; they change with the budget.
create table vat_rates (
  id bigint generated always as identity primary key,
  valid_from date not null constraint one_set_of_vat_rates_a_day unique,
  standard_percent numeric(7,4) not null check (standard_percent > 0),
  trade_percent numeric(7,4) not null check (trade_percent > 0),
  source text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1
);
insert into vat_rates (valid_from, standard_percent, trade_percent, source) values
  ('2019-07-01', 15, 5, 'VAT and Supplementary Duty Act 2012'),
  ('2025-01-09', 15, 7.5, 'Ordinance of 9 January 2025');
