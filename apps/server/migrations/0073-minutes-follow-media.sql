-- Minutes of paid shows follow the media that were delivered to a seat (decision 0068), not the clock on the wall.

alter table stream_participants
  -- Milliseconds of media delivered to the seat so far; the positions below are among them.
  add column connected_ms bigint not null default 0 check (connected_ms >= 0),
  -- Position at which the next minute begins: the first one after ten seconds of settling.
  add column next_from_ms bigint not null default 10000 check (next_from_ms >= 0),
  -- Position at which the last charged minute began; null without one, and once it was given back.
  add column minute_from_ms bigint,
  -- Both sides are connected.
  add column is_running boolean not null default false,
  -- Minutes that an outage of the site missed.
  add column missed integer not null default 0 check (missed >= 0),
  -- The last figure of the hosting process, and the id of its count: a new count begins at zero.
  add column counted_by uuid,
  add column counted_ms bigint not null default 0 check (counted_ms >= 0);

-- Shows on air during the upgrade keep the rest of their running minutes.
update stream_participants set
  minute_from_ms = case when next_minute_at is not null and minutes > 0 then 0 end,
  next_from_ms = case
    when next_minute_at is not null then greatest(1, least(60000, extract(epoch from next_minute_at - now()) * 1000)::bigint)
    when minutes > 0 then 1
    else 10000 end,
  is_running = next_minute_at is not null
where left_at is null;

drop index stream_participants_due;
create index stream_participants_due on stream_participants (stream_id, account_id) where connected_ms >= next_from_ms and left_at is null;

-- The minutes of a seat, for its receipt: the media that each took, and the protocols that delivered them.
create table stream_minutes (
  stream_id uuid not null,
  account_id uuid not null,
  minute integer not null check (minute > 0),
  started_at timestamptz not null,
  from_ms bigint not null check (from_ms >= 0),
  -- Position at which it ended; null while it is the last one.
  to_ms bigint check (to_ms >= from_ms),
  -- Why it was given back: the performer's connection dropped, they or a moderator ended the show, or the fan was gone before it began.
  refund_reason text check (refund_reason in ('dropped', 'ended', 'moderator', 'away')),
  protocols text[] not null default '{}' check (protocols <@ array['whep', 'hls', 'mp4']),
  primary key (stream_id, account_id, minute),
  foreign key (stream_id, account_id) references stream_participants (stream_id, account_id)
);
