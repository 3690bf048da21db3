-- A charge that came with a settlement and became a cost of a shipment is taken back with that settlement.
alter table lc_tt_charges add column settlement_id bigint references supplier_ledger;
create index lc_tt_charges_with on lc_tt_charges (settlement_id) where settlement_id is not null;
