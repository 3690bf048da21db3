-- Goods coming in, in the journal: what of a value was bought and what are costs, whom a cost is owed to,
-- what a claim stands at, and pieces that replace others.

-- Of `remaining_value` what was bought; the rest are capitalised shares: a shipment's part of account 1150.
alter table shipment_items
  add column remaining_purchase numeric(15,2) not null default 0
    check (remaining_purchase >= 0 and remaining_purchase < 1e13),
  add column discrepancy_id bigint references discrepancies; -- the claim whose pieces it replaces
alter table shipments
  add column discrepancy_id bigint references discrepancies; -- of all its items that name none themselves

-- Of the three values what was bought, and what the accepted pieces took over from pieces they replace.
alter table receipt_items
  add column accepted_purchase numeric(15,2) not null default 0 check (accepted_purchase >= 0),
  add column rejected_purchase numeric(15,2) not null default 0 check (rejected_purchase >= 0),
  add column short_purchase numeric(15,2) not null default 0 check (short_purchase >= 0),
  add column replaced_value numeric(15,2) not null default 0 check (replaced_value >= 0);

alter table discrepancies
  -- what of it stands, or stood until it was settled, on account 1160
  add column carrying_value numeric(15,2) not null default 0 check (abs(carrying_value) < 1e13),
  -- what stands on account 1170 until its replacement comes, and what was given up there
  add column replacement_value numeric(15,2) not null default 0 check (replacement_value >= 0),
  add column replacement_lost numeric(15,2) not null default 0 check (replacement_lost >= 0);

alter table shipment_costs
  add column payee_id bigint references suppliers,
  add column bill_number text,
  add column bill_date date,
  add column due_date date,
  add column paid_from bigint references accounts;
-- What a payee is owed by a cost.
create table shipment_cost_bills (
  cost_id bigint primary key references shipment_costs,
  supplier_ledger_id bigint not null unique references supplier_ledger
);
create trigger shipment_cost_bills_append_only before update or delete on shipment_cost_bills
  for each row execute function refuse_change();
create index shipment_costs_billed on shipment_costs (payee_id, lower(bill_number))
  where bill_number is not null;
create index shipment_items_replacing on shipment_items (discrepancy_id) where discrepancy_id is not null;
create index shipments_replacing on shipments (discrepancy_id) where discrepancy_id is not null;
create index journal_lines_for_shipment on journal_lines (shipment_id, account_id)
  where shipment_id is not null;

-- What receipts took of the purchase values so far, in the order in which they were posted and reversed:
-- `V × k / n` half to even, accepted before rejected before short, as `accountFor` does.
create function pg_temp.taken_part(value numeric, k numeric, n numeric) returns numeric
language plpgsql as $$
declare
  product numeric := value * 100 * k;
  cut numeric;
  rest numeric;
begin
  if n <= 0 or k <= 0 then return 0; end if;
  cut := div(product, n);
  rest := (product - cut * n) * 2;
  if rest > n or rest = n and cut % 2 = 1 then cut := cut + 1; end if;
  return cut / 100;
end $$;

do $$
declare
  event record;
  line record;
  bought numeric;
  open numeric;
  k numeric;
  a numeric;
  r numeric;
  s numeric;
begin
  update shipment_items set remaining_purchase = purchase_value_local where purchase_value_local <> 0;
  create temp table open_pieces on commit drop as
    select id, shipped_qty as qty from shipment_items;
  create index on open_pieces (id);
  for event in
    select id, posted_at as at, false as back from receipts where posted_at is not null
    union all select id, reversed_at, true from receipts where reversed_at is not null
    order by at, back, id
  loop
    for line in
      select l.* from receipt_items l where l.receipt_id = event.id order by l.id
    loop
      select i.remaining_purchase, p.qty into bought, open
        from shipment_items i join open_pieces p using (id) where i.id = line.shipment_item_id;
      if event.back then
        update shipment_items set remaining_purchase = remaining_purchase + line.accepted_purchase
          + line.rejected_purchase + line.short_purchase where id = line.shipment_item_id;
        update open_pieces set qty = qty + line.accounted_qty where id = line.shipment_item_id;
        continue;
      end if;
      k := least(line.accepted_qty, open);
      a := pg_temp.taken_part(bought, k, open);
      bought := bought - a;
      open := open - k;
      k := least(line.received_qty - line.accepted_qty, open);
      r := pg_temp.taken_part(bought, k, open);
      bought := bought - r;
      open := open - k;
      k := least(line.short_qty, open);
      s := pg_temp.taken_part(bought, k, open);
      update receipt_items set accepted_purchase = a, rejected_purchase = r, short_purchase = s
        where id = line.id;
      update shipment_items set remaining_purchase = bought - s where id = line.shipment_item_id;
      update open_pieces set qty = open - k where id = line.shipment_item_id;
    end loop;
  end loop;
end $$;

update discrepancies d
set carrying_value = case d.discrepancy_type
  when 'damage' then line.rejected_value when 'shortage' then line.short_value else 0 end
from receipt_items line join receipts r on r.id = line.receipt_id and r.status = 'posted'
where d.receipt_item_id = line.id and d.status <> 'cancelled';
