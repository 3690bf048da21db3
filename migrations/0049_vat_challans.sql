-- The papers of VAT: tax invoices (Mushak 6.3) and credit notes (6.7), each in a series of its own per fiscal
-- year. None is ever deleted, whatever becomes of what it was made of.
alter table settings
  add column vat_bin text check (vat_bin ~ '^\d{9}-\d{4}$'),
  add column vat_name text,
  add column vat_address text,
  add column vat_officer text,
  add column vat_officer_title text;

alter table customers add column bin text check (bin ~ '^\d{9}-\d{4}$');

create table vat_challans (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  kind text not null check (kind in ('6.3', '6.7')),
  invoice_id bigint not null references invoices,
  credit_note_id bigint references credit_notes,
  issued_at timestamptz not null,
  issued_on date not null,
  -- as they stood when it was issued: a paper is not rewritten
  seller jsonb not null,
  buyer jsonb not null,
  lines jsonb not null,
  bills_of_entry text[] not null default '{}',
  destination text,
  vehicle text,
  reason text,
  net numeric(15,2) not null,
  vat numeric(15,2) not null,
  total numeric(15,2) not null generated always as (net + vat) stored,
  copies integer not null default 0 check (copies >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1,
  check ((kind = '6.7') = (credit_note_id is not null))
);
create unique index one_challan_per_invoice on vat_challans (invoice_id) where kind = '6.3';
create unique index one_challan_per_credit_note on vat_challans (credit_note_id);
create index vat_challans_by_day on vat_challans (issued_on);

-- Of a paper that is issued only the count of its copies changes; its total is worked out after the trigger.
create function keep_challan() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or
    (to_jsonb(new) - array['copies', 'updated_at', 'version', 'total'])
      <> (to_jsonb(old) - array['copies', 'updated_at', 'version', 'total']) then
    raise exception 'a VAT challan is never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger vat_challans_kept before update or delete on vat_challans
  for each row execute function keep_challan();
