-- Bank charges of an LC or TT that were booked as costs of a shipment it pays.
create table lc_tt_charges (
  cost_id bigint primary key references shipment_costs,
  lc_tt_id bigint not null references lc_tt
);
create index lc_tt_charges_of on lc_tt_charges (lc_tt_id);
create trigger lc_tt_charges_append_only before update or delete on lc_tt_charges
  for each row execute function refuse_change();

-- What an LC or TT pays, and what was paid by it: most shipments and entries name none.
create index shipments_paid_by on shipments (lc_tt_id) where lc_tt_id is not null;
create index supplier_ledger_of_lc_tt on supplier_ledger (lc_tt_id) where lc_tt_id is not null;
