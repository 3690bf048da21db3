-- A decision that somebody took as it stands or put off: so that no second phone asks it again. What he saw
-- is kept with it. One as it stands counts for everybody, one put off for him until the day.
create table acknowledgements (
  id bigint generated always as identity primary key,
  kind text not null,
  record_id bigint not null,
  -- what was seen of a record that can change; it is asked again when it has changed
  record_version integer,
  reference_no text not null,
  title text not null,
  risk_amount_local numeric(15, 2),
  seen jsonb not null,
  until date,
  note text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by bigint references users,
  version integer not null default 1,
  withdrawn_at timestamptz
);
create unique index one_acknowledgement_of_a_decision on acknowledgements (kind, record_id)
  where until is null and withdrawn_at is null;
create index acknowledgements_of_a_decision on acknowledgements (kind, record_id)
  where withdrawn_at is null;
create index acknowledgements_by_change on acknowledgements (updated_at, id);
