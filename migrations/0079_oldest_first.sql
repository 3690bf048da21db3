-- A payment finds the oldest open invoices of its customer, however many there are, and what is owed of when.
drop index invoices_owed_by;
create index invoices_owed_by on invoices (customer_id, invoice_date, id) include (due_date, due) where due > 0;
