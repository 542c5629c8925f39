-- Lasting keys with which performers publish from programs such as OBS.

create table stream_keys (
  performer_id uuid primary key references performers (account_id) on delete cascade,
  -- SHA-256 of the key, by which a live process finds it.
  key_hash bytea not null unique,
  -- The key, sealed: shown to its performer after a confirmation.
  sealed bytea not null,
  created_at timestamptz not null,
  -- When somebody last published with it.
  used_at timestamptz
);

-- The grant was given to a stream key: it has no token, and ends with the key.
alter table stream_rights add column by_key boolean not null default false;
create index stream_rights_by_key on stream_rights (stream_id) where by_key;

-- The port where the node takes encoders by RTMP, if it does.
alter table live_nodes add column rtmp_port integer;
