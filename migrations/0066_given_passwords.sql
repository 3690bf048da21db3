-- A password that the service made is for the first login: it opens nothing any more after its last moment.
alter table users add column password_ends_at timestamptz;
