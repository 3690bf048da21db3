-- One function keeps every kind of row out of a closed period; the journal's entries had a copy of their own.
drop trigger journal_entries_period on journal_entries;
create trigger journal_entries_period after insert on journal_entries referencing new table as added
  for each statement execute function hold_period_of_day('entry_date');
drop function hold_period();
