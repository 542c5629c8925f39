-- What accounts are told, in parts by the month in which it began (docs/decisions/0038): a month that nobody may see any more is dropped
-- whole. The parts are made when they are needed (functions/notification-months.sql). Without foreign keys: adding a part would lock the
-- tables they lead to.
create table notifications (
  id uuid not null default uuidv7(),
  account_id uuid not null,
  -- From the registry of the module.
  kind text not null,
  -- Facts of one group become one row while that is unread.
  group_key text not null,
  -- Who did it, the last one of several.
  actor_id uuid,
  -- Whose it is: hidden from whom this performer is hidden.
  performer_id uuid,
  item_id uuid,
  comment_id uuid,
  -- What it is about, if that is neither an item nor a comment.
  object_kind text,
  object_id uuid,
  payload jsonb not null default '{}',
  count integer not null default 1 check (count > 0),
  -- Tokens of all its facts, in hundredths.
  tokens_amount bigint,
  -- Whether it is shown; a row that is not was only mailed.
  on_site boolean not null,
  read_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint notifications_pkey primary key (account_id, id, created_at)
) partition by range (created_at);
-- What is told to many: a slice that is repeated finds its own rows, as their time is that of the fact.
create unique index notifications_told on notifications (account_id, kind, group_key, created_at) where kind in ('post', 'live');
create index notifications_growing on notifications (account_id, kind, group_key) where read_at is null;
create index notifications_listed on notifications (account_id, updated_at desc, id desc) where on_site;
create index notifications_unread on notifications (account_id) where read_at is null and on_site;
-- What somebody wrote goes with their account.
create index notifications_words on notifications (actor_id) where payload ? 'words';

-- Facts that were told already, by account: grouped rows can't tell. Kept for weeks, longer than an event waits in the outbox.
create table notification_facts (
  account_id uuid not null,
  fact text not null,
  created_at timestamptz not null,
  constraint notification_facts_pkey primary key (account_id, fact)
);
create index notification_facts_created on notification_facts (created_at);

-- What of a performer an account is told. Null: not chosen; then shows are told to subscribers, posts to nobody.
create table bells (
  account_id uuid not null references accounts (id),
  performer_id uuid not null references performers (account_id),
  posts boolean,
  live boolean,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint bells_pkey primary key (account_id, performer_id)
);
-- Whom a post or a show is told, in the order of their ids.
create index bells_posts on bells (performer_id, account_id) where posts;
create index bells_live on bells (performer_id, account_id) where live;

-- Which kinds reach an account by which channel, where it chose.
create table notification_choices (
  account_id uuid not null references accounts (id),
  kind text not null,
  channel text not null constraint notification_choices_channel_check check (channel in ('site', 'mail')),
  is_on boolean not null,
  updated_at timestamptz not null default now(),
  constraint notification_choices_pkey primary key (account_id, kind, channel)
);
