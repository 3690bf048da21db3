-- Before what is sensitive some confirm once more who they are: those of a role that the settings name, and
-- whoever has a second factor, which the settings may require of roles too. Nobody, unless somebody says so.
alter table settings
  add column step_up_roles text[] not null default '{}' check (step_up_roles <@ array['owner', 'admin', 'manager',
    'accounts', 'sales', 'service_manager', 'engineer', 'store', 'office_staff']),
  add column totp_required_roles text[] not null default '{}' check (totp_required_roles <@ array['owner', 'admin',
    'manager', 'accounts', 'sales', 'service_manager', 'engineer', 'store', 'office_staff']);

-- A program has nobody who could confirm anything.
alter table sessions
  add column confirmed_until timestamptz,
  add constraint programs_confirm_nothing check (program is null or confirmed_until is null);

-- The second factor of a user: codes of six digits that his phone makes of a secret and the time (RFC 6238).
create table user_totp (
  user_id bigint primary key references users,
  -- sealed with a key that is not in the database
  secret text not null,
  -- the last 30 seconds of which a code was taken, counted since 1970: no code counts twice
  last_step bigint not null default 0,
  created_at timestamptz not null,
  -- null: begun only, so it counts for nothing yet
  confirmed_at timestamptz
);

-- What opens in place of a code where the phone is lost, once each.
create table totp_recovery_codes (
  code_hash text primary key,
  user_id bigint not null references user_totp on delete cascade,
  used_at timestamptz
);
create index totp_recovery_codes_of_a_user on totp_recovery_codes (user_id);
