-- What of an unfinished upload is in the bucket, so that every web node can continue it. Without a foreign key: the sweep removes the
-- objects of uploads that are gone.
create table upload_pieces (
  upload_id uuid not null,
  -- Where it begins.
  at_byte bigint not null check (at_byte >= 0),
  bytes bigint not null check (bytes > 0),
  storage_key text not null,
  primary key (upload_id, at_byte)
);
