-- What the dashboard, the summary and the inbox count and add up, read from indexes alone: with them a figure
-- costs what its own rows cost, not the pages of whole documents.

-- The days themselves besides: an index by an expression alone does not tell them.
drop index payments_collected;
create index payments_collected on payments ((coalesce(cleared_on, payment_date)))
  include (cleared_on, payment_date, method, amount) where reversed_at is null and not pending;
-- A payment is written with what it pays at once, so few of them change here.
create index payments_on_account on payments (customer_id) include (amount, allocated, refunded)
  where reversed_at is null and not pending and amount > allocated + refunded;
drop index invoices_on;
create index invoices_on on invoices (invoice_date, id) include (total, voided_at);

drop index shipments_by_status;
create index shipments_by_status on shipments (status, id) include (eta_chittagong);
drop index tasks_due;
create index tasks_due on tasks (due_date) include (due_time)
  where status in ('new', 'in_progress', 'waiting');
create index lc_tt_by_status on lc_tt (status, id) include (updated_at, version, latest_shipment_date, expiry_date);

-- Whether a product has come down to its minimum. A column of its own, because an index of the quantity would
-- have every movement write all indexes of the product.
alter table products add is_low boolean not null
  generated always as (min_stock > 0 and stock_qty <= min_stock) stored;
create index products_low on products (id) where is_low and active;
drop index service_tickets_by_status;
create index service_tickets_by_status on service_tickets (status, id) include (is_warranty);
