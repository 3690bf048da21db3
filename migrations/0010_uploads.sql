-- Photos and documents. The files lie in a folder or an S3-compatible bucket, never in the database.
create table uploads (
  id bigint generated always as identity primary key,
  reference_no text not null unique,
  file_name text not null,                  -- as the sender called it, without folders and control characters
  content_type text not null
    check (content_type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')), -- told by the content
  size_bytes bigint not null check (size_bytes > 0),        -- of what is stored, after metadata was removed
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),   -- likewise
  -- Random: no name from outside ever reaches the storage. An image's thumbnail has the same name and '.thumb'.
  stored_name text not null unique check (stored_name ~ '^[0-9a-f]{32}$'),
  width integer check (width > 0),          -- null: no image
  height integer check (height > 0),
  kind text,                                -- a word of the staff's own, such as photo or packing_list
  related_type text,                        -- null: belongs to no record
  related_id bigint,
  client_id text,                           -- the name a phone gave it before it had an id
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by bigint references users,
  version integer not null default 1,
  constraint images_have_a_size check (
    (content_type = 'application/pdf') = (width is null) and (width is null) = (height is null)),
  constraint related_type_and_id_together check ((related_type is null) = (related_id is null))
);
create index uploads_of on uploads (related_type, related_id, id);
create index uploads_by on uploads (created_by, created_at);
