-- What programs fetch by `GET /changes` beside what phones keep: papers of money, entries of the ledgers and
-- of the journal, movements of stock.
do $$
declare
  t record;
begin
  for t in select * from (values ('payments', 'payment', true), ('credit_notes', 'credit_note', true),
    ('lc_tt', 'lc_tt', true), ('expenses', 'expense', true), ('transfers', 'transfer', true),
    ('stock_movements', 'stock_movement', false), ('customer_ledger', 'customer_ledger_entry', false),
    ('supplier_ledger', 'supplier_ledger_entry', false), ('journal_entries', 'journal_entry', false))
    as names (table_name, kind, changes)
  loop
    execute format('create trigger note_new after insert on %I referencing new table as changed
      for each statement execute function note_change(%L)', t.table_name, t.kind);
    if t.changes then
      execute format('create trigger note_update after update on %I referencing new table as changed
        for each statement execute function note_change(%L)', t.table_name, t.kind);
    end if;
  end loop;
end $$;
