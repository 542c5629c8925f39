-- Sums of what no longer changes, so that a look at earnings doesn't sum a history; figures of the site; indexes of the administration's lists.

-- How far the ledger's days (UTC) are summed: see functions/ledger-closing.sql. Days before `closed_before` are in `earning_days` and in the
-- closed columns of `ledger.accounts`. From `closing_before` on, postings need not care.
create table ledger.closing (
  id boolean primary key default true check (id),
  closed_before timestamptz not null default '-infinity',
  closing_before timestamptz not null default '-infinity',
  -- Database transactions with a number below may not have seen `closing_before`; null until it is known.
  closing_xid xid8,
  check (closed_before <= closing_before)
);
insert into ledger.closing default values;

-- What a seller earned on a closed day, by kind of transaction; reversals count negatively, on their own day.
create table ledger.earning_days (
  seller_id uuid not null,
  day date not null,
  kind text not null,
  gross_amount bigint not null,
  commission_amount bigint not null,
  net_amount bigint not null,
  lines integer not null,
  primary key (seller_id, day, kind)
);
grant select on ledger.closing, ledger.earning_days to stagedoor_app;

-- Of accounts that are summed: the sum and number of their entries on closed days.
alter table ledger.accounts add column closed_balance bigint not null default 0, add column closed_entries bigint not null default 0;

-- A period's best fans and items are read from the index alone; so is what an item earned.
drop index ledger.transactions_seller;
create index transactions_seller on ledger.transactions (seller_id, created_at desc, id desc)
  include (net_amount, reverses_id, buyer_id, item_id, item_kind) where seller_id is not null;
create index transactions_item on ledger.transactions (seller_id, item_id, created_at desc) include (net_amount, reverses_id)
  where item_id is not null;
create index transactions_kind on ledger.transactions (kind, created_at desc, id desc);

-- Figures of the whole site that the administration's start page shows; made anew by a job.
create table site_figures (
  id boolean primary key default true check (id),
  fans integer not null,
  performers integer not null,
  new_accounts integer not null,
  suspended integer not null,
  posts integer not null,
  transactions bigint not null,
  turnover_amount bigint not null,
  commission_amount bigint not null,
  computed_at timestamptz not null
);

-- Searches of the administration by a part of a name, or the beginning of a username or address.
create extension if not exists pg_trgm;
create index accounts_name_parts on accounts using gin (lower(name) gin_trgm_ops, username gin_trgm_ops, email gin_trgm_ops);
-- Counting those who aren't active.
create index accounts_excluded on accounts (status, id desc) where status <> 'active';
create index accounts_updated on accounts (updated_at desc, id desc);

create index subscriptions_updated on subscriptions (updated_at desc, id desc);
create index orders_seller on orders (seller_id, created_at desc, id desc) where seller_id is not null;
drop index items_managed;
create index items_managed on items (performer_id, kind, created_at desc, id desc) where parent_id is null;

-- The goal and best tippers of a show are read from the index alone.
drop index messages_tips;
create index messages_tips on messages (conversation_id, sender_id) include (tip_amount, created_at) where tip_amount is not null;

-- A performer's drafts among many published items.
create index items_drafts on items (performer_id, kind, created_at desc, id desc) where state = 'draft' and parent_id is null;
