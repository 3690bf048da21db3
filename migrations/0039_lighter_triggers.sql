-- What every posting runs, asked so that it stays as quick with a million lines as with ten, and without a
-- plan of its own each time.

-- As it was: lines are appended whole entries at a time. The lines before are looked up by their entry only.
create or replace function hold_balance() returns trigger language plpgsql as $$
declare wrong bigint;
begin
  select a.entry_id into wrong from added a
    group by a.entry_id
    having sum(a.debit) <> sum(a.credit) or count(*) < 2
      or count(*) <> (select count(*) from journal_lines l where l.entry_id = a.entry_id)
    limit 1;
  if wrong is not null then
    raise exception 'The lines of journal entry % do not make a whole entry', wrong
      using errcode = 'check_violation', constraint = 'entry_balances';
  end if;
  return null;
end $$;

create or replace function hold_period() returns trigger language plpgsql as $$
declare closed date;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('back-office periods', 0));
  select closed_through into closed from settings;
  if closed is null then
    return null;
  end if;
  if exists (select from added where entry_date <= closed) then
    raise exception 'The books are closed through %', closed
      using errcode = 'check_violation', constraint = 'period_closed', detail = (closed + 1)::text;
  end if;
  return null;
end $$;

create or replace function hold_period_of_day() returns trigger language plpgsql as $$
declare closed date;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('back-office periods', 0));
  select closed_through into closed from settings;
  if closed is null then
    return null;
  end if;
  if exists (select from added where (to_jsonb(added) ->> tg_argv[0])::date <= closed) then
    raise exception 'The books are closed through %', closed
      using errcode = 'check_violation', constraint = 'period_closed', detail = (closed + 1)::text;
  end if;
  return null;
end $$;

-- Each branch is planned only where its column exists.
create or replace function note_change_of_owner() returns trigger language plpgsql as $$
begin
  case tg_argv[1]
    when 'customer_id' then
      insert into record_changes (kind, record_id) select distinct tg_argv[0], customer_id from changed;
    when 'shipment_id' then
      insert into record_changes (kind, record_id) select distinct tg_argv[0], shipment_id from changed;
    when 'receipt_id' then
      insert into record_changes (kind, record_id) select distinct tg_argv[0], receipt_id from changed;
  end case;
  return null;
end $$;
