create table users (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  name text not null,
  email text,                               -- kept in lower case
  phone text,                               -- as given
  phone_digits text,                        -- last ten digits: +8801712…, 01712… and 1712… are one phone
  employee_code text,
  role text not null check (role in ('owner', 'admin', 'manager', 'accounts', 'sales',
    'service_manager', 'engineer', 'store', 'office_staff')),
  department text,
  designation text,
  active boolean not null default true,
  password_hash text not null,
  must_change_password boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1,
  constraint user_can_be_named check (email is not null or phone is not null or employee_code is not null)
);
create unique index duplicate_email on users (email);
create unique index duplicate_phone on users (phone_digits);
create unique index duplicate_employee_code on users (lower(employee_code));

-- One row for ever: who set the service up. Its primary key is what makes setup-owner a once-only.
-- Locked first wherever the last owner could be lost.
create table installation (
  id smallint primary key check (id = 1),
  owner_id bigint not null references users,
  installed_at timestamptz not null default now()
);

-- A login. An access token names its session; a revoked session ends the token at the next request.
create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  device json,                              -- as the client described itself; json takes any escape
  address text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_because text
);
create index sessions_of on sessions (user_id) where revoked_at is null;

-- Refresh tokens, stored as SHA-256. A used one that comes back means a stolen copy: the session ends.
create table refresh_tokens (
  token_hash text primary key,
  session_id bigint not null references sessions,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_of on refresh_tokens (session_id);

-- Failed logins of the last minutes. The row is written before the password is looked at, so fifty
-- guesses at once count as fifty; a correct password deletes the account's rows.
create table login_failures (
  id bigint generated always as identity primary key,
  account text not null,                    -- 'user 12', else a hash: people type passwords there too
  address text not null,
  failed_at timestamptz not null default now()
);
create index login_failures_by_account on login_failures (account, failed_at);
create index login_failures_by_address on login_failures (address, failed_at);
create index login_failures_by_age on login_failures (failed_at);

-- Where a user has logged in from: a correct password from there is never locked out.
create table known_addresses (
  user_id bigint not null references users,
  address text not null,
  last_seen_at timestamptz not null default now(),
  primary key (user_id, address)
);
