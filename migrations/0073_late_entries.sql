-- Entries of a month whose return of VAT was filed before they came, so that a return is compared with what came
-- since, not with the whole of its month.
create table late_entries (
  return_id bigint not null references vat_returns,
  entry_id bigint not null references journal_entries,
  primary key (return_id, entry_id)
);
create trigger late_entries_append_only before update or delete on late_entries
  for each row execute function refuse_change();
create trigger late_entries_no_truncate before truncate on late_entries
  for each statement execute function refuse_change();

-- Who files holds the lock alone, as who closes a period: no entry is neither in a return nor late.
create function keep_late_entries() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('back-office periods', 0));
  insert into late_entries (return_id, entry_id)
    select r.id, a.id from added a
      join vat_returns r on r.period = date_trunc('month', a.entry_date::timestamp)::date;
  return null;
end $$;
create trigger journal_entries_late after insert on journal_entries referencing new table as added
  for each statement execute function keep_late_entries();

-- The rates by which its notes were sorted; null: filed before late entries were kept.
alter table vat_returns add column rates jsonb;
