-- What every area leans on: gapless document numbers, history, audit and kept answers.

-- Ledgers, history and audit only append. The application never needs to change a row of theirs;
-- this holds it to that, and whoever works by hand too.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, lower(tg_op)
    using errcode = 'restrict_violation', hint = 'Correct it with a reversal.';
end $$;

-- One row per series: 'INV-2026', or 'SKU'. The row lock makes numbers gapless: a transaction that
-- rolls back gives its number back.
create table document_counters (
  series text primary key,
  last_number bigint not null check (last_number > 0)
);

-- Changes of status (field = 'status') and of header fields worth remembering, such as the ETA.
create table history (
  id bigint generated always as identity primary key,
  entity text not null,
  entity_id bigint not null,
  field text not null,
  from_value text,                          -- null: the document was just made
  to_value text,
  note text,
  recorded_at timestamptz not null,         -- when we were told
  recorded_by bigint,                       -- null: the system
  occurred_at timestamptz not null          -- when it happened; a phone may have been offline
);
create index history_of on history (entity, entity_id, id);
create trigger history_append_only before update or delete on history
  for each row execute function refuse_change();
create trigger history_no_truncate before truncate on history
  for each statement execute function refuse_change();

create table audit_log (
  id bigint generated always as identity primary key,
  recorded_at timestamptz not null,
  actor_id bigint,                          -- null: the system
  actor_name text not null,
  source text not null check (source in ('api', 'cli')),
  action text not null,
  entity text not null,
  entity_id bigint,
  reference_no text,
  before jsonb,
  after jsonb,
  request_id text not null
);
create index audit_of on audit_log (entity, entity_id, id);
create index audit_by on audit_log (actor_id, id);
create trigger audit_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_no_truncate before truncate on audit_log
  for each statement execute function refuse_change();

-- Answers kept for 30 days so that a phone that lost the reply can ask again. The row commits with
-- the effect it stands for; a refused request leaves none.
create table idempotency_keys (
  user_id bigint not null,
  key text not null check (length(key) between 1 and 255),
  request_hash text not null,
  status smallint not null,
  location text,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
