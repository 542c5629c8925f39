-- Resumable uploads: what was begun, by whom, for what. How much of it has come is told by the part's own file, so that nothing is
-- believed that a crash took away.

create table uploads (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  purpose text not null check (purpose in ('feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'media')),
  -- What it will have in the end, as it was said at the beginning.
  bytes bigint not null check (bytes > 0),
  -- Where it lies in storage once it was taken.
  storage_key text not null unique,
  -- Of what was taken: its hash, and what it is by its content.
  sha256 text,
  kind text check (kind in ('image', 'video', 'document')),
  content_type text,
  taken_at timestamptz,
  created_at timestamptz not null default now(),
  check ((taken_at is null) = (sha256 is null) and (taken_at is null) = (kind is null) and (taken_at is null) = (content_type is null))
);
create index uploads_account on uploads (account_id) where taken_at is null;
create index uploads_age on uploads (created_at);

-- One row for each original: the same upload used twice is the same file. The sweep of what no row knows looks files up by it too.
create unique index files_original on files (original_key);

-- What a performer's content takes up is summed before each upload.
create index files_storage on files (owner_id) include (bytes)
  where purpose in ('media', 'feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'recording', 'productFile', 'productImage');
