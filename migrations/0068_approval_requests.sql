-- A write that somebody may not do by himself because of a limit, asked of a second person: as it was sent, and
-- what became of it.
create table approval_requests (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  -- by the name that the audit log has for it
  operation text not null,
  -- the id in the write's path, where it has one
  record_id bigint,
  body jsonb not null,
  title text not null,
  risk_amount_local numeric(15,2),
  reason text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'refused', 'withdrawn')),
  decided_at timestamptz,
  decided_by bigint references users,
  decision_note text,
  -- what its approval wrote
  made_type text,
  made_id bigint,
  made_reference_no text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by bigint references users,
  version integer not null default 1,
  constraint decided_or_pending check ((status = 'pending') = (decided_at is null)),
  constraint approved_is_done check ((status = 'approved') = (made_id is not null)),
  constraint taken_by_two check (status <> 'approved' or decided_by is distinct from created_by)
);
create index approval_requests_pending on approval_requests (created_at, id) where status = 'pending';
create index approval_requests_of_a_user on approval_requests (created_by, id);
create index approval_requests_by_change on approval_requests (updated_at, id);

-- What was asked stays as it was asked, and what is decided is decided.
create function keep_request() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.status <> 'pending' or
    (to_jsonb(new) - array['status', 'decided_at', 'decided_by', 'decision_note', 'made_type', 'made_id',
      'made_reference_no', 'updated_at', 'version'])
      <> (to_jsonb(old) - array['status', 'decided_at', 'decided_by', 'decision_note', 'made_type', 'made_id',
      'made_reference_no', 'updated_at', 'version']) then
    raise exception 'a request is never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger approval_requests_kept before update or delete on approval_requests
  for each row execute function keep_request();

create trigger note_new after insert on approval_requests referencing new table as changed
  for each statement execute function note_change('approval_request');
create trigger note_update after update on approval_requests referencing new table as changed
  for each statement execute function note_change('approval_request');
