-- A device that a user has logged in on, known again by a token of its own (kept as SHA-256): guesses from
-- elsewhere do not make it wait. Several may use one device.
create table devices (
  id bigint generated always as identity primary key,
  token_hash text not null,
  user_id bigint not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (token_hash, user_id)
);
create index devices_of on devices (user_id);

-- The session that this one takes the place of, from its first use on: copies of the old tokens end with it.
alter table sessions add column replaces bigint references sessions;
