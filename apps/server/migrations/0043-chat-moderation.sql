-- Moderation of the chats of shows (docs/domains/conversations.md).

-- A performer's rules for the chats of all shows; without a row: no slow mode, everyone, no words.
create table chat_rules (
  performer_id uuid primary key references performers (account_id),
  -- Between two lines of the same writer in a public show; 0: no slow mode.
  slow_seconds integer not null default 0 check (slow_seconds in (0, 5, 10, 30, 60)),
  -- Who writes in public shows.
  writers text not null default 'everyone' check (writers in ('everyone', 'followers', 'subscribers')),
  -- As they were entered; compared without case and accents.
  blocked_words text[] not null default '{}',
  updated_at timestamptz not null default now()
);

create table chat_moderators (
  performer_id uuid not null references performers (account_id),
  account_id uuid not null references accounts (id),
  created_at timestamptz not null default now(),
  primary key (performer_id, account_id),
  check (performer_id <> account_id)
);
create index chat_moderators_account on chat_moderators (account_id);

-- What the rules need of a writer in one show's chat: a row for who was timed out, or wrote in slow mode.
create table chat_writers (
  conversation_id uuid not null references conversations (id),
  account_id uuid not null references accounts (id),
  said_at timestamptz,
  muted_until timestamptz,
  is_muted_for_show boolean not null default false,
  muted_by uuid references accounts (id),
  primary key (conversation_id, account_id)
);
create index chat_writers_account on chat_writers (account_id);
create index chat_writers_muted_by on chat_writers (muted_by);
