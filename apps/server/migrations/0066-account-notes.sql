-- What admins note about an account, for each other.
create table account_notes (
  id uuid primary key default uuidv7(),
  account_id uuid not null references accounts (id),
  author_id uuid not null references accounts (id),
  text text not null check (text <> ''),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index account_notes_account on account_notes (account_id, id desc);
create index account_notes_author on account_notes (author_id);
-- What an account reported, newest first.
create index reports_reporter on reports (reporter_id, created_at desc);
