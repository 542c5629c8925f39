-- What is counted of a performer, in a narrow table as item_counters is: to count is not to change what items show of their performer, so
-- their contents stay in memory. Beside the counts: sums over all posts that a profile shows, and the rank; both are made by jobs, because
-- they cost a walk over history.
create table performer_counters (
  performer_id uuid not null,
  follower_count integer not null default 0,
  subscriber_count integer not null default 0,
  view_count integer not null default 0,
  post_count integer not null default 0,
  -- Of the posts: photos and films in all, and of those that a subscription includes.
  photo_count integer not null default 0,
  video_count integer not null default 0,
  included_count integer not null default 0,
  included_photo_count integer not null default 0,
  included_video_count integer not null default 0,
  -- Open to everybody, sold by themselves, and published in the last thirty days.
  free_count integer not null default 0,
  extra_count integer not null default 0,
  recent_count integer not null default 0,
  median_extra_amount bigint,
  -- The place that an admin gave, or behind all of them; then by activity.
  place integer not null default 2147483647,
  score bigint not null default 0
) with (fillfactor = 70);

insert into performer_counters (performer_id, follower_count, subscriber_count, view_count, post_count, photo_count, video_count,
  included_count, included_photo_count, included_video_count, free_count, extra_count, recent_count, median_extra_amount, place)
select p.account_id, p.follower_count, p.subscriber_count, p.view_count, p.post_count, coalesce(o.photos, 0), coalesce(o.videos, 0),
  coalesce(o.included, 0), coalesce(o.included_photos, 0), coalesce(o.included_videos, 0), coalesce(o.free, 0), coalesce(o.extra, 0),
  coalesce(o.recent, 0), o.median_extra, coalesce(p.featured_position, 2147483647)
from performers p
left join (
  select i.performer_id, sum(c.photo_count) as photos, count(*) filter (where c.media_type = 'video') as videos,
    count(*) filter (where i.audience <> 'buyers') as included,
    sum(c.photo_count) filter (where i.audience <> 'buyers') as included_photos,
    count(*) filter (where i.audience <> 'buyers' and c.media_type = 'video') as included_videos,
    count(*) filter (where i.audience = 'everyone') as free, count(*) filter (where i.audience = 'buyers') as extra,
    percentile_disc(0.5) within group (order by i.price_amount) filter (where i.audience = 'buyers') as median_extra,
    count(*) filter (where i.published_at > now() - interval '30 days') as recent
  from items i join item_contents c on c.item_id = i.id
  where i.kind = 'feed' and i.state = 'active' group by i.performer_id) o on o.performer_id = p.account_id;
alter table performer_counters add primary key (performer_id),
  add foreign key (performer_id) references performers (account_id) on delete cascade;

create index performer_counters_rank on performer_counters (place, score desc, performer_id);
create index performer_counters_popular on performer_counters ((follower_count + subscriber_count) desc, performer_id);
alter table performers drop column follower_count, drop column subscriber_count, drop column view_count, drop column post_count;

-- Suggestions take the newest, and those of a craft or a country, without a walk over all performers.
create index performers_newest on performers (decided_at desc, account_id) where state = 'approved';
create index performers_craft on performers (lower(craft)) where state = 'approved' and craft <> '';
create index performers_country on performers (country) where state = 'approved';

-- How many items of a kind have a word that many have: by these a search knows which way to go (modules/items/search-items.queries.ts).
create table item_words (
  kind text not null,
  word text collate "C" not null,
  item_count integer not null,
  primary key (kind, word)
);

-- What an account reacted to, saved and bought, the last one first: without a walk over all of it.
create index reactions_of_account on reactions (account_id, created_at desc, action desc, object_id desc);
create index reactions_saved on reactions (account_id, created_at desc, object_id desc) where action = 'bookmark';
create index entitlements_of_account on entitlements (account_id, item_kind, created_at desc, item_id desc) where revoked_at is null;
-- Of all orders of a buyer those of products, and those by card, are few.
create index orders_of_products on orders (buyer_id, created_at desc, id desc) where kind = 'product' and paid_at is not null;
create index orders_by_card on orders (buyer_id, created_at desc, id desc) where method = 'card';
