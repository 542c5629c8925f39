-- When each account was last seen, in a table of its own: at accounts every sighting changed the row's version, by which contents of its items
-- are kept in memory, and wrote all its indexes. Unlogged: it is written every minute for everybody online, and after a crash of PostgreSQL
-- it is empty; last_seen_times fills it again. Without a foreign key, which would lock the row of accounts.
create unlogged table presence (
  account_id uuid primary key,
  last_seen_at timestamptz not null,
  -- Indexed in place of last_seen_at: while it is the same, an update is HOT and writes no index.
  seen_hour timestamptz not null generated always as (date_bin('1 hour', last_seen_at, timestamptz '2000-01-01 00:00:00+00')) stored
) with (
  fillfactor = 50,
  -- Each analysis or vacuum makes every connection plan again what reads the table. Updates stay on their page, which is pruned when it is read.
  autovacuum_analyze_scale_factor = 20,
  autovacuum_vacuum_scale_factor = 2
);
create index presence_hour on presence (seen_hour desc);

-- The same, durable: copied by a job every hour.
create table last_seen_times (
  account_id uuid primary key,
  last_seen_at timestamptz not null
) with (fillfactor = 70);
create index last_seen_times_newest on last_seen_times (last_seen_at desc);

insert into last_seen_times (account_id, last_seen_at) select id, last_seen_at from accounts where last_seen_at is not null;
insert into presence (account_id, last_seen_at) select account_id, last_seen_at from last_seen_times;

drop index accounts_seen;
alter table accounts drop column last_seen_at;

-- Accounts whose home feeds publications don't write to, because they weren't seen for long. Rows are removed when the home feed was filled.
create table inactive_homes (
  account_id uuid primary key,
  -- When the account was last seen: items published later may be missing.
  missing_since timestamptz not null,
  -- Publications write to it again, and it lacks what was published before they did.
  is_filling boolean not null default false
);
