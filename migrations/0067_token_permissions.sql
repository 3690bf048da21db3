-- A program's token may have only some of its role's permissions; null: all of them.
alter table sessions add column permissions text[]
  check (permissions is null or program is not null and cardinality(permissions) > 0);
