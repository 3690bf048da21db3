-- VAT inside an expense comes back: it is no part of what was spent on the category.
alter table expenses
  add column vat_amount numeric(15,2) not null default 0, -- 0: the bill shows none
  add constraint vat_within_amount check (vat_amount >= 0 and vat_amount < amount);
