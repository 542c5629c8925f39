-- One live state of a performer (decision 122).

-- How long an open show had no media since its first picture, without the silence that lasts, which began at `silent_since`.
alter table streams
  add column silent_ms bigint not null default 0 check (silent_ms >= 0),
  add column silent_since timestamptz;
update streams set silent_since = interrupted_at where ended_at is null and state = 'interrupted' and started_at is not null;
update streams set silent_since = updated_at where state = 'paused' and started_at is not null;

-- The live state is read from the shows.
alter table performers drop column live_stream_id;
