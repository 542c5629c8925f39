-- The home feed at any size, and the search over performers and feeds.

-- Since when a performer has so many fans that their feeds are read from where they are instead of being written to each fan's home.
alter table performers add column wide_since timestamptz;
create index performers_wide on performers (account_id) where wide_since is not null;

-- A home feed is read, counted and cleared by its key alone.
alter table timelines drop constraint timelines_pkey, add primary key (account_id, published_at, feed_id) include (performer_id);
drop index timelines_performer;

-- Whom a feed is written to, slice by slice in the order of their ids.
create index subscriptions_audience on subscriptions (performer_id, fan_id) include (expires_at);
create index reactions_audience on reactions (object_id, action, account_id);
drop index reactions_object;
