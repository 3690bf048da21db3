-- Work on customers' machines, and work in the office.

create table service_tickets (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  status text not null default 'open' check (status in
    ('open', 'assigned', 'in_progress', 'parts_required', 'resolved', 'closed', 'cancelled')),
  customer_id bigint not null references customers,
  machine_model text,
  serial_number text,
  problem_description text not null,
  issue_category text,
  priority text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  assigned_to bigint references users,      -- null: nobody yet
  is_warranty boolean not null,
  warranty_start date,
  warranty_end date,                        -- the last day that is covered
  service_cost numeric(15,2) not null default 0 check (service_cost >= 0 and service_cost < 1e13), -- what the customer pays for the work
  notes text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1,
  constraint warranty_ends_after_its_start check (warranty_end >= warranty_start)
);
create index service_tickets_by_status on service_tickets (status, id);
create index service_tickets_of_customer on service_tickets (customer_id, id);
create index service_tickets_assigned_to on service_tickets (assigned_to, id);
create index service_tickets_made_by on service_tickets (created_by, id);
create index service_tickets_by_serial on service_tickets (upper(serial_number));

-- Parts that left stock for a ticket. Price and cost are those of the day and never change.
create table service_ticket_parts (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references service_tickets,
  product_id bigint not null references products,
  movement_id bigint not null unique references stock_movements,
  quantity numeric(15,3) not null check (quantity > 0 and quantity < 1e11),
  unit_price numeric(15,4) not null check (unit_price >= 0 and unit_price < 1e11),
  amount numeric(15,2) not null check (amount >= 0 and amount < 1e13), -- quantity × unit_price, half up
  cost numeric(15,2) not null check (cost >= 0 and cost < 1e13),       -- what the movement took from stock
  is_warranty boolean not null,             -- true: the customer does not pay for it
  serial_number text,
  note text,
  created_at timestamptz not null default now(),
  created_by bigint references users
);
create index service_ticket_parts_of on service_ticket_parts (ticket_id, id);
create trigger service_ticket_parts_append_only before update or delete on service_ticket_parts
  for each row execute function refuse_change();
create trigger service_ticket_parts_no_truncate before truncate on service_ticket_parts
  for each statement execute function refuse_change();

-- A ticket is billed once; a voided invoice frees it.
create unique index one_invoice_per_ticket on invoices (source_id)
  where source_type = 'ticket' and voided_at is null;

-- RMAs came before tickets; until now no id could name one.
alter table rmas add constraint rmas_service_ticket_id_fkey
  foreign key (service_ticket_id) references service_tickets;
create index rmas_of_ticket on rmas (service_ticket_id) where service_ticket_id is not null;

create table tasks (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  title text not null,
  description text,
  status text not null default 'new'
    check (status in ('new', 'in_progress', 'waiting', 'completed', 'cancelled')),
  department text,
  assigned_to bigint references users,      -- null: nobody yet
  priority text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  due_date date,
  due_time time(0),                         -- in the business's time zone; null: the end of due_date
  related_type text,                        -- what kind of record the task is about, such as customer
  related_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1,
  constraint related_id_needs_its_type check (related_id is null or related_type is not null)
);
create index tasks_by_status on tasks (status, id);
create index tasks_assigned_to on tasks (assigned_to, id);
create index tasks_made_by on tasks (created_by, id);
create index tasks_due on tasks (due_date) where status in ('new', 'in_progress', 'waiting');
create index tasks_about on tasks (related_type, related_id);

create table task_comments (
  id bigint generated always as identity primary key,
  task_id bigint not null references tasks,
  comment text not null,
  created_at timestamptz not null default now(),
  created_by bigint references users
);
create index task_comments_of on task_comments (task_id, id);
create trigger task_comments_append_only before update or delete on task_comments
  for each row execute function refuse_change();
create trigger task_comments_no_truncate before truncate on task_comments
  for each statement execute function refuse_change();
