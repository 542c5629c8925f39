-- Accounts, their sessions and the tokens of their mails; performers and their applications.

create table accounts (
  id uuid primary key default uuidv7(),
  role text not null check (role in ('fan', 'performer', 'admin')),
  username text not null check (username = lower(username)),
  -- The username with look-alikes folded together; two that read alike can't both exist.
  username_skeleton text not null unique,
  email text not null unique check (email = lower(email)),
  email_verified_at timestamptz,
  password_hash text not null,
  name text not null,
  date_of_birth date,
  avatar_file_id uuid references files (id),
  -- Storage key of the avatar in its small size, kept here so that lists need no join.
  avatar_key text,
  status text not null default 'active' check (status in ('active', 'suspended', 'deleted')),
  status_reason text,
  locale text not null default 'en',
  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index accounts_username on accounts (username);
create index accounts_fans_by_name on accounts (lower(name) text_pattern_ops) where role = 'fan';

create table sessions (
  id uuid primary key default uuidv7(),
  -- SHA-256 of the token; the token itself is known to its owner alone.
  token_hash bytea not null unique,
  account_id uuid not null references accounts (id) on delete cascade,
  user_agent text not null default '',
  ip text not null default '',
  logged_in_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_account on sessions (account_id) where revoked_at is null;

create function notify_session_revoked() returns trigger language plpgsql as $$
begin
  perform pg_notify('sessions', new.id::text);
  return null;
end $$;
create trigger sessions_revoked after update of revoked_at on sessions
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function notify_session_revoked();

-- What the pipeline caches of an account changed: every node forgets it.
create function notify_account_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('accounts', coalesce(to_jsonb(new) ->> 'account_id', to_jsonb(new) ->> 'id'));
  return null;
end $$;
create trigger accounts_changed after update of role, status, email_verified_at, username on accounts
  for each row execute function notify_account_changed();

create table account_tokens (
  token_hash bytea primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  purpose text not null check (purpose in ('verifyEmail', 'resetPassword')),
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index account_tokens_account on account_tokens (account_id, purpose);

create table performers (
  account_id uuid primary key references accounts (id),
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'held')),
  first_name text not null,
  last_name text not null,
  gender text not null,
  country text not null check (length(country) = 2),
  city text not null default '',
  craft text not null default '',
  bio text not null default '',
  cover_file_id uuid references files (id),
  -- Hundredths of a token. Zero makes the subscription free.
  monthly_price_amount bigint not null default 0 check (monthly_price_amount >= 0),
  yearly_price_amount bigint check (yearly_price_amount >= 0),
  price_version integer not null default 1,
  -- Commission by kind in hundredths of a per cent, where it differs from the site's.
  commission_overrides jsonb not null default '{}',
  applied_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references accounts (id),
  rejection_reasons text[] not null default '{}',
  rejection_note text not null default '',
  featured_position integer,
  -- Derived counts, kept by the handlers of committed events.
  view_count integer not null default 0,
  follower_count integer not null default 0,
  subscriber_count integer not null default 0,
  post_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index performers_state on performers (state, applied_at);
create index performers_featured on performers (featured_position) where state = 'approved';

create trigger performers_changed after update of state on performers
  for each row execute function notify_account_changed();

create table performer_documents (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references performers (account_id),
  kind text not null check (kind in ('idVerification', 'documentVerification')),
  file_id uuid not null references files (id),
  replaced_at timestamptz,
  created_at timestamptz not null default now()
);
create index performer_documents_performer on performer_documents (performer_id, kind, id desc);

create table profile_views (
  performer_id uuid not null references performers (account_id),
  viewer text not null,
  day date not null,
  primary key (performer_id, viewer, day)
);

-- Who shut whom out (the calls come with the module blocks).
create table blocks (
  performer_id uuid not null references performers (account_id),
  account_id uuid not null references accounts (id),
  created_at timestamptz not null default now(),
  primary key (performer_id, account_id)
);
create table country_blocks (
  performer_id uuid not null references performers (account_id),
  country text not null check (length(country) = 2),
  created_at timestamptz not null default now(),
  primary key (performer_id, country)
);

create table posts (
  id uuid primary key default uuidv7(),
  slug text not null unique,
  title jsonb not null,
  content jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
