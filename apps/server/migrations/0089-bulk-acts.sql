-- Acts of the administration on many rows. Which rows is fixed when an act is prepared; each is acted on by the single act's function.
create table bulk_acts (
  id uuid primary key default uuidv7(),
  act text not null check (act in ('accounts.suspend', 'accounts.restore', 'content.takeDown', 'content.restore', 'content.approve', 'payouts.approve')),
  actor_id uuid not null references accounts (id),
  -- The single act's input besides its row: a reason, a note.
  input jsonb not null default '{}',
  state text not null default 'asked' check (state in ('asked', 'running', 'done', 'stopped')),
  row_count integer not null check (row_count between 1 and 10000),
  done_count integer not null default 0,
  failed_count integer not null default 0,
  undoes_id uuid references bulk_acts (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  check (done_count + failed_count <= row_count),
  check ((state = 'asked') = (started_at is null)),
  check ((state in ('done', 'stopped')) = (ended_at is not null))
);
create index bulk_acts_started on bulk_acts (created_at desc, id desc) where started_at is not null;
create index bulk_acts_updated on bulk_acts (updated_at desc, id desc) where started_at is not null;
create index bulk_acts_asked on bulk_acts (created_at) where state = 'asked';
create index bulk_acts_actor on bulk_acts (actor_id);
-- An act is taken back once.
create unique index bulk_acts_undone on bulk_acts (undoes_id) where started_at is not null;
create index bulk_acts_undoes on bulk_acts (undoes_id) where undoes_id is not null;

create table bulk_act_rows (
  bulk_act_id uuid not null references bulk_acts (id) on delete cascade,
  object_id uuid not null,
  -- The version that was looked at, where the single act names it.
  version integer,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  error text,
  primary key (bulk_act_id, object_id),
  check ((state = 'failed') = (error is not null))
);
create index bulk_act_rows_waiting on bulk_act_rows (bulk_act_id, object_id) where state = 'waiting';
create index bulk_act_rows_object on bulk_act_rows (object_id);

-- Exact counts of long lists, asked for by an admin.
create table list_counts (
  id uuid primary key default uuidv7(),
  list text not null check (list in ('accounts', 'performers', 'subscriptions', 'content', 'reports', 'orders', 'ledger', 'payouts')),
  filter jsonb not null default '{}',
  actor_id uuid not null references accounts (id),
  counted bigint not null default 0,
  -- The last row counted.
  reached uuid,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index list_counts_created on list_counts (created_at);
create index list_counts_actor on list_counts (actor_id);

-- Lists of the administration in the order of creation, also between two dates.
create index accounts_created on accounts (created_at desc, id desc);
create index subscriptions_started on subscriptions (started_at desc, id desc);
create index items_created on items (created_at desc, id desc);
