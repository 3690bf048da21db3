-- The number of a document is known to PostgreSQL before the program has heard of it: what is written with it bears
-- a mark in its place, so that whoever waits at the counter does not wait for the program as well
-- (domain/db/marks.ts). The setting has a line for each mark of the transaction: the mark, a blank, the number.
create function put_numbers(said text) returns text language plpgsql stable strict as $$
declare
  drawn text;
begin
  foreach drawn in array string_to_array(rtrim(current_setting('back_office.drawn'), E'\n'), E'\n') loop
    said := replace(said, split_part(drawn, ' ', 1), split_part(drawn, ' ', 2));
  end loop;
  -- of another transaction, say: nothing but a number may be kept in its place
  if drawn is null or position(split_part(drawn, '.', 1) || '.' in said) > 0 then
    raise exception 'a number was not drawn in this transaction';
  end if;
  return said;
end $$;

-- Whoever posts in a month waits for another only while that one commits.
drop trigger receipts_months on receipts;
create constraint trigger receipts_months after update of status on receipts
  deferrable initially deferred for each row
  when ((old.status = 'posted') <> (new.status = 'posted')) execute function add_up_receipts();
