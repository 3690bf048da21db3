-- What was invoiced, is still due and was collected, by day, so that the dashboard does not add up every invoice and
-- payment of a month, or all that are open. Whoever sells on a day waits for another who does only while that one
-- commits.
create table sales_days (
  day date primary key,
  total numeric(18,2) not null constraint sales_days_total_is_a_number check (total <> 'NaN'),
  due numeric(18,2) not null constraint sales_days_due_is_a_number check (due <> 'NaN')
) with (fillfactor = 50); -- room to update a row in its page
create index sales_days_due on sales_days (day) include (due) where due > 0;

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
    where day is not null group by day order by day
  on conflict (day) do update set total = d.total + excluded.total, due = d.due + excluded.due;
  return null;
end $$;
create constraint trigger invoices_days after insert on invoices
  deferrable initially deferred for each row execute function add_up_sales();
create constraint trigger invoices_days_changed after update on invoices
  deferrable initially deferred for each row
  when ((old.invoice_date, old.total, old.due, old.voided_at is null)
    is distinct from (new.invoice_date, new.total, new.due, new.voided_at is null))
  execute function add_up_sales();

-- of tax that was withheld a certificate comes, and no money
create function add_up_collections() returns trigger language plpgsql as $$
begin
  insert into collection_days as d (day, amount)
    select day, sum(amount) from (values
      (coalesce(new.cleared_on, new.payment_date), case when new.reversed_at is null and not new.pending
        and new.method not in ('tds', 'vds') then new.amount else 0 end),
      (coalesce(old.cleared_on, old.payment_date), case when old.reversed_at is null and not old.pending
        and old.method not in ('tds', 'vds') then -old.amount else 0 end)
    ) changed (day, amount)
    where day is not null group by day having sum(amount) <> 0 order by day
  on conflict (day) do update set amount = d.amount + excluded.amount;
  return null;
end $$;
create constraint trigger payments_days after insert on payments
  deferrable initially deferred for each row execute function add_up_collections();
create constraint trigger payments_days_changed after update on payments
  deferrable initially deferred for each row
  when ((old.payment_date, old.cleared_on, old.method, old.amount, old.pending, old.reversed_at is null)
    is distinct from (new.payment_date, new.cleared_on, new.method, new.amount, new.pending, new.reversed_at is null))
  execute function add_up_collections();

-- after the triggers, whose making waits for whoever is selling: what he commits is not missed
insert into sales_days
  select invoice_date, coalesce(sum(total) filter (where voided_at is null), 0), sum(greatest(due, 0))
  from invoices group by 1;
insert into collection_days
  select coalesce(cleared_on, payment_date), sum(amount) from payments
  where reversed_at is null and not pending and method not in ('tds', 'vds') group by 1;
