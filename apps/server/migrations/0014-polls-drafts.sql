-- Posts that are written now and shown later, or only for a while; and polls.

create table polls (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references performers (account_id),
  question text not null,
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index polls_of_performer on polls (performer_id);

create table poll_options (
  id uuid primary key default uuidv7(),
  poll_id uuid not null references polls (id) on delete cascade,
  position smallint not null,
  text text not null,
  vote_count integer not null default 0,
  unique (poll_id, position),
  unique (poll_id, id)
);

create table poll_votes (
  poll_id uuid not null,
  account_id uuid not null references accounts (id),
  option_id uuid not null,
  created_at timestamptz not null default now(),
  -- One each.
  primary key (poll_id, account_id),
  foreign key (poll_id, option_id) references poll_options (poll_id, id) on delete cascade
);
create index poll_votes_option on poll_votes (option_id);
create index poll_votes_account on poll_votes (account_id);

alter table feeds add column poll_id uuid unique references polls (id);
-- When a scheduled one is shown; when a shown one is withdrawn.
alter table feeds add column scheduled_at timestamptz;
alter table feeds add column expires_at timestamptz;
alter table feeds add constraint feeds_scheduled check (state <> 'scheduled' or scheduled_at is not null);
create index feeds_scheduled on feeds (scheduled_at) where state = 'scheduled';
create index feeds_expiring on feeds (expires_at) where state = 'active' and expires_at is not null;

-- What isn't on sale yet may still lack its price.
alter table items drop constraint items_check;
alter table items add constraint items_price check (audience <> 'buyers' or price_amount is not null or not on_sale);
