-- Coming shows and who is reminded of them (docs/domains/schedule.md).
create table planned_shows (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references performers (account_id),
  title text not null,
  category_id uuid references categories (id) on delete set null,
  audience text not null default 'everyone' check (audience in ('everyone', 'followers', 'subscribers')),
  starts_at timestamptz not null,
  -- missed: nothing began within half an hour.
  state text not null default 'planned' check (state in ('planned', 'begun', 'missed', 'cancelled')),
  -- The show it became.
  stream_id uuid unique references streams (id),
  -- Its reminders were sent, for `starts_at`.
  reminded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'begun') = (stream_id is not null))
);
create index planned_shows_coming on planned_shows (starts_at, id) where state = 'planned';
create index planned_shows_performer on planned_shows (performer_id, starts_at);
create index planned_shows_category on planned_shows (category_id);

create table show_reminders (
  planned_show_id uuid not null references planned_shows (id),
  account_id uuid not null references accounts (id),
  created_at timestamptz not null default now(),
  primary key (planned_show_id, account_id)
);
create index show_reminders_account on show_reminders (account_id);
