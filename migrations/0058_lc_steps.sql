-- The steps of an LC as the bank counts them, beside its status, and the amount that a TT in advance may have
-- without a guarantee.
alter table lc_tt
  add column lcaf_number text,
  add column insurance_cover_note text,
  add column guarantee text,
  add column applied_on date,
  add column amended_on date,
  add column documents_received_on date,
  add column lodged_on date,
  add column accepted_on date,
  add column maturity_date date,
  add column retired_on date,
  add column bill_of_entry_matched_on date;
create index lc_tt_by_maturity on lc_tt (maturity_date) where maturity_date is not null;
alter table settings
  add column tt_advance_limit_usd numeric(15,2) not null default 20000 check (tt_advance_limit_usd >= 0);
