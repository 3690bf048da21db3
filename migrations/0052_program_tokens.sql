-- A program's token is a session that somebody opened for it: it lasts until a day that was said, is never
-- refreshed, and may be for reading only. The token itself is kept nowhere.
alter table sessions
  add column program text check (program <> ''),
  add column read_only boolean not null default false,
  add column given_by bigint references users,
  add constraint only_programs_read check (program is not null or not read_only);
create index sessions_of_programs on sessions (user_id) where program is not null;
