-- What waits for a decision, counted and put in order from indexes alone.
drop index receipts_by_status;
create index receipts_by_status on receipts (status, id)
  include (created_at, created_by, approved_at, updated_at, version);
drop index rmas_by_status;
create index rmas_by_status on rmas (status, id) include (updated_at, version, currency, estimated_value);
drop index discrepancies_by_status;
create index discrepancies_by_status on discrepancies (status, id)
  include (created_at, version, estimated_value_local, carrying_value);

-- Costs that are more than twice, or less than half, of what was usual when they were entered: judged when a
-- shipment is valued (domain/imports/cost_range.ts), so that the inbox need not judge all costs there are.
create table costs_out_of_range (
  cost_id bigint primary key references shipment_costs,
  shipment_id bigint not null references shipments,
  created_at timestamptz not null -- the cost's own
) with (fillfactor = 10); -- so that the index, which holds all of it, is what is read
create index costs_out_of_range_of on costs_out_of_range (shipment_id, cost_id) include (created_at);

insert into costs_out_of_range
  select c.id, c.shipment_id, c.created_at
  from shipment_costs c
    cross join lateral (select sum(purchase_value_local) as value from shipment_items
      where shipment_id = c.shipment_id) goods
    cross join lateral (select (c.past_shares[(cardinality(c.past_shares) + 1) / 2]
        + c.past_shares[cardinality(c.past_shares) / 2 + 1]) / 2 as usual,
      c.local_amount::numeric(35,20) / nullif(goods.value, 0) as share) part
  where cardinality(c.past_shares) >= 5 and (share > usual * 2 or share * 2 < usual)
    and not exists (select from shipment_costs mirror where mirror.reverses_id = c.id);
