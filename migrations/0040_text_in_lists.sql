-- What people look for in a list stands anywhere in its texts. Each of these columns is looked up in the
-- three-letter pieces by itself, so a search over several of them reads the rows it finds and no others.
-- What is new waits in a list of its own, kept short in kB: a search reads all of it, and whoever fills it up
-- puts it in its place.
create index audit_texts on audit_log using gin (reference_no gin_trgm_ops, actor_name gin_trgm_ops,
  action gin_trgm_ops, entity gin_trgm_ops, request_id gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index journal_entries_texts on journal_entries using gin (reference_no gin_trgm_ops,
  narration gin_trgm_ops, source_reference_no gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index supplier_ledger_texts on supplier_ledger using gin (reference_no gin_trgm_ops,
  particulars gin_trgm_ops, reference gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index issued_cheques_texts on issued_cheques using gin (reference_no gin_trgm_ops,
  cheque_number gin_trgm_ops, particulars gin_trgm_ops, note gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index invoices_texts on invoices using gin (reference_no gin_trgm_ops, notes gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index payments_texts on payments using gin (reference_no gin_trgm_ops, reference gin_trgm_ops,
  cheque_number gin_trgm_ops, note gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index customers_texts on customers using gin (name gin_trgm_ops, company_name gin_trgm_ops,
  email gin_trgm_ops, reference_no gin_trgm_ops, phone gin_trgm_ops, phone_digits gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index products_texts on products using gin (sku gin_trgm_ops, name gin_trgm_ops,
  brand gin_trgm_ops, model gin_trgm_ops, hs_code gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index stock_movements_texts on stock_movements using gin (reference_no gin_trgm_ops,
  source_reference_no gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index rmas_texts on rmas using gin (reference_no gin_trgm_ops, customer_name gin_trgm_ops,
  customer_phone gin_trgm_ops, customer_phone_digits gin_trgm_ops, machine_model gin_trgm_ops,
  machine_serial_number gin_trgm_ops, board_serial_number gin_trgm_ops,
  replacement_serial_number gin_trgm_ops, fault_description gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index tasks_texts on tasks using gin (reference_no gin_trgm_ops, title gin_trgm_ops,
  description gin_trgm_ops, department gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index transfers_texts on transfers using gin (reference_no gin_trgm_ops, note gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index expenses_texts on expenses using gin (reference_no gin_trgm_ops, payee gin_trgm_ops,
  reference gin_trgm_ops, note gin_trgm_ops)
  with (gin_pending_list_limit = 256);
-- the accounts that a search means
create index transfers_out_of on transfers (from_account_id, id);
create index transfers_into on transfers (to_account_id, id);
create index expenses_for on expenses (category_id, id);
