-- Live shows: the nodes that carry them, the shows, who may publish and watch, who watched, what was recorded; and their conversations.

-- A live process while it runs. A new process is a new node.
create table live_nodes (
  id uuid primary key,
  -- Where the site's other processes reach it, such as http://127.0.0.1:41234.
  url text not null,
  started_at timestamptz not null default now(),
  -- Written every two seconds; a node that was silent for ten is dead.
  seen_at timestamptz not null default now()
);

create table conversations (
  id uuid primary key default uuidv7(),
  type text not null check (type in ('private', 'stream_public', 'stream_private', 'stream_group')),
  performer_id uuid not null references performers (account_id),
  -- What it belongs to: a show's id, for the stream types.
  stream_id uuid unique,
  source text not null,
  source_id uuid not null,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((type = 'private') = (stream_id is null))
);
create index conversations_of_performer on conversations (performer_id, type, id desc);

create table messages (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null references conversations (id),
  sender_id uuid not null references accounts (id),
  kind text not null default 'text' check (kind in ('text', 'tip')),
  text text not null default '',
  file_ids uuid[] not null default '{}',
  -- The tip it tells of: written after the payment, once.
  transaction_id uuid unique,
  -- Hundredths of a token.
  tip_amount bigint check (tip_amount > 0),
  deleted_at timestamptz,
  deleted_by uuid references accounts (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((kind = 'tip') = (transaction_id is not null and tip_amount is not null))
);
create index messages_of_conversation on messages (conversation_id, id desc);
create index messages_tips on messages (conversation_id, sender_id) include (tip_amount) where kind = 'tip';

-- One show. Its item (same id, kind stream) says who may see it.
create table streams (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references performers (account_id),
  type text not null check (type in ('public', 'private', 'group')),
  state text not null default 'starting' check (state in ('starting', 'live', 'interrupted', 'ended')),
  title text not null,
  goal_title text,
  -- Hundredths of a token.
  goal_amount bigint check (goal_amount > 0),
  is_recorded boolean not null default false,
  -- The node its media is on; null until someone publishes, and after a node's death.
  node_id uuid references live_nodes (id) on delete set null,
  width integer,
  height integer,
  -- Watching now, and the most there were; written by the owner node.
  viewer_count integer not null default 0,
  peak_viewer_count integer not null default 0,
  -- How long media flowed, in all; and of that, before the engine that holds the show began to count.
  published_ms bigint not null default 0,
  published_before_ms bigint not null default 0,
  -- What everybody watched together, tokens or none; sampled by the owner node.
  watched_ms bigint not null default 0,
  -- When media flowed first; when it last ceased to.
  started_at timestamptz,
  interrupted_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('performer', 'dropped', 'neverStarted', 'moderator')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'ended') = (ended_at is not null and end_reason is not null)),
  check ((goal_title is null) = (goal_amount is null))
);
-- A performer gives one show at a time.
create unique index streams_open on streams (performer_id) where ended_at is null;
create index streams_of_performer on streams (performer_id, id desc);
create index streams_live on streams (viewer_count desc, id) where state in ('live', 'interrupted');
create index streams_of_node on streams (node_id) where ended_at is null;

-- Who may publish or play one show, and until when. The token itself is known to its holder alone.
create table stream_rights (
  id uuid primary key default uuidv7(),
  stream_id uuid not null references streams (id),
  -- Null for a visitor of a public show.
  account_id uuid references accounts (id),
  kind text not null check (kind in ('publish', 'play')),
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index stream_rights_of_stream on stream_rights (stream_id, kind);

-- Who watched, by right: written by the owner node while they do. It outlives the right, which is deleted some days after the show.
create table stream_viewers (
  right_id uuid primary key,
  stream_id uuid not null references streams (id),
  account_id uuid references accounts (id),
  joined_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  left_at timestamptz,
  -- As with streams.published_ms.
  watched_ms bigint not null default 0,
  watched_before_ms bigint not null default 0
);
create index stream_viewers_of_stream on stream_viewers (stream_id);
create index stream_viewers_watching on stream_viewers (stream_id) where left_at is null;

create table stream_recordings (
  stream_id uuid primary key references streams (id),
  state text not null default 'recording' check (state in ('recording', 'processing', 'ready', 'failed', 'deleted')),
  -- The plain MP4, once it is ready.
  file_id uuid references files (id),
  failure text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (state <> 'ready' or file_id is not null)
);
create index stream_recordings_unfinished on stream_recordings (created_at) where state in ('recording', 'processing');

alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check
  check (purpose in ('avatar', 'cover', 'document', 'feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'welcomeVideo', 'recording'));

-- The show a performer gives now, kept with the show's state, so that lists need no join.
alter table performers add column live_stream_id uuid references streams (id);
create index performers_live on performers (live_stream_id) where live_stream_id is not null;
