-- Private and group shows: requests, holds, seats, the fan's camera, and the pause of a public show.

alter table streams drop constraint streams_state_check;
alter table streams add constraint streams_state_check check (state in ('starting', 'live', 'interrupted', 'paused', 'ended'));
alter table streams drop constraint streams_end_reason_check;
alter table streams add constraint streams_end_reason_check
  check (end_reason in ('performer', 'dropped', 'neverStarted', 'moderator', 'fan', 'outOfTokens', 'privateShow'));
alter table streams
  -- Of a group show: hundredths of a token a minute for who joins next, how many may be in it, and who they may be.
  add column price_amount bigint check (price_amount > 0),
  add column seats integer check (seats between 2 and 100),
  add column minimum_minutes integer check (minimum_minutes between 1 and 60),
  add column audience text check (audience in ('everyone', 'followers', 'subscribers')),
  add constraint streams_group_check
    check (type <> 'group' or num_nulls(price_amount, seats, minimum_minutes, audience) in (0, 4));
-- A performer gives one show at a time; beside it, a public one may be paused.
drop index streams_open;
create unique index streams_open on streams (performer_id) where ended_at is null and state <> 'paused';
create unique index streams_paused on streams (performer_id) where state = 'paused';

-- A fan asks a performer for a private show. The id becomes the show's; the hold of the tokens is the ledger account of that id.
create table stream_requests (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references performers (account_id),
  fan_id uuid not null references accounts (id),
  state text not null default 'requested'
    check (state in ('requested', 'accepted', 'declined', 'cancelled', 'expired', 'active', 'ended')),
  message text not null default '',
  with_camera boolean not null default false,
  -- Frozen when asking, as in stream_participants.
  price_amount bigint not null check (price_amount > 0),
  token_value bigint not null check (token_value > 0),
  commission_rate integer not null check (commission_rate between 0 and 10000),
  minimum_minutes integer not null check (minimum_minutes between 1 and 60),
  held_amount bigint not null check (held_amount > 0),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- A fan has one at a time.
create unique index stream_requests_open on stream_requests (fan_id) where state in ('requested', 'accepted', 'active');
create index stream_requests_waiting on stream_requests (performer_id, id) where state = 'requested';
create index stream_requests_expiring on stream_requests (expires_at) where state = 'requested';
create index stream_requests_of_performer on stream_requests (performer_id, id desc);

alter table stream_participants
  -- The ledger account of kind `hold`; a new one for each time somebody joins.
  add column hold_id uuid unique,
  -- What the fan's own camera is published as; null without one.
  add column camera_id uuid unique,
  -- When the running minute began; null while none runs.
  add column minute_started_at timestamptz,
  add column left_at timestamptz,
  add column left_reason text check (left_reason in ('left', 'ended', 'outOfTokens', 'removed')),
  add constraint stream_participants_left_check check ((left_at is null) = (left_reason is null));
update stream_participants p set left_at = s.ended_at, left_reason = 'ended' from streams s where s.id = p.stream_id and s.ended_at is not null;
create index stream_participants_due on stream_participants (next_minute_at) where next_minute_at is not null;
create index stream_participants_there on stream_participants (stream_id) where left_at is null;

alter table stream_rights
  -- Another medium of the show than the show's own: the camera of a fan.
  add column media_id uuid,
  -- Expires soon, and lives on with each paid minute.
  add column is_renewed boolean not null default false;

