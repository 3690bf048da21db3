-- The lists of imports, papers and tickets find texts by an index too, as those of 0040 do.
create index shipments_texts on shipments using gin (reference_no gin_trgm_ops,
  tracking_number gin_trgm_ops, shipment_number gin_trgm_ops, bl_number gin_trgm_ops,
  container_number gin_trgm_ops) with (gin_pending_list_limit = 256);
create index receipts_texts on receipts using gin (reference_no gin_trgm_ops,
  warehouse_name gin_trgm_ops, note gin_trgm_ops) with (gin_pending_list_limit = 256);
create index bills_of_entry_texts on bills_of_entry using gin (reference_no gin_trgm_ops,
  number gin_trgm_ops, declarant gin_trgm_ops, lc_number gin_trgm_ops, challan_number gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index vat_challans_texts on vat_challans using gin (reference_no gin_trgm_ops,
  (buyer ->> 'name') gin_trgm_ops, (buyer ->> 'bin') gin_trgm_ops, vehicle gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index service_tickets_texts on service_tickets using gin (reference_no gin_trgm_ops,
  serial_number gin_trgm_ops, machine_model gin_trgm_ops, problem_description gin_trgm_ops)
  with (gin_pending_list_limit = 256);
