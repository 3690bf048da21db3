-- 0072 added the ledgers up before its trigger stood: what was posted between the two is in none of the balances.
lock table supplier_ledger in share mode; -- nobody posts meanwhile
insert into supplier_balances as b (supplier_id, currency, balance, balance_local, realised)
  select supplier_id, currency, sum(credit - debit), sum(amount_local),
    coalesce(sum(amount_local) filter (where credit = 0 and debit = 0), 0)
  from supplier_ledger group by 1, 2
on conflict (supplier_id, currency) do update
  set balance = excluded.balance, balance_local = excluded.balance_local, realised = excluded.realised
  where (b.balance, b.balance_local, b.realised)
    is distinct from (excluded.balance, excluded.balance_local, excluded.realised);
