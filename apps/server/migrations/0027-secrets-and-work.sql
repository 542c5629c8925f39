-- Hashes of the keys in secrets.json: a node whose keys differ refuses to start.
create table secret_fingerprints (
  name text primary key,
  fingerprint text not null,
  recorded_at timestamptz not null default now()
);

-- The sweep for videos that no job encodes.
create index files_processing on files (id) where state = 'processing';
