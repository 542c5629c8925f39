-- Accounts (two-factor, devices, lock-out, export, deletion, admins' roles), performers (full profile, payout details, consents),
-- and the site's own words (pages, languages, texts, promos, takedown notices).

-- Admins differ by what they may do (packages/contract/src/admin-roles.ts).
alter table accounts
  add column admin_role text check (admin_role in ('owner', 'finance', 'moderator', 'support')),
  add column status_changed_at timestamptz,
  add column status_changed_by uuid references accounts (id),
  -- For the account's owner and for admins; the reason's key stands in status_reason.
  add column status_note text not null default '',
  -- Asked for by its owner; erased when this has passed, unless it is taken back.
  add column deletion_requested_at timestamptz,
  add column deletes_at timestamptz,
  add column deleted_at timestamptz,
  add column phone_code text,
  add column phone text;
update accounts set admin_role = 'owner' where role = 'admin';
alter table accounts add constraint accounts_admin_role check ((role = 'admin') = (admin_role is not null));
create index accounts_deletes on accounts (deletes_at) where deletes_at is not null and status <> 'deleted';
-- What the administration lists: newest first, by role and state.
create index accounts_listed on accounts (role, status, id desc);
create index accounts_seen on accounts (last_seen_at desc nulls last);

drop trigger accounts_changed on accounts;
create trigger accounts_changed after update of role, status, email_verified_at, username, admin_role, deletes_at on accounts
  for each row execute function notify_account_changed();

alter table account_tokens drop constraint account_tokens_purpose_check;
alter table account_tokens add constraint account_tokens_purpose_check
  check (purpose in ('verifyEmail', 'resetPassword', 'changeEmail', 'undoEmailChange', 'invitation'));

alter table sessions
  add column last_seen_at timestamptz,
  -- The account as which this session's admin looks at the site until then, changing nothing.
  add column acting_as_id uuid references accounts (id),
  add column acting_until timestamptz,
  add constraint sessions_acting check ((acting_as_id is null) = (acting_until is null));
create index sessions_acting_as on sessions (acting_as_id) where acting_as_id is not null;

-- The second factor (RFC 6238). The secret is sealed with the site's key.
create table two_factor (
  account_id uuid primary key references accounts (id) on delete cascade,
  secret_sealed bytea not null,
  -- Counts from its first right code on.
  confirmed_at timestamptz,
  -- The last time step whose code was used: none is taken twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
create table recovery_codes (
  account_id uuid not null references accounts (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- Sessions know whether their account has a second factor: every node forgets what it kept of the account.
create function notify_two_factor_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('accounts', coalesce(new.account_id, old.account_id)::text);
  return null;
end $$;
create trigger two_factor_changed after insert or update of confirmed_at or delete on two_factor
  for each row execute function notify_two_factor_changed();

-- A browser that has logged in to an account before: strangers' failures don't count against it.
create table devices (
  id uuid primary key default uuidv7(),
  account_id uuid not null references accounts (id) on delete cascade,
  -- SHA-256 of what the browser's cookie holds.
  token_hash bytea not null unique,
  user_agent text not null default '',
  seen_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index devices_account on devices (account_id, seen_at desc);

-- Failed log-ins in a window, by what they are counted against (a name and a network, a name and strangers, a device). A crash of the
-- database may forget them.
create unlogged table log_in_failures (
  bucket bytea primary key,
  failures integer not null,
  window_ends_at timestamptz not null
);
create index log_in_failures_window on log_in_failures (window_ends_at);

-- A copy of all that is kept of an account, as a zip.
create table data_exports (
  id uuid primary key default uuidv7(),
  account_id uuid not null references accounts (id),
  state text not null default 'pending' check (state in ('pending', 'ready', 'failed', 'expired')),
  storage_key text,
  bytes bigint,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (state <> 'ready' or (storage_key is not null and expires_at is not null))
);
-- One at a time.
create unique index data_exports_running on data_exports (account_id) where state = 'pending';
create index data_exports_expiring on data_exports (expires_at) where state = 'ready';
create index data_exports_account on data_exports (account_id, id desc);

-- Who agreed to what, when: terms at registering, cookies, a co-performer's release.
create table consents (
  id uuid primary key default uuidv7(),
  -- Null for a visitor.
  account_id uuid references accounts (id),
  purpose text not null check (purpose in ('terms', 'age', 'analytics')),
  version text not null,
  granted boolean not null,
  created_at timestamptz not null default now()
);
create index consents_account on consents (account_id, id desc);

-- The full profile.
alter table performers
  add column state_code text not null default '',
  -- Body type, hair, eyes and the like: what `user-additional` offers.
  add column attributes jsonb not null default '{}',
  add column languages text[] not null default '{}',
  -- Hundredths of a token a minute; null for the site's default.
  add column private_price_amount bigint check (private_price_amount > 0),
  add column group_price_amount bigint check (group_price_amount > 0),
  add column private_minimum_minutes integer not null default 3 check (private_minimum_minutes between 1 and 60),
  add column welcome_video_file_id uuid references files (id),
  add column welcome_video_enabled boolean not null default true,
  -- Why an admin holds the account at profile and payout; read by the performer.
  add column hold_reason text not null default '';

-- Names a performer goes by or went by: kept when they change (record keeping).
create table performer_names (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references performers (account_id),
  kind text not null check (kind in ('legal', 'stage', 'username')),
  name text not null,
  created_at timestamptz not null default now(),
  unique (performer_id, kind, name)
);
create index performer_names_search on performer_names (lower(name) text_pattern_ops);

-- Where a performer's money goes. Sealed with the site's key: nobody reads it in the table.
create table payout_details (
  performer_id uuid not null references performers (account_id),
  kind text not null check (kind in ('banking', 'paymentGateway', 'paypal')),
  sealed bytea not null,
  updated_at timestamptz not null default now(),
  primary key (performer_id, kind)
);

-- People who are seen in what a performer publishes, besides the performer: identity and release, looked at by an admin.
create table participants (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references performers (account_id),
  legal_name text not null,
  stage_name text not null default '',
  date_of_birth date not null,
  identity_file_id uuid not null references files (id),
  release_file_id uuid not null references files (id),
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected')),
  rejection_note text not null default '',
  decided_by uuid references accounts (id),
  decided_at timestamptz,
  -- No longer offered for new items; kept for the old ones.
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index participants_performer on participants (performer_id, id desc);
create index participants_waiting on participants (created_at) where state = 'pending' and removed_at is null;

-- Who is seen in an item, and when it was made.
create table item_participants (
  item_id uuid not null references items (id),
  participant_id uuid not null references participants (id),
  produced_on date not null,
  created_at timestamptz not null default now(),
  primary key (item_id, participant_id)
);
create index item_participants_participant on item_participants (participant_id);

alter table blocks add column reason text not null default '';
create index blocks_of_performer on blocks (performer_id, created_at desc);
create index blocks_of_account on blocks (account_id);
-- Where a right to watch was asked for: whoever may not see the performer from there any more loses it.
alter table stream_rights add column country text;
-- Whoever is blocked leaves the rooms of that performer, on every node: an account, or all from a country.
create function notify_blocked() returns trigger language plpgsql as $$
begin
  perform pg_notify('blocks', new.performer_id::text || ' ' || new.account_id::text);
  return null;
end $$;
create trigger blocks_added after insert on blocks for each row execute function notify_blocked();
create function notify_country_blocked() returns trigger language plpgsql as $$
begin
  perform pg_notify('blocks', new.performer_id::text || ' ' || new.country);
  return null;
end $$;
create trigger country_blocks_added after insert on country_blocks for each row execute function notify_country_blocked();

-- The site's pages: hidden until published; the description is for searches and links.
alter table posts
  add column is_published boolean not null default true,
  add column description jsonb not null default '{}',
  add column updated_by uuid references accounts (id);

-- Languages beside those that come with the product, and texts that an admin changed or translated.
create table languages (
  locale text primary key check (locale ~ '^[a-z]{2,3}(-[A-Z][A-Za-z]{1,3})?$'),
  name text not null,
  is_right_to_left boolean not null default false,
  is_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table site_texts (
  locale text not null,
  key text not null,
  value text not null,
  updated_by uuid references accounts (id),
  updated_at timestamptz not null default now(),
  primary key (locale, key)
);
-- Every node reads them anew.
create function notify_texts_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('texts', '');
  return null;
end $$;
create trigger site_texts_changed after insert or update or delete on site_texts for each statement execute function notify_texts_changed();
create trigger languages_changed after insert or update or delete on languages for each statement execute function notify_texts_changed();

create table promos (
  id uuid primary key default uuidv7(),
  -- By locale.
  title jsonb not null,
  text jsonb not null default '{}',
  button jsonb not null default '{}',
  -- A path of the site, or an https address.
  link text not null default '',
  picture_file_id uuid references files (id),
  audience text not null default 'everyone' check (audience in ('everyone', 'visitors', 'fans', 'performers')),
  position integer not null default 0,
  is_active boolean not null default true,
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (ends_at is null or starts_at is null or ends_at > starts_at)
);

-- Somebody asks that something be taken down (DSA article 16): open to visitors.
create table takedown_notices (
  id uuid primary key default uuidv7(),
  -- What the notice's sender can quote.
  reference text not null unique,
  url text not null,
  reason text not null check (reason in ('copyright', 'notConsented', 'underage', 'illegal', 'privacy', 'other')),
  statement text not null,
  name text not null default '',
  email text not null default '',
  locale text not null default 'en',
  state text not null default 'open' check (state in ('open', 'upheld', 'rejected')),
  decision_note text not null default '',
  decided_by uuid references accounts (id),
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  check ((state = 'open') = (decided_at is null)),
  -- Nobody who tells of a child must give a name.
  check (reason = 'underage' or (name <> '' and email <> ''))
);
create index takedown_notices_open on takedown_notices (created_at) where state = 'open';

create index audit_log_actor on audit_log (actor_id, id desc);
create index audit_log_action on audit_log (action text_pattern_ops, id desc);
create index setting_changes_newest on setting_changes (changed_at desc);

alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check check (purpose in (
  'avatar', 'cover', 'document', 'feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'welcomeVideo', 'recording', 'branding', 'promo'));
