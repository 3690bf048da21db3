-- Cheques that we gave suppliers. Until the bank has paid one it is a promise: no row of the ledger, no entry of
-- the journal. Cleared it is one payment in the ledger, bounced after that the mirror of it.
create table issued_cheques (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  supplier_id bigint not null references suppliers,
  amount numeric(15,4) not null check (amount > 0 and amount < 1e11),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  exchange_rate numeric(16,8) not null check (exchange_rate > 0 and exchange_rate < 1e7), -- of the day it was given
  amount_local numeric(15,2) not null check (amount_local >= 0 and amount_local < 1e13),
  cheque_number text not null,
  cheque_date date not null,
  issued_date date not null,
  account_id bigint not null references accounts, -- the bank it is drawn on
  entry_type text not null check (entry_type in ('payment', 'advance')),
  shipment_id bigint references shipments,
  lc_tt_id bigint references lc_tt,
  particulars text not null,
  note text,
  allow_duplicate boolean not null default false,
  state text not null default 'issued' check (state in ('issued', 'cleared', 'bounced', 'returned')),
  cleared_on date check (cleared_on >= issued_date and cleared_on >= cheque_date),
  ended_on date check (ended_on >= issued_date and ended_on >= cleared_on), -- bounced, or came back
  ledger_entry_id bigint unique references supplier_ledger, -- the payment that it is since it was cleared
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1,
  search_text text not null generated always as (search_text(array[reference_no, cheque_number])) stored,
  constraint only_a_paid_cheque_is_in_the_ledger check ((cleared_on is null) = (ledger_entry_id is null)
    and case state when 'issued' then cleared_on is null when 'cleared' then cleared_on is not null
      when 'returned' then cleared_on is null else true end),
  constraint ended_has_a_day check ((ended_on is not null) = (state in ('bounced', 'returned')))
);
create index issued_cheques_of on issued_cheques (supplier_id, id);
create index issued_cheques_due on issued_cheques (cheque_date) where state = 'issued';
create index issued_cheques_search on issued_cheques using gin (search_text gin_trgm_ops);
create unique index one_cheque_of_a_number on issued_cheques (lower(cheque_number))
  where state in ('issued', 'cleared') and not allow_duplicate;

-- What is written on a cheque stands for ever; only how far it is moves on.
create function refuse_rewriting() returns trigger language plpgsql as $$
declare
  -- search_text follows from the rest, and is not worked out yet
  moving constant text[] := '{state,cleared_on,ended_on,ledger_entry_id,updated_at,version,search_text}';
begin
  if tg_op = 'DELETE' or to_jsonb(old) - moving <> to_jsonb(new) - moving then
    raise exception '% is not edited: its state moves on, or it comes back', old.reference_no
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger issued_cheques_stand before update or delete on issued_cheques
  for each row execute function refuse_rewriting();
create trigger issued_cheques_period after insert on issued_cheques referencing new table as added
  for each statement execute function hold_period_of_day('issued_date');
