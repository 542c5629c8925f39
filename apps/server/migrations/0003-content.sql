-- What can be entitled (items), who is entitled to it, and the first kind of it: feeds.

-- One row for everything that is shown to some and not to others, of whatever kind. Its id is the thing's own.
create table items (
  id uuid primary key,
  kind text not null check (kind in ('feed', 'gallery', 'photo', 'video', 'reel', 'product', 'message', 'stream')),
  performer_id uuid not null references performers (account_id),
  title text not null default '',
  audience text not null check (audience in ('everyone', 'followers', 'subscribers', 'buyers')),
  -- Hundredths of a token.
  price_amount bigint check (price_amount > 0),
  price_version integer not null default 1,
  -- Off sale: those entitled keep it, nobody else can get in.
  on_sale boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (audience <> 'buyers' or price_amount is not null)
);
create index items_performer on items (performer_id, kind, on_sale);

-- What an account was given for good. Written by the ledger's function alone.
create table entitlements (
  account_id uuid not null references accounts (id),
  item_id uuid not null references items (id),
  item_kind text not null,
  source text not null check (source in ('purchase', 'grant')),
  order_id uuid,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (account_id, item_id)
);
create index entitlements_item on entitlements (item_id);

create table subscriptions (
  id uuid primary key default uuidv7(),
  fan_id uuid not null references accounts (id),
  performer_id uuid not null references performers (account_id),
  type text not null check (type in ('monthly', 'yearly', 'free')),
  -- `expired` is derived from expires_at on reading; this is what the fan chose.
  state text not null default 'active' check (state in ('active', 'cancelled')),
  renews_by text check (renews_by in ('wallet', 'card')),
  price_amount bigint not null check (price_amount >= 0),
  order_id uuid,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (fan_id, performer_id) include (expires_at)
);
create index subscriptions_performer on subscriptions (performer_id, expires_at desc);

create table feeds (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references performers (account_id),
  type text not null check (type in ('text', 'photo', 'video')),
  title text not null default '',
  text text not null default '',
  state text not null check (state in ('draft', 'scheduled', 'processing', 'review', 'active', 'taken-down', 'deleted')),
  thumbnail_file_id uuid references files (id),
  teaser_file_id uuid references files (id),
  pinned_at timestamptz,
  published_at timestamptz,
  -- Derived from the files when they change: what a list needs to show them, so that it joins no files.
  media jsonb not null default '[]',
  preview jsonb,
  teaser jsonb,
  photo_count integer not null default 0,
  video_ms integer,
  like_count integer not null default 0,
  comment_count integer not null default 0,
  unlock_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index feeds_of_performer on feeds (performer_id, published_at desc, id desc) where state = 'active';
create index feeds_newest on feeds (published_at desc, id desc) where state = 'active';
create index feeds_managed on feeds (performer_id, id desc);

create table feed_files (
  feed_id uuid not null references feeds (id),
  file_id uuid not null references files (id),
  position integer not null,
  primary key (feed_id, position)
);
create index feed_files_file on feed_files (file_id);

-- The home feed of an account, written when a feed is published.
create table timelines (
  account_id uuid not null,
  published_at timestamptz not null,
  feed_id uuid not null,
  performer_id uuid not null,
  primary key (account_id, published_at, feed_id)
);
create index timelines_performer on timelines (account_id, performer_id);

create table reactions (
  account_id uuid not null references accounts (id),
  action text not null check (action in ('like', 'bookmark', 'follow')),
  object_type text not null check (object_type in ('feed', 'performer')),
  object_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (account_id, action, object_id)
);
create index reactions_object on reactions (object_id, action);
