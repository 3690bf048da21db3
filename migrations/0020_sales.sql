-- The sales side of the journal: days on which stock would be below zero, VAT per line, returns, cheques
-- in hand, refunds and tax certificates.

-- The latest day a product moved: an issue dated before it has to be looked at day by day.
alter table products
  add column last_moved_on date,
  add column vat_percent numeric(7,4) check (vat_percent >= 0 and vat_percent < 1000); -- null: the settings'
update products p set last_moved_on = m.day
  from (select product_id, max(movement_date) as day from stock_movements group by product_id) m
  where m.product_id = p.id;
create index stock_movements_by_day on stock_movements (product_id, movement_date) include (quantity);

alter table settings
  add column vat_percent numeric(7,4) check (vat_percent >= 0 and vat_percent < 1000),
  add column sell_without_serial boolean not null default false;

-- Of a line: what is left of it after its part of the invoice's discount, without VAT, and its VAT. The
-- lines sum to subtotal - discount and to vat. Shared by largest remainder, as domain/sales/totals.ts does.
alter table invoice_items
  add column vat_percent numeric(7,4) not null default 0 check (vat_percent >= 0 and vat_percent < 1000),
  add column net numeric(15,2) check (net >= 0 and net < 1e13),
  add column vat numeric(15,2) check (vat >= 0 and vat < 1e13);
alter table invoice_items disable trigger invoice_items_append_only;
with quota as (
  select l.id, l.invoice_id, l.amount, i.discount * 100 as units, l.amount * 100 as basis,
    i.subtotal * 100 as whole
  from invoice_items l join invoices i on i.id = l.invoice_id where i.subtotal > 0),
ranked as (
  select *, div(units * basis, whole) as floor, row_number() over (partition by invoice_id
    order by mod(units * basis, whole) desc, basis desc, id) as place from quota),
shared as (
  select id, amount, floor + case when place <= units - sum(floor) over (partition by invoice_id)
    then 1 else 0 end as share from ranked)
update invoice_items l set net = s.amount - s.share / 100 from shared s where s.id = l.id;
update invoice_items set net = amount where net is null;
with quota as (
  select l.id, l.invoice_id, i.vat_percent, i.vat * 100 as units, l.net * 100 as basis,
    (i.subtotal - i.discount) * 100 as whole
  from invoice_items l join invoices i on i.id = l.invoice_id where i.subtotal > i.discount),
ranked as (
  select *, div(units * basis, whole) as floor, row_number() over (partition by invoice_id
    order by mod(units * basis, whole) desc, basis desc, id) as place from quota),
shared as (
  select id, vat_percent, floor + case when place <= units - sum(floor) over (partition by invoice_id)
    then 1 else 0 end as share from ranked)
update invoice_items l set vat = s.share / 100, vat_percent = s.vat_percent from shared s where s.id = l.id;
update invoice_items set vat = 0 where vat is null;
alter table invoice_items enable trigger invoice_items_append_only;
alter table invoice_items alter column net set not null, alter column vat set not null;

-- returned: the sum of the credit notes that stand, written only together with them.
alter table invoices
  add column vat_included boolean not null default false,
  add column returned numeric(15,2) not null default 0 check (returned >= 0),
  drop constraint paid_within_total,
  drop column due;
alter table invoices
  add column due numeric(15,2) not null generated always as
    (case when voided_at is null then total - returned - paid else 0 end) stored,
  add constraint paid_within_total check (paid >= 0 and paid + returned <= total),
  add constraint void_has_no_returns check (voided_at is null or returned = 0);
create index invoices_open on invoices (due_date) where due > 0;

-- A tax certificate is a payment, too: of tax that the customer withheld for us (tds, vds).
alter table payments
  drop constraint payments_method_check,
  add constraint payments_method_check check (method in ('cash', 'bank', 'cheque', 'bkash', 'nagad', 'rocket',
    'card', 'online', 'other', 'tds', 'vds')),
  add column account_id bigint references accounts, -- what it came into
  -- Of a cheque. In hand or deposited it counts for nothing yet.
  add column cheque_state text check (cheque_state in
    ('in_hand', 'deposited', 'cleared', 'bounced', 'returned')),
  add column cleared_on date,
  add column pending boolean not null generated always as
    (reversed_at is null and coalesce(cheque_state in ('in_hand', 'deposited'), false)) stored,
  add column wanted jsonb,                  -- the invoices that it is to pay once it is cleared
  -- The sum of the refunds that stand, written only together with them.
  add column refunded numeric(15,2) not null default 0 check (refunded >= 0),
  add column allow_duplicate boolean not null default false,
  add column certificate_number text,
  add column certificate_date date,
  add column tax_base numeric(15,2) check (tax_base >= 0 and tax_base < 1e13),
  add column tax_rate numeric(7,4) check (tax_rate >= 0 and tax_rate < 1000),
  add column certificate_state text check (certificate_state in ('awaited', 'received', 'claimed')),
  drop constraint allocated_within_amount,
  add constraint allocated_within_amount check (allocated >= 0 and allocated + refunded <= amount),
  add constraint only_cheques_have_a_state check (cheque_state is null or method = 'cheque'),
  add constraint only_certificates_have_a_state check (certificate_state is null or method in ('tds', 'vds'));
update payments set cheque_state = case when reversed_at is null then 'cleared' else 'bounced' end,
  cleared_on = case when reversed_at is null then payment_date end where method = 'cheque';
update payments p set account_id = m.account_id from method_accounts m where m.method = p.method;
alter table payments
  add constraint pending_is_unused check (not pending or (allocated = 0 and refunded = 0)),
  add constraint reversed_is_not_refunded check (reversed_at is null or refunded = 0);
-- What was taken twice before this was looked at stays.
with numbered as (
  select id, row_number() over (partition by method, lower(case method when 'cheque' then cheque_number
    else reference end) order by id) as nth from payments
  where method not in ('cash', 'other') and reversed_at is null)
update payments p set allow_duplicate = true from numbered n where n.id = p.id and n.nth > 1
  and case p.method when 'cheque' then p.cheque_number else p.reference end is not null;
create unique index duplicate_reference on payments (method, (lower(case
    when method = 'cheque' then cheque_number when method in ('tds', 'vds') then certificate_number
    else reference end)))
  where method not in ('cash', 'other') and reversed_at is null and not allow_duplicate;
create index payments_pending on payments (cheque_date) where pending;

-- Goods that came back.
create table credit_notes (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  invoice_id bigint not null references invoices,
  customer_id bigint not null references customers,
  return_date date not null,
  net numeric(15,2) not null check (net >= 0 and net < 1e13),
  vat numeric(15,2) not null check (vat >= 0 and vat < 1e13),
  total numeric(15,2) not null generated always as (net + vat) stored,
  reason text not null,
  reversed_at timestamptz,
  reversed_by bigint references users,
  reversal_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1
);
create index credit_notes_of on credit_notes (invoice_id, id);
create index credit_notes_by on credit_notes (customer_id, id);
create index credit_notes_on on credit_notes (return_date, id);
create table credit_note_items (
  id bigint generated always as identity primary key,
  credit_note_id bigint not null references credit_notes,
  invoice_item_id bigint not null references invoice_items,
  quantity numeric(15,3) not null check (quantity > 0 and quantity < 1e11),
  net numeric(15,2) not null check (net >= 0 and net < 1e13),
  vat numeric(15,2) not null check (vat >= 0 and vat < 1e13),
  cost numeric(15,2) not null default 0 check (cost >= 0 and cost < 1e13), -- the issue value of the pieces
  condition text not null check (condition in ('good', 'faulty')),
  discrepancy_id bigint references discrepancies, -- the claim against the supplier that carries it now
  serial_numbers text[] not null default '{}'
);
create index credit_note_items_of on credit_note_items (credit_note_id, id);
create index credit_note_items_from on credit_note_items (invoice_item_id);
create trigger credit_note_items_append_only before update or delete on credit_note_items
  for each row execute function refuse_change();
create trigger credit_note_items_no_truncate before truncate on credit_note_items
  for each statement execute function refuse_change();

-- Money given back to a customer, of one payment; by itself or with a return.
create table customer_refunds (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments,
  credit_note_id bigint references credit_notes,
  amount numeric(15,2) not null check (amount > 0 and amount < 1e13),
  refund_date date not null,
  account_id bigint not null references accounts,
  reference text,
  reason text not null,
  reversed_at timestamptz,
  created_at timestamptz not null default now(),
  created_by bigint references users
);
create index customer_refunds_of on customer_refunds (payment_id, id);
create index customer_refunds_with on customer_refunds (credit_note_id) where credit_note_id is not null;

alter table customer_ledger
  drop constraint customer_ledger_type_check,
  drop constraint reversal_reverses,
  drop constraint entry_names_document,
  add column credit_note_id bigint references credit_notes,
  add column refund_id bigint references customer_refunds,
  add constraint customer_ledger_type_check check (type in ('opening', 'invoice', 'invoice_void', 'payment',
    'payment_reversal', 'credit_note', 'credit_note_reversal', 'refund', 'refund_reversal', 'opening_reversal')),
  add constraint reversal_reverses check ((reverses_id is not null) = (type in
    ('invoice_void', 'payment_reversal', 'credit_note_reversal', 'refund_reversal', 'opening_reversal'))),
  add constraint entry_names_document check (
    (invoice_id is not null) = (type in ('invoice', 'invoice_void', 'credit_note', 'credit_note_reversal'))
    and (payment_id is not null) = (type in ('payment', 'payment_reversal', 'refund', 'refund_reversal'))
    and (credit_note_id is not null) = (type in ('credit_note', 'credit_note_reversal'))
    and (refund_id is not null) = (type in ('refund', 'refund_reversal')));
