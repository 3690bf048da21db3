-- Programs that are told of every change. A hook goes on from its position in the changes (GET /changes); what it
-- has to send is kept until the receiver has said that it came.
create table webhooks (
  id bigint generated always as identity primary key,
  url text not null,
  kinds text[] not null default '{}',
  user_id bigint not null references users,
  active boolean not null default true,
  secret text not null,
  -- the token of GET /changes after what is kept below
  position json not null,
  failures integer not null default 0,
  failing_since timestamptz,
  next_try_at timestamptz,
  last_error text,
  last_delivered_at timestamptz,
  stopped_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by bigint references users,
  version integer not null default 1
);
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks,
  kind text not null,
  record_id bigint not null,
  -- as it is sent, to the letter
  change json not null,
  tries integer not null default 0,
  last_status integer,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  delivered_at timestamptz
);
create index deliveries_that_wait on webhook_deliveries (webhook_id, id) where delivered_at is null;
create index deliveries_of_a_webhook on webhook_deliveries (webhook_id, id);
create index deliveries_by_age on webhook_deliveries (delivered_at) where delivered_at is not null;
