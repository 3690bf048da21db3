-- What we owe each supplier in each currency, so that the balances of all are not the whole ledger added up.
-- Nobody waits for these rows: who writes in a supplier's ledger holds his lock already.
create table supplier_balances (
  supplier_id bigint not null references suppliers,
  currency text not null,
  balance numeric(19,4) not null constraint supplier_balances_balance_is_a_number check (balance <> 'NaN'),
  balance_local numeric(18,2) not null
    constraint supplier_balances_balance_local_is_a_number check (balance_local <> 'NaN'),
  -- of that, exchange differences: entries that move local money only
  realised numeric(18,2) not null constraint supplier_balances_realised_is_a_number check (realised <> 'NaN'),
  primary key (supplier_id, currency)
) with (fillfactor = 50); -- room to update a row in its page

insert into supplier_balances
  select supplier_id, currency, sum(credit - debit), sum(amount_local),
    coalesce(sum(amount_local) filter (where credit = 0 and debit = 0), 0)
  from supplier_ledger group by 1, 2;

create function add_up_suppliers() returns trigger language plpgsql as $$
begin
  insert into supplier_balances as b (supplier_id, currency, balance, balance_local, realised)
    select supplier_id, currency, sum(credit - debit), sum(amount_local),
      coalesce(sum(amount_local) filter (where credit = 0 and debit = 0), 0)
    from added group by 1, 2 order by 1, 2
  on conflict (supplier_id, currency) do update
    set balance = b.balance + excluded.balance, balance_local = b.balance_local + excluded.balance_local,
      realised = b.realised + excluded.realised;
  return null;
end $$;
create trigger supplier_ledger_balances after insert on supplier_ledger referencing new table as added
  for each statement execute function add_up_suppliers();

-- The cheques of the dashboard, the earliest first, are the first rows of an index: not all of their day in order.
drop index payments_pending;
create index payments_pending on payments (cheque_date, id) where pending;
drop index issued_cheques_due;
create index issued_cheques_due on issued_cheques (cheque_date, id) where state = 'issued';
