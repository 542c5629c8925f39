-- Videos, reels, and how often items are viewed.

-- `place`: the site's own order in rankings, 1 is first. `stream_id`: the show whose recording it was made of.
alter table videos add column place integer check (place > 0), add column stream_id uuid references streams (id);
create unique index videos_stream on videos (stream_id) where stream_id is not null;

create table reels (
  id uuid primary key references items (id)
);

-- Who began to view an item on which day: keyed hashes, deleted after a day. A view counts from its third second on.
create table item_views (
  item_id uuid not null references items (id) on delete cascade,
  viewer text not null,
  day date not null,
  began_at timestamptz not null,
  is_counted boolean not null default false,
  primary key (item_id, viewer, day)
);
create index item_views_day on item_views (day);

-- Where an account stopped watching an item; of reels, that it has seen it.
create table item_positions (
  account_id uuid not null references accounts (id),
  item_id uuid not null references items (id) on delete cascade,
  position_ms integer not null check (position_ms >= 0),
  updated_at timestamptz not null,
  primary key (account_id, item_id)
);
create index item_positions_item on item_positions (item_id);

-- The videos of a period that are watched and bought most, as a job last counted them.
create table video_ranks (
  period text not null check (period in ('day', 'week', 'month', 'all')),
  item_id uuid not null references items (id) on delete cascade,
  score bigint not null,
  primary key (period, item_id)
);
create index video_ranks_score on video_ranks (period, score desc, item_id desc);
create index video_ranks_item on video_ranks (item_id);

-- Views of each day, for rankings.
create table item_view_days (
  item_id uuid not null references items (id) on delete cascade,
  day date not null,
  views integer not null,
  primary key (item_id, day)
);
create index item_view_days_day on item_view_days (day);

alter table reactions drop constraint reactions_action_check;
alter table reactions add constraint reactions_action_check check (action in ('like', 'bookmark', 'follow', 'favourite', 'watchLater'));
create index reactions_kept_videos on reactions (account_id, action, created_at desc, object_id desc) where action in ('favourite', 'watchLater');

alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check check (purpose in (
  'avatar', 'cover', 'document', 'feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'welcomeVideo', 'recording', 'branding', 'promo',
  'productFile', 'productImage', 'gift', 'comment', 'media', 'photo', 'message', 'video', 'videoTeaser', 'videoThumbnail', 'reel'));
drop index files_library;
create index files_library on files (owner_id, created_at desc, id desc) where removed_at is null and attached_at is not null
  and purpose in ('media', 'feedPhoto', 'feedVideo', 'feedTeaser', 'photo', 'video', 'videoTeaser', 'reel');
drop index files_storage;
create index files_storage on files (owner_id) include (bytes) where purpose in (
  'media', 'feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'welcomeVideo', 'recording', 'productFile', 'productImage', 'photo',
  'video', 'videoTeaser', 'videoThumbnail', 'reel');

alter table uploads drop constraint uploads_purpose_check;
alter table uploads add constraint uploads_purpose_check check (purpose in (
  'feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'media', 'welcomeVideo', 'photo', 'messagePhoto', 'video', 'videoTeaser',
  'videoThumbnail', 'reel'));
