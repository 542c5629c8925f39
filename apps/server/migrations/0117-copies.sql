-- Copies of what was taken down are found by perceptual hashes (decision 110).

-- When a file was hashed; null until then. A file that can't be hashed counts as hashed and has no hashes.
alter table files add column hashed_at timestamptz;
create index files_unhashed on files (id) where hashed_at is null and state = 'ready' and kind in ('image', 'video') and purpose <> 'document';

-- Hashes of pictures and frames of films: each eight hashes of 32 bytes, of the picture as it is, then of its mirror images and quarter turns.
create table file_hashes (
  file_id uuid not null references files on delete cascade,
  -- Time of a frame; 0 for a picture.
  at_ms integer not null check (at_ms >= 0),
  turns bytea not null check (octet_length(turns) = 256),
  -- As lists have them.
  listed bytea not null check (octet_length(listed) = 256),
  quality smallint not null check (quality between 0 and 100),
  primary key (file_id, at_ms)
);
grant delete, insert, select, update on file_hashes to stagedoor_app;

-- Files may be blocked for the sake of something else than an item: a message, an avatar.
alter table blocked_files
  add column object_kind text not null default 'item',
  add column object_id uuid;
update blocked_files set object_id = item_id;
alter table blocked_files
  alter column object_kind drop default,
  alter column object_id set not null,
  drop constraint blocked_files_pkey,
  add primary key (sha256, object_kind, object_id),
  drop column item_id;
create index blocked_files_object on blocked_files (object_id, object_kind);

-- Outside lists of hashes.
create table hash_lists (
  id uuid primary key default uuidv7(),
  name text not null,
  address text not null,
  token_sealed bytea,
  -- Start of the next fetch, as the list names it; null for the beginning.
  cursor text,
  is_enabled boolean not null default true,
  fetched_at timestamptz,
  -- Why the last fetch failed; null when it didn't.
  failure text,
  failed_at timestamptz,
  entries integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
grant delete, insert, select, update on hash_lists to stagedoor_app;

-- Hashes of what may not be shown. Written under an advisory lock until the commit, so that ids are committed in order: a reader that knows all
-- up to an id misses none.
create table blocked_hashes (
  id bigint generated always as identity primary key,
  -- The object that was taken down, or the list.
  object_kind text not null,
  object_id uuid not null,
  list_id uuid references hash_lists on delete cascade,
  -- The file that was blocked, and the time of the frame.
  file_id uuid references files on delete set null,
  at_ms integer,
  type text not null check (type in ('pdq', 'sha256', 'md5')),
  hash bytea not null check (octet_length(hash) = case type when 'md5' then 16 else 32 end),
  reason text not null default '',
  -- When stored files were compared with it; null until then.
  looked_back_at timestamptz,
  created_at timestamptz not null default now(),
  check ((object_kind = 'list') = (list_id is not null))
);
create index blocked_hashes_object on blocked_hashes (object_id, object_kind);
create index blocked_hashes_file on blocked_hashes (file_id) where file_id is not null;
create unique index blocked_hashes_listed on blocked_hashes (list_id, type, hash) where list_id is not null;
create index blocked_hashes_exact on blocked_hashes (hash) where type <> 'pdq';
create index blocked_hashes_fresh on blocked_hashes (id) where looked_back_at is null;
grant delete, insert, select, update on blocked_hashes to stagedoor_app;

-- Files that look like something blocked. A file waits while one of its rows is open.
create table copy_matches (
  id uuid primary key default uuidv7(),
  -- Null once the file is gone: what was decided about the same bytes stays known.
  file_id uuid references files on delete set null,
  sha256 text not null,
  received_sha256 text,
  object_kind text not null,
  object_id uuid not null,
  list_id uuid references hash_lists on delete cascade,
  -- The blocked file that is most like it.
  blocked_file_id uuid references files on delete set null,
  reason text not null,
  -- Bits of 256 in which the nearest frames differ; 0 for equal bytes.
  distance smallint not null check (distance between 0 and 31),
  -- How many frames look alike, and the times of the nearest.
  frames integer not null check (frames >= 1),
  at_ms integer not null,
  blocked_at_ms integer,
  state text not null default 'open' check (state in ('open', 'different', 'copy')),
  note text not null default '',
  decided_by uuid references accounts on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  unique (file_id, object_kind, object_id)
);
create index copy_matches_open on copy_matches (created_at, id) where state = 'open';
create index copy_matches_bytes on copy_matches (sha256) where state <> 'open';
create index copy_matches_blocked on copy_matches (blocked_file_id) where blocked_file_id is not null;
create index copy_matches_object on copy_matches (object_id, object_kind);
create index copy_matches_list on copy_matches (list_id) where list_id is not null;
create index copy_matches_decider on copy_matches (decided_by) where decided_by is not null;
grant delete, insert, select, update on copy_matches to stagedoor_app;
