-- What the bank says of an account, line by line, and which line of the account's book each one is. A match
-- says so only; it moves no value, and a wrong one is taken back.

create table statement_lines (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  date date not null,
  amount numeric(15,2) not null check (amount <> 0 and abs(amount) < 1e13), -- above zero: it came in
  reference text,
  description text,
  nth integer not null,                     -- of lines that say the same
  file_name text not null,
  journal_line_id bigint unique references journal_lines,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1
);
-- The same statement, or one that overlaps it, brings nothing twice.
create unique index statement_line_once on statement_lines
  (account_id, date, amount, coalesce(reference, ''), coalesce(description, ''), nth);
