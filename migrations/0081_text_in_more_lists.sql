-- More lists find texts by an index, as those of 0040 and 0071 do: what nobody has is not looked for in every row.
create index uploads_texts on uploads using gin (file_name gin_trgm_ops, reference_no gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index lc_loans_texts on lc_loans using gin (reference_no gin_trgm_ops,
  bank_reference gin_trgm_ops, note gin_trgm_ops) with (gin_pending_list_limit = 256);
create index withheld_taxes_texts on withheld_taxes using gin (reference_no gin_trgm_ops,
  bill_number gin_trgm_ops, challan_number gin_trgm_ops, note gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index supplier_returns_texts on supplier_returns using gin (reference_no gin_trgm_ops,
  courier gin_trgm_ops, airway_bill gin_trgm_ops, supplier_rma_number gin_trgm_ops,
  note gin_trgm_ops) with (gin_pending_list_limit = 256);
create index stock_transfers_texts on stock_transfers using gin (reference_no gin_trgm_ops,
  carried_by gin_trgm_ops, note gin_trgm_ops) with (gin_pending_list_limit = 256);
create index approval_requests_texts on approval_requests using gin (reference_no gin_trgm_ops,
  title gin_trgm_ops, reason gin_trgm_ops) with (gin_pending_list_limit = 256);
