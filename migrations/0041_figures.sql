-- What the dashboard and the summaries add up, each from an index that holds just those rows and amounts.
create index payments_collected on payments ((coalesce(cleared_on, payment_date)))
  where reversed_at is null and not pending;
create index customer_ledger_openings on customer_ledger (customer_id) include (debit, credit)
  where type in ('opening', 'opening_reversal');
create index receipt_items_accepted on receipt_items (receipt_id) include (accepted_value);
drop index invoices_open;
create index invoices_open on invoices (due_date) include (due) where due > 0;
