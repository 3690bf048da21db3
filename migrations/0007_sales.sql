-- What customers buy, owe and pay.

-- Posted when it is made and never edited: only what is paid of it moves, and it can be voided.
create table invoices (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  customer_id bigint not null references customers,
  invoice_date date not null,
  due_date date not null,
  subtotal numeric(15,2) not null check (subtotal >= 0 and subtotal < 1e13),
  discount numeric(15,2) not null default 0,
  vat_percent numeric(7,4) not null default 0 check (vat_percent >= 0 and vat_percent < 1000),
  vat numeric(15,2) not null check (vat >= 0 and vat < 1e13),
  total numeric(15,2) not null check (total < 1e13),
  -- The sum of the invoice's payment_allocations, written only together with them.
  paid numeric(15,2) not null default 0,
  due numeric(15,2) not null generated always as
    (case when voided_at is null then total - paid else 0 end) stored,
  notes text,
  -- The document whose goods are billed here; they left stock with it. Null: they left with the invoice.
  source_type text,
  source_id bigint,
  source_reference_no text,
  voided_at timestamptz,
  voided_by bigint references users,
  void_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1,
  constraint due_after_invoice_date check (due_date >= invoice_date),
  constraint discount_within_subtotal check (discount >= 0 and discount <= subtotal),
  constraint total_adds_up check (total = subtotal - discount + vat),
  constraint paid_within_total check (paid >= 0 and paid <= total),
  constraint void_is_unpaid check (voided_at is null or paid = 0)
);
create index invoices_of on invoices (customer_id, invoice_date, id);
create index invoices_on on invoices (invoice_date, id);
create index invoices_open on invoices (due_date) where due > 0;
create index invoices_from on invoices (source_type, source_id) where source_id is not null;

-- A line without product is a service. What a line's goods cost is in their stock movement.
create table invoice_items (
  id bigint generated always as identity primary key,
  invoice_id bigint not null references invoices,
  product_id bigint references products,
  description text not null,
  quantity numeric(15,3) not null check (quantity > 0 and quantity < 1e11),
  unit_price numeric(15,4) not null check (unit_price >= 0 and unit_price < 1e11),
  discount numeric(15,2) not null default 0 check (discount >= 0 and discount < 1e13),
  discount_percent numeric(7,4) check (discount_percent >= 0 and discount_percent <= 100), -- null: an amount was given
  amount numeric(15,2) not null check (amount >= 0 and amount < 1e13),
  serial_numbers text[] not null default '{}',
  warranty_months integer not null default 0 check (warranty_months between 0 and 1200) -- as promised at the sale
);
create index invoice_items_of on invoice_items (invoice_id, id);
create trigger invoice_items_append_only before update or delete on invoice_items
  for each row execute function refuse_change();
create trigger invoice_items_no_truncate before truncate on invoice_items
  for each statement execute function refuse_change();

-- Money received. Only what is allocated of it moves, and it can be reversed (a cheque that bounced).
create table payments (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  customer_id bigint not null references customers,
  amount numeric(15,2) not null check (amount > 0 and amount < 1e13),
  payment_date date not null,
  method text not null check (method in ('cash', 'bank', 'cheque', 'bkash', 'nagad', 'rocket', 'card',
    'online', 'other')),
  reference text,
  cheque_number text,
  cheque_date date,
  note text,
  -- The sum of the payment's payment_allocations, written only together with them; the rest is on account.
  allocated numeric(15,2) not null default 0,
  reversed_at timestamptz,
  reversed_by bigint references users,
  reversal_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1,
  constraint allocated_within_amount check (allocated >= 0 and allocated <= amount),
  constraint reversed_is_unallocated check (reversed_at is null or allocated = 0)
);
create index payments_of on payments (customer_id, id);
create index payments_on on payments (payment_date, id);

-- Which payment pays which invoice. Taken back by a row below zero: the sum per pair is what counts.
create table payment_allocations (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments,
  invoice_id bigint not null references invoices,
  amount numeric(15,2) not null check (amount <> 0 and abs(amount) < 1e13),
  created_at timestamptz not null default now(),
  created_by bigint references users
);
create index payment_allocations_of_payment on payment_allocations (payment_id);
create index payment_allocations_of_invoice on payment_allocations (invoice_id);
create trigger payment_allocations_append_only before update or delete on payment_allocations
  for each row execute function refuse_change();
create trigger payment_allocations_no_truncate before truncate on payment_allocations
  for each statement execute function refuse_change();

-- What customers owe us: debit raises it, credit lowers it. reference_no is that of the document.
create table customer_ledger (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  date date not null,
  type text not null check (type in ('opening', 'invoice', 'invoice_void', 'payment', 'payment_reversal')),
  reference_no text not null,
  description text not null,
  debit numeric(15,2) not null default 0 check (debit >= 0 and debit < 1e13),
  credit numeric(15,2) not null default 0 check (credit >= 0 and credit < 1e13),
  invoice_id bigint references invoices,
  payment_id bigint references payments,
  reverses_id bigint unique references customer_ledger, -- an entry is reversed at most once
  created_at timestamptz not null default now(),
  created_by bigint references users,
  constraint exactly_one_side check ((debit > 0) <> (credit > 0)),
  constraint reversal_reverses check ((reverses_id is not null) = (type in ('invoice_void', 'payment_reversal'))),
  constraint entry_names_document check ((invoice_id is not null) = (type in ('invoice', 'invoice_void'))
    and (payment_id is not null) = (type in ('payment', 'payment_reversal')))
);
-- Balances add up a customer's whole ledger: with the sums in the index they never touch the table.
create index customer_ledger_of on customer_ledger (customer_id, date, id) include (debit, credit);
create unique index one_opening_per_customer on customer_ledger (customer_id) where type = 'opening';
create unique index one_entry_per_invoice on customer_ledger (invoice_id) where type = 'invoice';
create unique index one_entry_per_payment on customer_ledger (payment_id) where type = 'payment';
create trigger customer_ledger_append_only before update or delete on customer_ledger
  for each row execute function refuse_change();
create trigger customer_ledger_no_truncate before truncate on customer_ledger
  for each statement execute function refuse_change();

alter table valuation_expenses add foreign key (invoice_id) references invoices;
