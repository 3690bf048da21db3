-- The list of customers says what each owes past its day: his open invoices alone, however many he has paid.
create index invoices_owed_by on invoices (customer_id, due_date) include (due) where due > 0;
