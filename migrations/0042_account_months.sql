-- What moved on each account in a month, so that a balance adds up months and no more than one month's lines.
-- Nobody waits for these rows: who posts in a month holds the counter of that year's JRN numbers already.
create table account_months (
  account_id bigint not null references accounts,
  month date not null check (extract(day from month) = 1), -- its first day
  debit numeric(18,2) not null,
  credit numeric(18,2) not null,
  primary key (account_id, month)
) with (fillfactor = 50); -- room to update a row in its page

insert into account_months
  select account_id, date_trunc('month', entry_date::timestamp)::date, sum(debit), sum(credit)
  from journal_lines group by 1, 2;

create function add_up_months() returns trigger language plpgsql as $$
begin
  insert into account_months as m (account_id, month, debit, credit)
    select account_id, date_trunc('month', entry_date::timestamp)::date, sum(debit), sum(credit)
    from added group by 1, 2 order by 1, 2
  on conflict (account_id, month) do update
    set debit = m.debit + excluded.debit, credit = m.credit + excluded.credit;
  return null;
end $$;
create trigger journal_lines_months after insert on journal_lines referencing new table as added
  for each statement execute function add_up_months();
