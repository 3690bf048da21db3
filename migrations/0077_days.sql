-- What was invoiced, is still due and was collected, by day, so that the dashboard does not add up every invoice and
-- payment of a month, or all that are open. Whoever sells on a day waits for another who does only while that one
-- commits.
create table sales_days (
  day date primary key,
  total numeric(18,2) not null constraint sales_days_total_is_a_number check (total <> 'NaN'),
  due numeric(18,2) not null constraint sales_days_due_is_a_number check (due <> 'NaN'),
  is_due boolean not null generated always as (due > 0) stored
) with (fillfactor = 50); -- room to update a row in its page
-- what is due itself is in no index: each invoice would leave an entry behind
create index sales_days_due on sales_days (day) where is_due;

create table collection_days (
  day date primary key,
  amount numeric(18,2) not null constraint collection_days_amount_is_a_number check (amount <> 'NaN')
) with (fillfactor = 50);

create function add_up_sales() returns trigger language plpgsql as $$
begin
  insert into sales_days as d (day, total, due)
    select day, sum(total), sum(due) from (values
      (new.invoice_date, case when new.voided_at is null then new.total else 0 end, greatest(new.due, 0)),
      (old.invoice_date, case when old.voided_at is null then -old.total else 0 end, -greatest(old.due, 0))
    ) changed (day, total, due)
    where day is not null group by day having sum(total) <> 0 or sum(due) <> 0 order by day
  on conflict (day) do update set total = d.total + excluded.total, due = d.due + excluded.due;
  return null;
end $$;
create constraint trigger invoices_days after insert or update on invoices
  deferrable initially deferred for each row execute function add_up_sales();

-- What came in money: of tax that was withheld a certificate comes.
create function collected(p payments) returns numeric language sql immutable return
  case when p.reversed_at is null and not p.pending and p.method not in ('tds', 'vds') then p.amount else 0 end;
create function add_up_collections() returns trigger language plpgsql as $$
begin
  insert into collection_days as d (day, amount)
    select day, sum(amount) from (values
      (coalesce(new.cleared_on, new.payment_date), collected(new)),
      (coalesce(old.cleared_on, old.payment_date), -collected(old))) changed (day, amount)
    where day is not null group by day having sum(amount) <> 0 order by day
  on conflict (day) do update set amount = d.amount + excluded.amount;
  return null;
end $$;
create constraint trigger payments_days after insert or update on payments
  deferrable initially deferred for each row execute function add_up_collections();

-- after the triggers, whose making waits for whoever is selling: what he commits is not missed
insert into sales_days
  select invoice_date, coalesce(sum(total) filter (where voided_at is null), 0), sum(greatest(due, 0))
  from invoices group by 1;
insert into collection_days
  select coalesce(cleared_on, payment_date), sum(collected(p)) from payments p
  group by 1 having sum(collected(p)) <> 0;
