-- Every vacuum and every new statistic of a table has all connections plan anew what they ask of it. PostgreSQL does
-- both as soon as a table has grown or changed by a tenth or a fifth: at some writes a second every few seconds,
-- and for a second nobody is answered. Rows that every write changes are cleared within their page by themselves, and
-- what the planner knows of a table that grew by half is still true.
do $$
declare
  each text;
begin
  for each in select relname from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace loop
    execute format('alter table %I set (autovacuum_analyze_scale_factor = 0.5,
      autovacuum_vacuum_insert_scale_factor = 0.5)', each);
  end loop;
  foreach each in array array['products', 'place_stock', 'document_counters', 'account_months', 'sales_days',
      'collection_days', 'receipt_months', 'supplier_balances'] loop
    execute format('alter table %I set (autovacuum_vacuum_threshold = 10000,
      autovacuum_analyze_threshold = 10000)', each);
  end loop;
end $$;
