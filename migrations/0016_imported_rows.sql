-- What a file has brought in once: the same row again is unchanged for ever, also when the record was
-- edited since. Shipments carry reference and hash themselves.
create table imported_rows (
  kind text not null,                       -- products, customers, ledger
  key text not null,                        -- as the kind of file names its records: a SKU, ref:…, phone:…
  content_hash text not null,
  run_id bigint not null references import_runs,
  primary key (kind, key)
);
