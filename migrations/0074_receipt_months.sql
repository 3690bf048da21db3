-- What somebody has put off is read by who did and until when, not decision by decision.
create index acknowledgements_put_off on acknowledgements (created_by, until)
  where until is not null and withdrawn_at is null;

-- What posted receipts brought into stock, by the month of their posting, so that the summary does not add up
-- every line that ever came. Whoever posts in a month waits here for another who does, as he would a moment later
-- for the counter of that year's JRN numbers.
create table receipt_months (
  month date primary key check (extract(day from month) = 1), -- its first day
  accepted_value numeric(18,2) not null
    constraint receipt_months_accepted_value_is_a_number check (accepted_value <> 'NaN')
) with (fillfactor = 50); -- room to update a row in its page

create function add_up_receipts() returns trigger language plpgsql as $$
begin
  insert into receipt_months as m (month, accepted_value)
    select date_trunc('month', new.posting_date::timestamp)::date,
      coalesce(sum(line.accepted_value), 0) * case new.status when 'posted' then 1 else -1 end
    from receipt_items line where line.receipt_id = new.id
  on conflict (month) do update set accepted_value = m.accepted_value + excluded.accepted_value;
  return null;
end $$;
create trigger receipts_months after update of status on receipts for each row
  when ((old.status = 'posted') <> (new.status = 'posted')) execute function add_up_receipts();

-- after the trigger, which waits for whoever is posting: what he commits is not missed
insert into receipt_months
  select date_trunc('month', r.posting_date::timestamp)::date, sum(line.accepted_value)
  from receipts r join receipt_items line on line.receipt_id = r.id
  where r.status = 'posted' group by 1;
