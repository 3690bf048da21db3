-- What a bank lends us to retire the documents of an LC (loan against trust receipt), and how it is paid back.
-- Where a number is taken by an account that was added, the next free one: numbers are names, roles are not.
insert into accounts (number, role, name, name_bn, type, kind, money_type)
select (select min(n)::text from generate_series(wanted.number, wanted.number + 98) n
    where not exists (select from accounts a where a.number = n::text)),
  wanted.role, wanted.name, wanted.name_bn, wanted.type, wanted.kind, null
from (values
  (2400, 'bank_loans', 'Bank loans (LTR)', 'ব্যাংক ঋণ (এলটিআর)', 'liability', 'control'),
  (6150, 'interest', 'Interest', 'সুদ', 'expense', 'plain')
) as wanted (number, role, name, name_bn, type, kind);

create table lc_loans (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  lc_tt_id bigint not null references lc_tt,
  amount numeric(15,2) not null check (amount > 0),
  interest_percent numeric(9,4) not null check (interest_percent >= 0),
  taken_on date not null,
  due_on date not null check (due_on >= taken_on),
  -- the money account it came to
  account_id bigint not null references accounts,
  bank_reference text,
  note text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by bigint references users,
  version integer not null default 1
);
create index lc_loans_of_an_lc on lc_loans (lc_tt_id, id);
create index lc_loans_by_due_day on lc_loans (due_on);

create table lc_loan_payments (
  id bigint generated always as identity primary key,
  loan_id bigint not null references lc_loans,
  paid_on date not null,
  principal numeric(15,2) not null,
  interest numeric(15,2) not null,
  account_id bigint not null references accounts,
  note text,
  -- a payment taken back is mirrored, its numbers below zero
  reverses_id bigint unique references lc_loan_payments,
  created_at timestamptz not null,
  created_by bigint references users,
  constraint loan_reversal_is_negative check (case when reverses_id is null
    then principal >= 0 and interest >= 0 and principal + interest > 0
    else principal <= 0 and interest <= 0 end)
);
create index lc_loan_payments_of_a_loan on lc_loan_payments (loan_id, id);
create trigger lc_loan_payments_append_only before update or delete on lc_loan_payments
  for each row execute function refuse_change();
