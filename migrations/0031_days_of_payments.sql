-- The day for which a payment pays an invoice, and the day on which a payment was given up: what is
-- asked of an evening must not hang on when it was entered.
alter table payments add column reversed_on date;
update payments p set reversed_on = coalesce(
  (select min(mirror.date) from customer_ledger made join customer_ledger mirror on mirror.reverses_id = made.id
    where made.payment_id = p.id and made.type = 'payment'),
  (p.reversed_at at time zone coalesce(nullif(current_setting('back_office.time_zone', true), ''), 'Asia/Dhaka'))::date)
where p.reversed_at is not null;
alter table payments add constraint reversed_has_a_day check ((reversed_at is null) = (reversed_on is null));

alter table payment_allocations add column allocated_on date;
alter table payment_allocations disable trigger payment_allocations_append_only;
update payment_allocations a set allocated_on = greatest(coalesce(p.cleared_on, p.payment_date), i.invoice_date,
  case when a.created_at > p.created_at then (a.created_at
    at time zone coalesce(nullif(current_setting('back_office.time_zone', true), ''), 'Asia/Dhaka'))::date end)
from payments p, invoices i where p.id = a.payment_id and i.id = a.invoice_id;
alter table payment_allocations enable trigger payment_allocations_append_only;
alter table payment_allocations alter column allocated_on set not null;
