-- A customer's opening balance that was taken back makes room for another: one stands at a time.
drop index one_opening_per_customer;
create index customer_openings on customer_ledger (customer_id) where type = 'opening';

create function one_opening_stands() returns trigger language plpgsql as $$
begin
  perform from customers where id = new.customer_id for no key update; -- whoever comes second sees the first
  if (select count(*) from customer_ledger e where e.customer_id = new.customer_id and e.type = 'opening'
      and not exists (select from customer_ledger back where back.reverses_id = e.id)) > 1 then
    raise unique_violation using message = 'the customer has an opening balance already',
      constraint = 'one_opening_per_customer';
  end if;
  return null;
end $$;
create trigger customer_ledger_one_opening after insert on customer_ledger
  for each row when (new.type = 'opening') execute function one_opening_stands();
