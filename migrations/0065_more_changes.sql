-- The other papers that programs fetch by `GET /changes`: every record with a number and a list of its own.
do $$
declare
  t record;
begin
  for t in select * from (values ('bills_of_entry', 'bill_of_entry'), ('supplier_returns', 'supplier_return'),
    ('stock_transfers', 'stock_transfer'), ('issued_cheques', 'supplier_cheque'), ('vat_challans', 'vat_challan'),
    ('withheld_taxes', 'withheld_tax'), ('lc_loans', 'lc_loan'), ('vat_returns', 'vat_return'))
    as names (table_name, kind)
  loop
    execute format('create trigger note_new after insert on %I referencing new table as changed
      for each statement execute function note_change(%L)', t.table_name, t.kind);
    execute format('create trigger note_update after update on %I referencing new table as changed
      for each statement execute function note_change(%L)', t.table_name, t.kind);
  end loop;
end $$;
