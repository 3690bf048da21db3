-- What we owe, beneath the journal: an exchange difference names the entry that realised it, an entry by hand
-- the other side it is booked against, and a supplier's opening balance its day.

alter table supplier_ledger
  add column cause_id bigint references supplier_ledger, -- of an exchange difference: the entry that realised it
  add column account_id bigint references accounts,      -- the other side, where it was named
  add column method text check (method in ('cash', 'bank', 'cheque', 'bkash', 'nagad', 'rocket', 'card', 'online', 'other')),
  add column discrepancy_id bigint references discrepancies,
  add column note text;
create index supplier_ledger_caused on supplier_ledger (cause_id) where cause_id is not null;
create index supplier_ledger_called on supplier_ledger (lower(reference), method)
  where reference is not null and entry_type in ('payment', 'advance');
create index supplier_ledger_of_claim on supplier_ledger (discrepancy_id) where discrepancy_id is not null;

-- Differences of before said it in words.
alter table supplier_ledger disable trigger supplier_ledger_append_only;
update supplier_ledger d set cause_id = e.id
from supplier_ledger e
where d.entry_type = 'exchange_difference' and d.credit = 0 and d.debit = 0
  and e.supplier_id = d.supplier_id
  and d.particulars = 'Exchange difference realised with ' || e.reference_no;
alter table supplier_ledger enable trigger supplier_ledger_append_only;

alter table suppliers add column opening_balance_date date;
update suppliers s set opening_balance_date = (select min(e.entry_date) from supplier_ledger e
  where e.supplier_id = s.id and e.entry_type = 'opening' and e.currency = s.currency)
where opening_balance <> 0;

-- The day on which a claim ended, for its ledger; and the supplier's rate where a note is in a third currency.
alter table discrepancies
  add column if not exists carrying_value numeric(15,2) not null default 0 check (abs(carrying_value) < 1e13),
  add column if not exists replacement_value numeric(15,2) not null default 0 check (replacement_value >= 0),
  add column resolved_on date,
  add column supplier_rate numeric(16,8) check (supplier_rate > 0 and supplier_rate < 1e7);
update discrepancies d set resolved_on = (d.resolved_at at time zone 'Asia/Dhaka')::date where d.resolved_at is not null;
