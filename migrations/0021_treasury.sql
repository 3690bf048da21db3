-- Money that moves between our own accounts, what is spent without a supplier's ledger, and the rates of a
-- day. Each transfer and expense is an entry of the journal; taken back it is mirrored by another.

create table transfers (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  from_account_id bigint not null references accounts,
  to_account_id bigint not null references accounts,
  amount numeric(15,2) not null check (amount > 0 and amount < 1e13),
  date date not null,
  note text,
  entry_id bigint not null references journal_entries deferrable initially deferred,
  reversed_at timestamptz,
  reversed_on date check (reversed_on >= date),
  reversed_by bigint references users,
  reversal_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1,
  constraint transfer_has_two_ends check (from_account_id <> to_account_id),
  constraint transfer_reversal_is_whole
    check ((reversed_at is null) = (reversed_on is null) and (reversed_at is null) = (reversal_reason is null))
);
create index transfers_on on transfers (date, id);

create table expenses (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  account_id bigint not null references accounts,  -- the money it was paid from
  category_id bigint not null references accounts, -- what it was spent on
  amount numeric(15,2) not null check (amount > 0 and amount < 1e13),
  date date not null,
  payee text,
  reference text,
  note text,
  entry_id bigint not null references journal_entries deferrable initially deferred,
  reversed_at timestamptz,
  reversed_on date check (reversed_on >= date),
  reversed_by bigint references users,
  reversal_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1,
  constraint expense_reversal_is_whole
    check ((reversed_at is null) = (reversed_on is null) and (reversed_at is null) = (reversal_reason is null))
);
create index expenses_on on expenses (date, id);
create index expenses_called on expenses (account_id, lower(reference)) where reference is not null;

-- What is written on them stands for ever; they are taken back, once.
create function refuse_edit() returns trigger language plpgsql as $$
declare
  fixed constant text[] := '{reversed_at,reversed_on,reversed_by,reversal_reason,updated_at,version}';
begin
  if tg_op = 'DELETE' or old.reversed_at is not null or to_jsonb(old) - fixed <> to_jsonb(new) - fixed then
    raise exception '% is not edited: it can only be reversed, once', old.reference_no
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger transfers_stand before update or delete on transfers
  for each row execute function refuse_edit();
create trigger expenses_stand before update or delete on expenses
  for each row execute function refuse_edit();

-- A dated rate is what is proposed from that day on; nothing takes it by itself.
create table rates (
  id bigint generated always as identity primary key,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  date date not null,
  customs numeric(16,8) check (customs > 0 and customs < 1e7),
  bank_selling numeric(16,8) check (bank_selling > 0 and bank_selling < 1e7),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1,
  constraint one_rate_a_day unique (currency, date),
  constraint rate_says_something check (customs is not null or bank_selling is not null)
);
