-- What each customer owes us, so that a new invoice and the list of customers do not add up his whole ledger.
-- Nobody waits for these rows: who writes in a customer's ledger holds his lock already.
create table customer_balances (
  customer_id bigint primary key references customers,
  balance numeric(18,2) not null constraint customer_balances_balance_is_a_number check (balance <> 'NaN')
) with (fillfactor = 50, -- room to update a row in its page
  autovacuum_vacuum_threshold = 10000, autovacuum_analyze_threshold = 10000,
  autovacuum_analyze_scale_factor = 0.5, autovacuum_vacuum_insert_scale_factor = 0.5); -- as 0078 says

create function add_up_customers() returns trigger language plpgsql as $$
begin
  insert into customer_balances as b (customer_id, balance)
    select customer_id, sum(debit - credit) from added group by 1 order by 1
  on conflict (customer_id) do update set balance = b.balance + excluded.balance;
  return null;
end $$;
create trigger customer_ledger_balances after insert on customer_ledger referencing new table as added
  for each statement execute function add_up_customers();

-- after the trigger, which waits for whoever is posting: what he commits is not missed
insert into customer_balances select customer_id, sum(debit - credit) from customer_ledger group by 1;
