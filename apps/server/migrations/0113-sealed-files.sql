-- Files that are encrypted in storage, each by an identity of its own, which is encrypted under the keys of DATA_DIR.
create table sealed_files (
  storage_key text primary key,
  identity_sealed bytea not null,
  -- The plain file's size.
  bytes bigint not null,
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on sealed_files to stagedoor_app;

-- Documents that earlier versions stored as they came: a job encrypts them.
create index files_unsealed on files (id) where purpose = 'document' and not starts_with(original_key, 'sealed/');
