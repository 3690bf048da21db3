-- What pays an invoice, and a cheque that is only in hand, are in no entry of the journal, so it does not keep
-- them out of a closed period: ageing of a closed evening changed. Triggers after insert judge as the journal's.
create function hold_period_of_day() returns trigger language plpgsql as $$
declare closed date;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('back-office periods', 0));
  select closed_through into closed from settings;
  if exists (select from added where (to_jsonb(added) ->> tg_argv[0])::date <= closed) then
    raise exception 'The books are closed through %', closed
      using errcode = 'check_violation', constraint = 'period_closed', detail = (closed + 1)::text;
  end if;
  return null;
end $$;
create trigger payment_allocations_period after insert on payment_allocations referencing new table as added
  for each statement execute function hold_period_of_day('allocated_on');
create trigger payments_period after insert on payments referencing new table as added
  for each statement execute function hold_period_of_day('payment_date');
