-- What a cost is compared with is kept with it: an inbox that looked it up anew for every open cost read
-- every cost there ever was. The last ten of its head on other shipments before it, each as a part of the
-- purchase value of its shipment's goods, sorted.
alter table shipment_costs add column past_shares numeric[];

alter table shipment_costs disable trigger shipment_costs_append_only;
update shipment_costs c set past_shares = (
  select array_agg(share order by share) from (
    select k.local_amount::numeric(35,20) / goods.value as share
    from shipment_costs k cross join lateral (select sum(purchase_value_local) as value
      from shipment_items where shipment_id = k.shipment_id) goods
    where k.cost_head = c.cost_head and k.shipment_id <> c.shipment_id and k.reverses_id is null
      and not exists (select from shipment_costs mirror where mirror.reverses_id = k.id)
      and goods.value > 0 and k.id < c.id
    order by k.id desc limit 10) past)
where c.reverses_id is null;
alter table shipment_costs enable trigger shipment_costs_append_only;
