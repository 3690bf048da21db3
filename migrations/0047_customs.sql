-- What customs ask: rates by code and day, what is assumed before they have looked, and their papers.

-- Percent of the levy's base, or an amount of local currency for one `unit`; the amount wins.
create table customs_tariffs (
  id bigint generated always as identity primary key,
  hs_code text not null check (regexp_replace(hs_code, '\D', '', 'g') ~ '^\d{2,12}$'),
  code text not null generated always as (regexp_replace(hs_code, '\D', '', 'g')) stored,
  description text,
  unit text,
  valid_from date not null,
  cd_percent numeric(7,4) not null default 0 check (cd_percent >= 0),
  rd_percent numeric(7,4) not null default 0 check (rd_percent >= 0),
  sd_percent numeric(7,4) not null default 0 check (sd_percent >= 0),
  vat_percent numeric(7,4) not null default 0 check (vat_percent >= 0),
  at_percent numeric(7,4) not null default 0 check (at_percent >= 0),
  ait_percent numeric(7,4) not null default 0 check (ait_percent >= 0),
  cd_per_unit numeric(15,4) check (cd_per_unit >= 0),
  rd_per_unit numeric(15,4) check (rd_per_unit >= 0),
  sd_per_unit numeric(15,4) check (sd_per_unit >= 0),
  vat_per_unit numeric(15,4) check (vat_per_unit >= 0),
  at_per_unit numeric(15,4) check (at_per_unit >= 0),
  ait_per_unit numeric(15,4) check (ait_per_unit >= 0),
  source text,
  note text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1,
  constraint one_tariff_a_day unique (code, valid_from)
);

-- What an estimate takes for granted, and whether what was paid at the port comes back.
create table customs_terms (
  id bigint generated always as identity primary key,
  valid_from date not null constraint one_set_of_terms_a_day unique,
  landing_percent numeric(7,4) not null check (landing_percent >= 0),
  sea_freight_percent numeric(7,4) not null check (sea_freight_percent >= 0),
  air_freight_percent numeric(7,4) not null check (air_freight_percent >= 0),
  insurance_percent numeric(7,4) not null check (insurance_percent >= 0),
  settlement boolean not null default false,
  source text,
  note text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1
);
insert into customs_terms (valid_from, landing_percent, sea_freight_percent, air_freight_percent,
  insurance_percent, source)
values ('2000-01-01', 1, 20, 15, 1, 'Usual practice at Bangladesh customs, gathered 2026-11-22');

create table bills_of_entry (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  shipment_id bigint not null references shipments,
  status text not null default 'draft' check (status in ('draft', 'posted', 'reversed')),
  bill_type text not null,
  office text not null check (office ~ '^\d{3}$'),
  number text not null check (number <> '' and number = upper(number)),
  entry_date date not null,
  entry_year integer not null generated always as (extract(year from entry_date)::integer) stored,
  declarant text,
  importer_bin text check (importer_bin ~ '^\d{9}-\d{4}$'),
  lc_number text,
  currency text,
  invoice_value numeric(15,4) check (invoice_value >= 0),
  customs_rate numeric(15,8) check (customs_rate > 0),
  packages integer check (packages >= 0),
  assessment_number text,
  assessment_date date,
  challan_number text,
  challan_date date,
  challan_bank text,
  challan_amount numeric(15,2) check (challan_amount >= 0),
  note text,
  posted_at timestamptz,
  posted_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1
);
-- one that was reversed may be entered again
create unique index one_bill_of_entry on bills_of_entry (office, entry_year, number) where status <> 'reversed';
create index bills_of_entry_of_shipment on bills_of_entry (shipment_id);

create table bill_of_entry_lines (
  id bigint generated always as identity primary key,
  bill_id bigint not null references bills_of_entry,
  line_no integer not null check (line_no > 0),
  hs_code text not null,
  cpc text,
  description text,
  origin text,
  gross_kg numeric(12,3) check (gross_kg >= 0),
  net_kg numeric(12,3) check (net_kg >= 0),
  quantity numeric(14,3) check (quantity >= 0),
  assessable_value numeric(15,2) not null check (assessable_value >= 0),
  tariff_id bigint references customs_tariffs,
  cd numeric(15,2) not null check (cd >= 0),
  rd numeric(15,2) not null check (rd >= 0),
  sd numeric(15,2) not null check (sd >= 0),
  vat numeric(15,2) not null check (vat >= 0),
  at numeric(15,2) not null check (at >= 0),
  ait numeric(15,2) not null check (ait >= 0),
  computed_cd numeric(15,2),
  computed_rd numeric(15,2),
  computed_sd numeric(15,2),
  computed_vat numeric(15,2),
  computed_at numeric(15,2),
  computed_ait numeric(15,2),
  unique (bill_id, line_no)
);
create index bill_of_entry_lines_by_tariff on bill_of_entry_lines (tariff_id);

-- The shipment's items on a line, and what of its levies each bears; one item stands on one line of a bill.
create table bill_of_entry_items (
  bill_id bigint not null references bills_of_entry,
  line_id bigint not null references bill_of_entry_lines,
  shipment_item_id bigint not null references shipment_items,
  cd numeric(15,2) not null,
  rd numeric(15,2) not null,
  sd numeric(15,2) not null,
  vat numeric(15,2) not null,
  at numeric(15,2) not null,
  ait numeric(15,2) not null,
  computed_cd numeric(15,2),
  computed_rd numeric(15,2),
  computed_sd numeric(15,2),
  computed_vat numeric(15,2),
  computed_at numeric(15,2),
  computed_ait numeric(15,2),
  primary key (bill_id, shipment_item_id)
);
create index bill_of_entry_items_of_line on bill_of_entry_items (line_id);
create index bill_of_entry_items_of_item on bill_of_entry_items (shipment_item_id);

-- The costs that posting made, one for a levy.
create table bill_of_entry_costs (
  bill_id bigint not null references bills_of_entry,
  levy text not null check (levy in ('cd', 'rd', 'sd', 'vat', 'at', 'ait')),
  cost_id bigint not null unique references shipment_costs,
  primary key (bill_id, levy)
);

-- What an item's levies were thought to be before; the last estimate stands.
create table duty_estimates (
  shipment_item_id bigint primary key references shipment_items,
  estimated_on date not null,
  assessable_value numeric(15,2) not null,
  cd numeric(15,2) not null,
  rd numeric(15,2) not null,
  sd numeric(15,2) not null,
  vat numeric(15,2) not null,
  at numeric(15,2) not null,
  ait numeric(15,2) not null,
  recorded_at timestamptz not null default now(),
  recorded_by bigint references users
);
