-- A row of a ledger that moves value is in the journal, whoever wrote it; one that moves none is in no entry.
set constraints all immediate; -- so that tables may change on which something is still to be judged
alter table stock_movements add constraint value_is_in_the_journal
  check ((value <> 0) = (entry_id is not null));
alter table supplier_ledger add constraint amount_is_in_the_journal
  check ((amount_local <> 0) = (entry_id is not null));
alter table customer_ledger alter column entry_id set not null;
