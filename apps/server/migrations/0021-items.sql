-- One life for everything published. `items` carries the state, the schedule and the price of each item, whatever its kind;
-- `item_contents` what a list shows of it; `item_files` its files by role; `item_counters` its counts. A kind's own table keeps
-- only what no other kind has.

-- An index over the words of a million items is built in a third of the time.
set local maintenance_work_mem = '256MB';
set local max_parallel_maintenance_workers = 2;

-- 1. The life: from the tables of the kinds into items.
drop index items_performer;
alter table items
  drop constraint items_price,
  add column state text,
  add column published_at timestamptz,
  add column scheduled_at timestamptz,
  add column expires_at timestamptz,
  add column pinned_at timestamptz,
  -- A photo's gallery: whoever may see the parent may see its parts.
  add column parent_id uuid references items (id),
  -- Among the parts of its parent.
  add column position integer;

update items i
set state = case when f.state = 'active' and not i.on_sale then 'draft' else f.state end, published_at = f.published_at,
  scheduled_at = f.scheduled_at, expires_at = f.expires_at, pinned_at = f.pinned_at, created_at = f.created_at,
  updated_at = greatest(f.updated_at, i.updated_at)
from feeds f where f.id = i.id;
update items i set state = case when k.state = 'active' and not i.on_sale then 'draft' else k.state end,
  published_at = k.created_at, created_at = k.created_at, updated_at = greatest(k.updated_at, i.updated_at),
  parent_id = k.parent_id, position = k.position
from (
  select id, state, created_at, updated_at, null::uuid as parent_id, null::integer as position from products
  union all select id, state, created_at, updated_at, null, null from galleries
  union all select id, state, created_at, updated_at, null, null from videos
  union all select p.id, p.state, p.created_at, p.updated_at, g.id, (row_number() over (partition by p.gallery_id order by p.id) - 1)::integer
    from photos p left join items g on g.id = p.gallery_id
) k
where k.id = i.id and i.state is null;
-- Shows and messages had no state of their own here.
update items set state = case when on_sale then 'active' else 'deleted' end, published_at = created_at where state is null;

-- What is active is on sale: one truth, read by the ledger's functions under its old name.
alter table items drop column on_sale;
alter table items
  alter column state set not null,
  add column on_sale boolean not null generated always as (state = 'active') virtual,
  add constraint items_state check (state in ('draft', 'scheduled', 'processing', 'review', 'active', 'taken-down', 'deleted')),
  -- A part without a price of its own is opened with its parent.
  add constraint items_price check (audience <> 'buyers' or price_amount is not null or state <> 'active' or parent_id is not null),
  add constraint items_scheduled check (state <> 'scheduled' or scheduled_at is not null or parent_id is not null),
  add constraint items_published check (state <> 'active' or published_at is not null),
  add constraint items_part check ((parent_id is null) or position is not null);

-- 2. Counts, in a narrow table: to count is not to change what is shown.
create table item_counters (
  item_id uuid not null,
  like_count integer not null default 0,
  bookmark_count integer not null default 0,
  comment_count integer not null default 0,
  unlock_count integer not null default 0,
  view_count bigint not null default 0
) with (fillfactor = 70);
insert into item_counters (item_id, like_count, comment_count, unlock_count)
select i.id, i.like_count, i.comment_count, coalesce(u.count, 0)
from items i
left join (select item_id, count(*)::integer as count from entitlements where revoked_at is null group by item_id) u on u.item_id = i.id;
-- Keys are added once the rows are there: checked together instead of one by one.
alter table item_counters add primary key (item_id), add foreign key (item_id) references items (id) on delete cascade;
alter table items drop column like_count, drop column comment_count;

-- Counts move by differences from here on. Likes and comments whose events are yet to be dispatched are counted here, which is all that
-- those events were for; unlocks and follows are left out, to be added by their events, which are for more.
update item_counters n set like_count = (select count(*) from reactions r where r.object_id = n.item_id and r.action = 'like')
where n.item_id in (select (payload ->> 'objectId')::uuid from outbox where dispatched_at is null and event = 'objects.reacted');
update comments c set like_count = (select count(*) from reactions r where r.object_id = c.id and r.action = 'like')
where c.id in (select (payload ->> 'objectId')::uuid from outbox where dispatched_at is null and event = 'objects.reacted');
update item_counters n set comment_count = (
  select count(*) from comments c left join comments p on p.id = c.parent_id
  where c.item_id = n.item_id and c.deleted_at is null and c.hidden_at is null and p.deleted_at is null and p.hidden_at is null)
where n.item_id in (select (payload ->> 'itemId')::uuid from outbox where dispatched_at is null and event = 'comments.changed');
update comments c set reply_count = (
  select count(*) from comments r where r.parent_id = c.id and r.deleted_at is null and r.hidden_at is null)
where c.id in (select (payload ->> 'parentId')::uuid from outbox where dispatched_at is null and event = 'comments.changed');
update outbox set dispatched_at = now() where dispatched_at is null and event in ('objects.reacted', 'comments.changed');
update item_counters n set unlock_count = n.unlock_count - w.count
from (
  select e.item_id, count(*)::integer as count from outbox o
  join entitlements e on e.order_id = (o.payload ->> 'orderId')::uuid and e.item_id = (o.payload -> 'item' ->> 'id')::uuid
  where o.dispatched_at is null and o.event = 'orders.paid' and e.revoked_at is null group by e.item_id) w
where w.item_id = n.item_id;
update item_counters n set unlock_count = n.unlock_count + w.count
from (
  select t.item_id, count(*)::integer as count from outbox o join ledger.transactions t on t.id = (o.payload ->> 'reversesId')::uuid
  where o.dispatched_at is null and o.event = 'orders.reversed' and (o.payload ->> 'revoked')::integer > 0 group by t.item_id) w
where w.item_id = n.item_id;
update performers p set follower_count = (select count(*) from reactions r where r.object_id = p.account_id and r.action = 'follow') - w.by
from (
  select (payload ->> 'performerId')::uuid as id, sum(case when (payload ->> 'active')::boolean then 1 else -1 end)::integer as by
  from outbox where dispatched_at is null and event = 'performers.followed' group by 1) w
where w.id = p.account_id;

update item_counters n set bookmark_count = b.count
from (select object_id, count(*)::integer as count from reactions where action = 'bookmark' group by object_id) b where b.object_id = n.item_id;

-- 3. Contents: the feeds' table goes on under its new name; what feeds alone have moves out of it.
alter table feeds rename to item_contents;
alter table item_contents rename column id to item_id;
alter table item_contents alter column item_id drop default;
alter table item_contents rename constraint feeds_pkey to item_contents_pkey;
-- text: nothing but words, which are then what is sold.
alter table item_contents rename column type to media_type;
create table feeds (
  id uuid not null,
  poll_id uuid
);
insert into feeds (id, poll_id) select item_id, poll_id from item_contents;
alter table feeds add primary key (id), add unique (poll_id), add foreign key (id) references items (id),
  add foreign key (poll_id) references polls (id);

alter table feed_files rename to item_files;
alter table item_files rename column feed_id to item_id;
alter table item_files drop constraint feed_files_feed_id_fkey, drop constraint feed_files_pkey,
  add column role text not null default 'content' check (role in ('content', 'thumbnail', 'teaser', 'download'));
insert into item_files (item_id, file_id, role, position)
select item_id, thumbnail_file_id, 'thumbnail', 0 from item_contents where thumbnail_file_id is not null
union all select item_id, teaser_file_id, 'teaser', 0 from item_contents where teaser_file_id is not null
union all select id, image_file_id, 'content', 0 from products where image_file_id is not null
union all select id, file_id, 'download', 0 from products where file_id is not null
union all select id, file_id, 'content', 0 from photos where file_id is not null
union all select id, file_id, 'content', 0 from videos where file_id is not null
union all select id, teaser_file_id, 'teaser', 0 from videos where teaser_file_id is not null;
alter table item_files alter column role drop default, add primary key (item_id, role, position),
  add foreign key (item_id) references items (id);
alter index feed_files_file rename to item_files_file;

drop index feeds_managed;
alter table item_contents
  drop column performer_id, drop column state, drop column published_at, drop column scheduled_at, drop column expires_at,
  drop column pinned_at, drop column thumbnail_file_id, drop column teaser_file_id, drop column unlock_count, drop column poll_id,
  drop column created_at, drop column updated_at,
  add foreign key (item_id) references items (id) on delete cascade,
  add column tags text[] not null default '{}';
alter table item_contents alter column media_type set default 'text';
insert into item_contents (item_id, media_type, title, text)
select p.id, case when p.image_file_id is null then 'text' else 'photo' end, p.name, p.description from products p
union all select g.id, 'photo', g.title, g.description from galleries g
union all select v.id, 'video', v.title, v.description from videos v
union all select p.id, 'photo', p.title, p.description from photos p;

-- A product's picture, a photo: their contents as lists carry them.
update item_contents c
set media = jsonb_build_array(jsonb_build_object('id', x.id, 'kind', x.kind, 'width', x.width, 'height', x.height,
    'durationMs', x.duration_ms, 'thumbhash', x.thumbhash, 'variants', x.variants)),
  photo_count = case when x.kind = 'image' then 1 else 0 end, video_ms = x.duration_ms
from items i join item_files r on r.item_id = i.id and r.role = 'content' and r.position = 0
  join files x on x.id = r.file_id and x.state = 'ready'
where c.item_id = i.id and i.kind in ('product', 'photo', 'video');

-- 4. What the kinds keep.
alter table products drop column performer_id, drop column name, drop column description, drop column file_id, drop column image_file_id,
  drop column state, drop column created_at,
  alter column id drop default, add foreign key (id) references items (id);
alter table galleries drop column performer_id, drop column title, drop column description, drop column state, drop column created_at,
  drop column updated_at, alter column id drop default, add foreign key (id) references items (id);
alter table photos drop column performer_id, drop column gallery_id, drop column file_id, drop column title, drop column description,
  drop column state, drop column created_at, drop column updated_at, alter column id drop default, add foreign key (id) references items (id);
alter table videos drop column performer_id, drop column file_id, drop column teaser_file_id, drop column title, drop column description,
  drop column state, drop column created_at, drop column updated_at, alter column id drop default, add foreign key (id) references items (id);

-- 5. How items are found.
create index items_of_performer on items (performer_id, kind, published_at desc, id desc) where state = 'active' and parent_id is null;
create index items_newest on items (kind, published_at desc, id desc) where state = 'active' and parent_id is null;
create index items_managed on items (performer_id, kind, id desc) where parent_id is null;
create index items_on_profile on items (performer_id, kind, pinned_at desc nulls last, published_at desc, id desc)
  where state = 'active' and parent_id is null;
create index items_scheduled on items (scheduled_at) where state = 'scheduled';
create index items_expiring on items (expires_at) where state = 'active' and expires_at is not null;
create index items_parts on items (parent_id, position) where parent_id is not null;

-- Words of what has them; those of a text that is sold carry the weight D, and are looked for only with whoever may read them.
create function item_document(p_title text, p_text text, p_media_type text) returns tsvector language sql immutable parallel safe
  as $$
    select setweight(to_tsvector('simple', public.search_words(p_title)), 'A')
      || setweight(to_tsvector('simple', public.search_words(p_text)), case when p_media_type = 'text' then 'D'::"char" else 'B'::"char" end)
  $$;
create index item_contents_tags on item_contents using gin (tags) where tags <> '{}';
create index item_contents_words on item_contents using gin (item_document(title, text, media_type));
drop function feed_document(text, text, text);

-- 6. Photos are brought for items of their own.
alter table files drop constraint files_purpose_check, add constraint files_purpose_check check (purpose in (
  'avatar', 'cover', 'document', 'feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'welcomeVideo', 'recording', 'branding', 'promo',
  'productFile', 'productImage', 'gift', 'comment', 'media', 'photo'));
alter table uploads drop constraint uploads_purpose_check, add constraint uploads_purpose_check
  check (purpose in ('feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'media', 'welcomeVideo', 'photo'));
drop index files_library;
create index files_library on files (owner_id, created_at desc, id desc)
  where removed_at is null and attached_at is not null and purpose in ('media', 'feedPhoto', 'feedVideo', 'feedTeaser', 'photo');
drop index files_storage;
create index files_storage on files (owner_id) include (bytes)
  where purpose in (
    'media', 'feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'welcomeVideo', 'recording', 'productFile', 'productImage', 'photo');

-- 7. Homes hold items.
alter table timelines rename column feed_id to item_id;
