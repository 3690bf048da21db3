-- A chain of hashes over audit_log, so that a changed, deleted or added row shows, and a cut tail too.
-- Rows are chained after they are committed: chaining while they are written would make every
-- transaction that audits wait for the one before.

-- Audit rows that wait for their seal. Written together with the row, so it shows up with it, in
-- whatever order transactions commit; the sealer takes it out again.
create table audit_unsealed (audit_id bigint primary key);
insert into audit_unsealed (audit_id) select id from audit_log;

create table audit_seals (
  seal_number bigint primary key check (seal_number > 0), -- 1, 2, 3 … without a gap, unlike audit ids
  audit_id bigint not null unique,          -- no foreign key: a deleted row must show here, not be held back
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),     -- SHA-256 of the seal before and the audit row
  sealed_at timestamptz not null default now()
);
create trigger audit_seals_append_only before update or delete on audit_seals
  for each row execute function refuse_change();
create trigger audit_seals_no_truncate before truncate on audit_seals
  for each statement execute function refuse_change();

-- Where the chain ends. Signed with the service's secret, which the database does not know: whoever
-- cuts the end off, or hashes everything anew, cannot sign for it.
create table audit_head (
  id smallint primary key check (id = 1),
  sealed_rows bigint not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  signature text,                           -- null: nothing was sealed yet
  updated_at timestamptz not null default now()
);
insert into audit_head (id, sealed_rows, hash) values (1, 0, repeat('0', 64));

create index audit_doing on audit_log (action, id);
create index audit_requested on audit_log (request_id);
-- Rows come in the order of time: a summary per block finds a day in a log of years.
create index audit_at on audit_log using brin (recorded_at);
