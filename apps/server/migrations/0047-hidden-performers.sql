-- A block is a performer's, the account's, or both: what it hides and stops is the same.
alter table blocks
  add column is_performers boolean not null default true,
  add column is_accounts boolean not null default false,
  -- When the account blocked the performer.
  add column account_blocked_at timestamptz,
  add constraint blocks_whose_check check (is_performers or is_accounts),
  add constraint blocks_account_blocked_at_check check (is_accounts = (account_blocked_at is not null));

-- Performers whom an account keeps out of its home and its notifications.
create table mutes (
  account_id uuid not null references accounts (id) on delete cascade,
  performer_id uuid not null references performers (account_id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, performer_id)
);
create index mutes_performer on mutes (performer_id);

-- What may be featured besides what is pinned: of each kind the newest, with what others did with them. Made anew every few minutes.
create table featured_candidates (
  item_id uuid primary key references items (id) on delete cascade,
  kind text not null,
  performer_id uuid not null references accounts (id) on delete cascade,
  published_at timestamptz not null,
  -- Weighted (modules/catalog/featured-candidates.ts); zero doesn't trend.
  score bigint not null
);
create index featured_candidates_performer on featured_candidates (performer_id);
