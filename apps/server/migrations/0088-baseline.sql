-- The schema of version 0.1, with the rows that a new site begins with. One section per module (docs/domains); the functions are in
-- apps/server/functions. Databases of the migrations before this one are taken over as they are (decision 0084).

-- The application connects with this role's rights (connection option `role`), never the owner's.
do $$
begin
  create role stagedoor_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  execute format('grant stagedoor_app to %I', current_user);
exception when others then null;
end $$;

grant usage on schema public to stagedoor_app;
alter default privileges in schema public grant select, insert, update, delete on tables to stagedoor_app;
alter default privileges in schema public grant usage, select on sequences to stagedoor_app;

create schema ledger;
grant usage on schema ledger to stagedoor_app;

-- Searches of the administration by a part of a name.
create extension if not exists pg_trgm;

-- Triggers and indexes need their functions when they are created. apps/server/functions replaces these right after this migration.
do $$
declare
  name text;
begin
  foreach name in array array[
    'notify_session_revoked', 'notify_account_changed', 'notify_two_factor_changed', 'notify_blocked', 'notify_country_blocked',
    'notify_texts_changed', 'site_clock_changed', 'keep_performer_names', 'keep_performer_words', 'keep_performer_counters',
    'set_message_recipient', 'reserve_offer_link', 'ledger.check_zero_sum', 'ledger.refuse_change', 'ledger.reserve_order'] loop
    execute format('create function %s() returns trigger language plpgsql as $body$ begin return null; end $body$', name);
  end loop;
end $$;
create function search_words(p_text text) returns text language sql immutable parallel safe as $$ select p_text $$;
create function message_document(p_sender_id uuid, p_recipient_id uuid, p_text text) returns tsvector language sql immutable parallel safe
  as $$ select ''::tsvector $$;
-- The words of a published item. The words of a text that is sold carry the weight D: only viewers who may read it find it by them.
create function item_document(p_title text, p_text text, p_media_type text) returns tsvector language sql immutable parallel safe
  as $$
    select setweight(to_tsvector('simple', public.search_words(p_title)), 'A')
      || setweight(to_tsvector('simple', public.search_words(p_text)), case when p_media_type = 'text' then 'D'::"char" else 'B'::"char" end)
  $$;

-- == Files ==

-- Files that were uploaded. A row exists only for what arrived whole; unattached ones are removed after a day.
create table files (
  id uuid primary key default uuidv7(),
  owner_id uuid,
  purpose text not null
    check (purpose in ('avatar', 'cover', 'document', 'feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'welcomeVideo', 'recording',
    'branding', 'promo', 'productFile', 'productImage', 'gift', 'comment', 'media', 'photo', 'message', 'video', 'videoTeaser',
    'videoThumbnail', 'reel')),
  kind text not null check (kind in ('image', 'video', 'document', 'audio')),
  state text not null default 'processing' check (state in ('processing', 'ready', 'failed')),
  progress real not null default 0,
  failure text,
  original_key text not null,
  content_type text not null,
  bytes bigint not null,
  sha256 text not null,
  width integer,
  height integer,
  duration_ms integer,
  thumbhash text,
  -- [{ name, key, width, height, contentType }]: pictures by width, blur, poster, posterBlur, mp4, hls
  variants jsonb not null default '[]',
  attached_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text not null default '',
  -- Describes the picture for people who can't see it.
  alt_text text not null default '',
  -- Removed from the library; still shown to those who bought it.
  removed_at timestamptz
);
create index files_orphans on files (created_at) where attached_at is null;
create index files_owner on files (owner_id, id desc);
-- One row per original: the same upload used twice is the same file. The sweep of files without a row looks them up here.
create unique index files_original on files (original_key);
-- For the sweep of videos that no job encodes.
create index files_processing on files (id) where state = 'processing';
create index files_library on files (owner_id, created_at desc, id desc)
  where removed_at is null and attached_at is not null
  and purpose in ('media', 'feedPhoto', 'feedVideo', 'feedTeaser', 'photo', 'video', 'videoTeaser', 'reel');
-- The size of a performer's content is summed before each upload.
create index files_storage on files (owner_id) include (bytes)
  where purpose in ('media', 'feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'welcomeVideo', 'recording', 'productFile',
  'productImage', 'photo', 'video', 'videoTeaser', 'videoThumbnail', 'reel');
-- Files that count in a fan's quota (setting fanStorageQuotaMb).
create index files_fan_storage on files (owner_id) include (bytes) where purpose in ('avatar', 'comment', 'message');

-- Hashes of the files of items that were taken down: the same bytes are not accepted again. Ended when the item is shown again.
create table blocked_files (
  sha256 text not null,
  item_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (sha256, item_id)
);
create index blocked_files_item on blocked_files (item_id);

-- == Accounts, their second factors, devices and consents ==

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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Admins differ by their permissions (packages/contract/src/admin-roles.ts).
  admin_role text check (admin_role in ('owner', 'finance', 'moderator', 'support')),
  status_changed_at timestamptz,
  status_changed_by uuid references accounts (id),
  -- For the account's owner and for admins; the reason's key stands in status_reason.
  status_note text not null default '',
  -- Asked for by its owner; erased when this has passed, unless it is taken back.
  deletion_requested_at timestamptz,
  deletes_at timestamptz,
  deleted_at timestamptz,
  phone_code text,
  phone text,
  -- The zone of dates in mails and notifications; null for the site's.
  time_zone text,
  -- Payouts of a performer who said “This wasn't me” wait for an admin; the cause is the event.
  payouts_frozen_at timestamptz,
  payouts_frozen_cause text,
  constraint accounts_admin_role check ((role = 'admin') = (admin_role is not null)),
  constraint accounts_payouts_frozen check ((payouts_frozen_at is null) = (payouts_frozen_cause is null))
);
create unique index accounts_username on accounts (username);
create index accounts_fans_by_name on accounts (lower(name) text_pattern_ops) where role = 'fan';
create index accounts_deletes on accounts (deletes_at) where deletes_at is not null and status <> 'deleted';
-- Lists of the administration: newest first, by role and state.
create index accounts_listed on accounts (role, status, id desc);
create index accounts_name_parts on accounts using gin (lower(name) gin_trgm_ops, username gin_trgm_ops, email gin_trgm_ops);
-- For counts of accounts that aren't active.
create index accounts_excluded on accounts (status, id desc) where status <> 'active';
create index accounts_updated on accounts (updated_at desc, id desc);
-- Counts of performers leave out the few whose accounts aren't active without looking up each account.
create index accounts_inactive_performers on accounts (id) where role = 'performer' and status <> 'active';
-- Names by their beginnings, and by those of their second and third words: read in order, so that a limit ends it.
create index accounts_username_start on accounts (username text_pattern_ops);
create index accounts_name_start on accounts (lower(name) text_pattern_ops);
create index accounts_name_second on accounts (substring(lower(name), '^[^ ]* (.*)$') text_pattern_ops);
create index accounts_name_third on accounts (substring(lower(name), '^[^ ]* [^ ]* (.*)$') text_pattern_ops);
create trigger accounts_changed after update of role, status, email_verified_at, username, admin_role, deletes_at on accounts
  for each row execute function notify_account_changed();
create trigger accounts_words after update of name, username on accounts
  for each row when (old.name is distinct from new.name or old.username is distinct from new.username) execute function keep_performer_names();

create table account_tokens (
  token_hash bytea primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  purpose text not null check (purpose in ('verifyEmail', 'resetPassword', 'changeEmail', 'undoEmailChange', 'invitation', 'notMe')),
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  -- The event that the mail is about, and when it happened: later changes are undone.
  cause text,
  since timestamptz,
  constraint account_tokens_not_me check ((purpose = 'notMe') = (cause is not null) and (purpose = 'notMe') = (since is not null))
);
create index account_tokens_account on account_tokens (account_id, purpose);

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
create trigger two_factor_changed after insert or delete or update of confirmed_at on two_factor
  for each row execute function notify_two_factor_changed();

create table recovery_codes (
  account_id uuid not null references accounts (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

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

-- Copies of everything stored about an account, as a zip.
create table data_exports (
  id uuid primary key default uuidv7(),
  account_id uuid not null references accounts (id),
  state text not null default 'pending' check (state in ('pending', 'ready', 'failed', 'expired')),
  storage_key text,
  bytes bigint,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (state <> 'ready' or storage_key is not null and expires_at is not null)
);
-- One at a time.
create unique index data_exports_running on data_exports (account_id) where state = 'pending';
create index data_exports_expiring on data_exports (expires_at) where state = 'ready';
create index data_exports_account on data_exports (account_id, id desc);

-- Consents with their time: terms at registration, cookies, a co-performer's release.
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

-- Attempts to register an address that has an account: they log in as an unverified account would, so that nobody learns who has one.
-- Kept for a day. They belong to no account.
create table registration_attempts (
  id uuid primary key default uuidv7(),
  username text not null,
  username_skeleton text not null unique,
  email text not null,
  password_hash text not null,
  created_at timestamptz not null
);
create index registration_attempts_username on registration_attempts (username);
create index registration_attempts_email on registration_attempts (email);
create index registration_attempts_created on registration_attempts (created_at);

-- WebAuthn credentials (https://www.w3.org/TR/webauthn-3/). Only public keys are stored.
create table passkeys (
  id uuid primary key default uuidv7(),
  account_id uuid not null references accounts (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- Signatures so far; 0 for authenticators that don't count.
  counter bigint not null default 0 check (counter >= 0),
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  -- Copied to the owner's other devices by its provider.
  is_synced boolean not null,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index passkeys_account on passkeys (account_id);
-- Sessions cache whether the account has a passkey: this invalidates them.
create trigger passkeys_changed after insert or delete on passkeys
  for each row execute function notify_two_factor_changed();

-- Challenges are used once, by the session they were made for; those of log-ins belong to no session.
create table passkey_challenges (
  challenge bytea primary key,
  purpose text not null check (purpose in ('register', 'confirm', 'logIn')),
  session_id uuid,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- Proposals of an owner to make somebody an owner; another owner confirms them.
create table owner_proposals (
  account_id uuid primary key references accounts (id) on delete cascade,
  proposed_by uuid not null references accounts (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- == Platform: settings, events, idempotency, audit, sessions, presence and uploads ==

create table settings (
  key text primary key,
  value jsonb not null,
  updated_by uuid,
  updated_at timestamptz not null default now()
);

create table setting_changes (
  id uuid primary key default uuidv7(),
  key text not null,
  old_value jsonb,
  new_value jsonb,
  changed_by uuid,
  changed_at timestamptz not null default now()
);
create index setting_changes_newest on setting_changes (changed_at desc);

-- Facts announced after their commit. Rows are written in the fact's own transaction. No NOTIFY: it takes a lock that
-- every commit would have to wait for, one after the other; the dispatcher is woken by the process and polls.
create table outbox (
  id bigint primary key generated always as identity,
  event text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  dispatched_at timestamptz,
  attempts integer not null default 0,
  failure text
);
create index outbox_waiting on outbox (id) where dispatched_at is null;

-- The first answer to a key, kept in the transaction of the write it answers.
create table idempotency_keys (
  account_id uuid not null,
  route text not null,
  key text not null,
  input_hash bytea not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (account_id, route, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table audit_log (
  id uuid primary key default uuidv7(),
  actor_id uuid,
  action text not null,
  object_kind text not null,
  object_id uuid,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- Subject of the action (AUDIT_ACTIONS of the contract), a filter of the log.
  kind text not null generated always as (
    case split_part(action, '.', 1)
      when 'orders' then 'money'
      when 'complaints' then 'money'
      when 'payouts' then 'money'
      when 'subscriptions' then 'money'
      when 'coupons' then 'money'
      when 'packages' then 'money'
      when 'invariants' then 'money'
      when 'accounts' then 'people'
      when 'applications' then 'people'
      when 'documents' then 'people'
      when 'participants' then 'people'
      when 'performers' then 'people'
      when 'content' then 'content'
      when 'streams' then 'content'
      when 'comments' then 'content'
      when 'messages' then 'content'
      when 'files' then 'content'
      when 'reports' then 'reports'
      when 'takedowns' then 'reports'
      when 'settings' then 'settings'
      when 'clock' then 'settings'
      when 'audit' then 'settings'
      else 'site'
  end) stored check (kind in ('money', 'people', 'content', 'reports', 'site', 'settings')),
  -- Orders the entries for the chain of hashes (functions/audit-seal.sql), by which a changed or removed entry is noticed.
  xid xid8 not null default pg_current_xact_id()
);
create index audit_log_object on audit_log (object_kind, object_id, id desc);
create index audit_log_actor on audit_log (actor_id, id desc);
create index audit_log_action on audit_log (action text_pattern_ops, id desc);
create index audit_log_kind on audit_log (kind, id desc);
-- Actions on one object of any kind.
create index audit_log_object_id on audit_log (object_id, id desc) where object_id is not null;
-- References, codes and names that an entry is found by.
create index audit_log_named on audit_log (lower(coalesce(detail ->> 'name', detail ->> 'key', detail ->> 'code')) text_pattern_ops);
create index audit_log_xid on audit_log (xid);
revoke update, delete on audit_log from stagedoor_app;

create table sessions (
  id uuid primary key default uuidv7(),
  -- SHA-256 of the token; the token itself is known to its owner alone.
  token_hash bytea not null unique,
  account_id uuid not null references accounts (id) on delete cascade,
  user_agent text not null default '',
  ip text not null default '',
  logged_in_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_seen_at timestamptz,
  -- The account as which this session's admin looks at the site until then, changing nothing.
  acting_as_id uuid references accounts (id),
  acting_until timestamptz,
  -- The owner confirmed within this session that it is them (step-up); a log-in counts too.
  confirmed_at timestamptz,
  -- When the session's last call was, to the minute and on the real clock: admins' sessions end when they are idle.
  used_at timestamptz,
  constraint sessions_acting check ((acting_as_id is null) = (acting_until is null))
);
create index sessions_account on sessions (account_id) where revoked_at is null;
create index sessions_acting_as on sessions (acting_as_id) where acting_as_id is not null;
create trigger sessions_revoked after update of revoked_at on sessions
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function notify_session_revoked();

create table uploads (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  purpose text not null
    check (purpose in ('feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'media', 'welcomeVideo', 'photo', 'messagePhoto', 'video',
    'videoTeaser', 'videoThumbnail', 'reel', 'productFile')),
  -- Size of the whole upload, as announced at its start.
  bytes bigint not null check (bytes > 0),
  -- Storage key, once the upload was accepted.
  storage_key text not null unique,
  -- Hash and kind of an accepted upload, by its content.
  sha256 text,
  kind text check (kind in ('image', 'video', 'audio', 'document', 'archive')),
  content_type text,
  taken_at timestamptz,
  created_at timestamptz not null default now(),
  check ((taken_at is null) = (sha256 is null) and (taken_at is null) = (kind is null) and (taken_at is null) = (content_type is null))
);
create index uploads_account on uploads (account_id) where taken_at is null;
create index uploads_age on uploads (created_at);

-- When each account was last seen, in a table of its own: at accounts every sighting changed the row's version, by which contents of its items
-- are kept in memory, and wrote all its indexes. Unlogged: it is written every minute for everybody online, and after a crash of PostgreSQL
-- it is empty; last_seen_times fills it again. Without a foreign key, which would lock the row of accounts.
-- Rarely analyzed and vacuumed, as home feeds are. Updates stay on their page, which is pruned when it is read.
create unlogged table presence (
  account_id uuid primary key,
  last_seen_at timestamptz not null,
  -- Indexed in place of last_seen_at: while it is the same, an update is HOT and writes no index.
  seen_hour timestamptz not null
    generated always as (date_bin('01:00:00'::interval, last_seen_at, '2000-01-01 00:00:00+00'::timestamptz)) stored
) with (fillfactor = 50, autovacuum_analyze_scale_factor = 20, autovacuum_vacuum_scale_factor = 2);
create index presence_hour on presence (seen_hour desc);

-- The same, durable: copied by a job every hour.
create table last_seen_times (
  account_id uuid primary key,
  last_seen_at timestamptz not null
) with (fillfactor = 70);
create index last_seen_times_newest on last_seen_times (last_seen_at desc);

-- Hashes of the keys in secrets.json: a node whose keys differ refuses to start.
create table secret_fingerprints (
  name text primary key,
  fingerprint text not null,
  recorded_at timestamptz not null default now()
);

-- Pieces of unfinished uploads in the bucket, so that every web node can continue them. Without a foreign key: the sweep removes the
-- objects of uploads that are gone.
create table upload_pieces (
  upload_id uuid not null,
  -- Position of its first byte.
  at_byte bigint not null check (at_byte >= 0),
  bytes bigint not null check (bytes > 0),
  storage_key text not null,
  primary key (upload_id, at_byte)
);

-- == Performers ==

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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The show a performer gives now, kept with the show's state, so that lists need no join.
  live_stream_id uuid,
  state_code text not null default '',
  -- Body type, hair, eyes and the like, as `user-additional` offers them.
  attributes jsonb not null default '{}',
  languages text[] not null default '{}',
  -- Hundredths of a token a minute; null for the site's default.
  private_price_amount bigint check (private_price_amount > 0),
  group_price_amount bigint check (group_price_amount > 0),
  private_minimum_minutes integer not null default 3 check (private_minimum_minutes between 1 and 60),
  welcome_video_file_id uuid references files (id),
  welcome_video_enabled boolean not null default true,
  -- Reason why an admin holds profile and payouts; the performer reads it.
  hold_reason text not null default '',
  -- Days a first subscription costs nothing; zero for none.
  trial_days smallint not null default 0 check (trial_days between 0 and 90),
  -- Time from which the performer has too many fans for writing posts to each home feed: the feeds read them from the items instead.
  wide_since timestamptz,
  words tsvector,
  -- When a performer first saved subscription prices. "Free" is a choice too: the checklist counts it as made.
  prices_chosen_at timestamptz,
  -- Fans who may write to the performer.
  messages_from text not null default 'subscribers' check (messages_from in ('subscribers', 'followers', 'everyone')),
  -- Other sites of a performer, in the order in which the profile shows them.
  links text[] not null default '{}'
);
create index performers_state on performers (state, applied_at);
create index performers_featured on performers (featured_position) where state = 'approved';
create index performers_live on performers (live_stream_id) where live_stream_id is not null;
create index performers_wide on performers (account_id) where wide_since is not null;
create index performers_words on performers using gin (words);
create index performers_craft on performers (lower(craft)) where state = 'approved' and craft <> '';
create index performers_country on performers (country) where state = 'approved';
-- For filters that few performers match: without these, counts read all performers until a thousand are found.
create index performers_languages on performers using gin (languages) where state = 'approved';
create index performers_attributes on performers using gin (attributes jsonb_path_ops) where state = 'approved';
-- Suggestions take the newest, and those of a craft or a country, without a walk over all performers.
create index performers_newest on performers (decided_at desc nulls last, account_id desc) where state = 'approved';
create trigger performers_changed after update of state on performers
  for each row execute function notify_account_changed();
create trigger performers_words before insert or update of craft, city, bio on performers
  for each row execute function keep_performer_words();
create trigger performers_counters after insert or update of featured_position on performers
  for each row execute function keep_performer_counters();

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

-- Bank and PayPal details for payouts, sealed with the site's key: nobody reads them in the table.
create table payout_details (
  performer_id uuid not null references performers (account_id),
  kind text not null check (kind in ('banking', 'paymentGateway', 'paypal')),
  sealed bytea not null,
  updated_at timestamptz not null default now(),
  primary key (performer_id, kind)
);

-- Counts of a performer, in a narrow table like item_counters: counting doesn't change the rows that items show of their performer, so
-- their contents stay in memory. Beside the counts: sums over all posts that a profile shows, and the rank; both are made by jobs, because
-- they cost a walk over history.
create table performer_counters (
  performer_id uuid primary key references performers (account_id) on delete cascade,
  follower_count integer not null default 0,
  subscriber_count integer not null default 0,
  view_count integer not null default 0,
  post_count integer not null default 0,
  -- Photos and films in all posts, and in those that a subscription includes.
  photo_count integer not null default 0,
  video_count integer not null default 0,
  included_count integer not null default 0,
  included_photo_count integer not null default 0,
  included_video_count integer not null default 0,
  -- Open to everybody, sold by themselves, and published in the last thirty days.
  free_count integer not null default 0,
  extra_count integer not null default 0,
  recent_count integer not null default 0,
  median_extra_amount bigint,
  -- The place that an admin gave, or behind all of them; then by activity.
  place integer not null default 2147483647,
  score bigint not null default 0,
  -- Number of galleries, videos and single photos that a subscription includes, by kind; kinds with none are left out.
  included_kinds jsonb not null default '{}'
) with (fillfactor = 70);
create index performer_counters_rank on performer_counters (place, score desc, performer_id);
create index performer_counters_popular on performer_counters (((follower_count + subscriber_count)) desc, performer_id);

-- == Blocks and mutes ==

-- Blocks between a performer and an account; either side may block, or both.
create table blocks (
  performer_id uuid not null references performers (account_id),
  account_id uuid not null references accounts (id),
  created_at timestamptz not null default now(),
  reason text not null default '',
  is_performers boolean not null default true,
  is_accounts boolean not null default false,
  -- When the account blocked the performer.
  account_blocked_at timestamptz,
  primary key (performer_id, account_id),
  constraint blocks_whose_check check (is_performers or is_accounts),
  constraint blocks_account_blocked_at_check check (is_accounts = (account_blocked_at is not null))
);
create index blocks_of_performer on blocks (performer_id, created_at desc);
create index blocks_of_account on blocks (account_id);
create trigger blocks_added after insert on blocks
  for each row execute function notify_blocked();

create table country_blocks (
  performer_id uuid not null references performers (account_id),
  country text not null check (length(country) = 2),
  created_at timestamptz not null default now(),
  primary key (performer_id, country)
);
create trigger country_blocks_added after insert on country_blocks
  for each row execute function notify_country_blocked();

-- Performers whom an account keeps out of its home and its notifications.
create table mutes (
  account_id uuid not null references accounts (id) on delete cascade,
  performer_id uuid not null references performers (account_id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, performer_id)
);
create index mutes_performer on mutes (performer_id);

-- == People who are seen in what a performer publishes ==

-- Identity and release of each; an admin decides about them.
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

-- People seen in an item, and the day it was made.
create table item_participants (
  item_id uuid not null,
  participant_id uuid not null references participants (id),
  produced_on date not null,
  created_at timestamptz not null default now(),
  primary key (item_id, participant_id)
);
create index item_participants_participant on item_participants (participant_id);

-- == Categories ==

-- The site's list of subjects of items. A name for each language, at least in English.
create table categories (
  id uuid primary key default uuidv7(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  names jsonb not null check (names ? 'en'),
  position integer not null default 0,
  is_hidden boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- == Items: everything that is published, of whatever kind ==

-- One row for everything that is shown to some and not to others, of whatever kind. Its id is the thing's own.
create table items (
  id uuid primary key,
  kind text not null check (kind in ('feed', 'gallery', 'photo', 'video', 'reel', 'product', 'message', 'stream')),
  performer_id uuid not null references performers (account_id),
  title text not null default '',
  audience text not null check (audience in ('everyone', 'followers', 'subscribers', 'buyers')),
  -- Hundredths of a token.
  price_amount bigint check (price_amount > 0),
  price_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  state text not null,
  published_at timestamptz,
  scheduled_at timestamptz,
  expires_at timestamptz,
  pinned_at timestamptz,
  -- The gallery of a photo: access to a parent covers its parts.
  parent_id uuid references items (id),
  -- Among the parts of its parent.
  position integer,
  -- Off sale: those entitled keep it, nobody else can get in.
  on_sale boolean not null generated always as (state = 'active') virtual,
  -- Since when only the performer may comment on an item; null while everybody with access may.
  comments_closed_at timestamptz,
  constraint items_state check (state in ('draft', 'scheduled', 'processing', 'review', 'active', 'taken-down', 'deleted')),
  -- A part without a price of its own is opened with its parent.
  constraint items_price check (audience <> 'buyers' or price_amount is not null or state <> 'active' or parent_id is not null),
  constraint items_scheduled check (state <> 'scheduled' or scheduled_at is not null or parent_id is not null),
  constraint items_published check (state <> 'active' or published_at is not null),
  constraint items_part check (parent_id is null or position is not null)
);
-- Indexes of lists of items.
create index items_of_performer on items (performer_id, kind, published_at desc, id desc) where state = 'active' and parent_id is null;
create index items_newest on items (kind, published_at desc, id desc) where state = 'active' and parent_id is null;
create index items_on_profile on items (performer_id, kind, pinned_at desc nulls last, published_at desc, id desc)
  where state = 'active' and parent_id is null;
create index items_scheduled on items (scheduled_at) where state = 'scheduled';
create index items_expiring on items (expires_at) where state = 'active' and expires_at is not null;
create index items_parts on items (parent_id, position) where parent_id is not null;
create index items_managed on items (performer_id, kind, created_at desc, id desc) where parent_id is null;
-- A performer's drafts among many published items.
create index items_drafts on items (performer_id, kind, created_at desc, id desc) where state = 'draft' and parent_id is null;
create index items_in_review on items (id) where state = 'review';
-- Items on sale by price: without it, the first page of a store's cheapest items sorts all of them.
create index items_by_price on items (kind, coalesce(price_amount, 0), published_at, id)
  where kind in ('gallery', 'photo', 'video', 'reel', 'product') and state = 'active' and parent_id is null;

-- Contents of an item as lists show them, so that they join no files.
create table item_contents (
  item_id uuid primary key constraint feeds_id_not_null not null references items (id) on delete cascade,
  -- text: the item has only words, and the words are sold.
  media_type text constraint feeds_type_not_null not null default 'text',
  title text constraint feeds_title_not_null not null default '',
  text text constraint feeds_text_not_null not null default '',
  -- Derived from the files when they change: what a list needs to show them, so that it joins no files.
  media jsonb constraint feeds_media_not_null not null default '[]',
  preview jsonb,
  teaser jsonb,
  photo_count integer constraint feeds_photo_count_not_null not null default 0,
  video_ms integer,
  -- The teaser may be cut out of the film: the performer chose that, and gave no teaser.
  teaser_cut boolean constraint feeds_teaser_cut_not_null not null default false,
  tags text[] not null default '{}',
  constraint feeds_type_check check (media_type in ('text', 'photo', 'video'))
);
create index item_contents_tags on item_contents using gin (tags) where tags <> '{}';
create index item_contents_words on item_contents using gin (item_document(title, text, media_type));

-- Files of an item, by role.
create table item_files (
  item_id uuid constraint feed_files_feed_id_not_null not null references items (id),
  file_id uuid constraint feed_files_file_id_not_null not null constraint feed_files_file_id_fkey references files (id),
  position integer constraint feed_files_position_not_null not null,
  role text not null check (role in ('content', 'thumbnail', 'teaser', 'download')),
  primary key (item_id, role, position)
);
create index item_files_file on item_files (file_id);

-- Counts in a narrow table: counting doesn't rewrite the row that lists show.
create table item_counters (
  item_id uuid primary key references items (id) on delete cascade,
  like_count integer not null default 0,
  bookmark_count integer not null default 0,
  comment_count integer not null default 0,
  unlock_count integer not null default 0,
  view_count bigint not null default 0
) with (fillfactor = 70);

-- Number of items with each common word, by kind: searches choose their plan by it (modules/items/search-items.queries.ts).
create table item_words (
  kind text not null,
  word text collate "C" not null,
  item_count integer not null,
  primary key (kind, word)
);

-- Recipients of items of kinds that nobody else may know of.
create table item_recipients (
  item_id uuid not null references items (id),
  account_id uuid not null references accounts (id),
  primary key (item_id, account_id)
);
create index item_recipients_account on item_recipients (account_id);

-- Viewers of an item on a day, as keyed hashes that are deleted after a day. A view counts from its third second on.
create table item_views (
  item_id uuid not null references items (id) on delete cascade,
  viewer text not null,
  day date not null,
  began_at timestamptz not null,
  is_counted boolean not null default false,
  primary key (item_id, viewer, day)
);
create index item_views_day on item_views (day);

-- Position at which an account stopped watching an item; for reels, that it has seen it.
create table item_positions (
  account_id uuid not null references accounts (id),
  item_id uuid not null references items (id) on delete cascade,
  position_ms integer not null check (position_ms >= 0),
  updated_at timestamptz not null,
  primary key (account_id, item_id)
);
create index item_positions_item on item_positions (item_id);

-- Views of each day, for rankings.
create table item_view_days (
  item_id uuid not null references items (id) on delete cascade,
  day date not null,
  views integer not null,
  primary key (item_id, day)
);
create index item_view_days_day on item_view_days (day);

create table item_categories (
  item_id uuid not null references items (id) on delete cascade,
  category_id uuid not null references categories (id) on delete cascade,
  primary key (item_id, category_id)
);
create index item_categories_category on item_categories (category_id, item_id);

-- Review before publishing: the decision about an item, and whether its current content was approved. An item waits while its state is `review`.
create table item_reviews (
  item_id uuid primary key references items (id),
  -- Raised when the item is sent for review and when its content changes: a decision names the version that was looked at.
  version integer not null default 1,
  -- When it was sent last.
  requested_at timestamptz not null,
  -- The current content was approved: it is published without another review.
  is_approved boolean not null default false,
  -- Published before, with content that was not approved since: buyers don't see it.
  is_withheld boolean not null default false,
  decision text check (decision in ('approved', 'rejected')),
  -- Why it was rejected.
  note text not null default '',
  decided_by uuid references accounts (id),
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((decision is null) = (decided_at is null)),
  constraint item_reviews_check1 check ((decision is not distinct from 'rejected') = (note <> ''))
);

-- == Access ==

-- Items that an account bought or was granted permanently.
create table entitlements (
  account_id uuid not null references accounts (id),
  item_id uuid not null references items (id),
  item_kind text not null,
  source text not null check (source in ('purchase', 'grant')),
  order_id uuid,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (account_id, item_id)
);
create index entitlements_item on entitlements (item_id);
create index entitlements_of_account on entitlements (account_id, item_kind, created_at desc, item_id desc) where revoked_at is null;
-- Written by the ledger's functions alone.
revoke insert, update, delete on entitlements from stagedoor_app;

-- == Posts and polls ==

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
  -- One vote for each account.
  primary key (poll_id, account_id),
  foreign key (poll_id, option_id) references poll_options (poll_id, id) on delete cascade
);
create index poll_votes_option on poll_votes (option_id);
create index poll_votes_account on poll_votes (account_id);

create table feeds (
  id uuid primary key constraint feeds_id_not_null1 not null references items (id),
  poll_id uuid constraint feeds_poll_id_key1 unique constraint feeds_poll_id_fkey1 references polls (id)
);

-- == Photos ==

create table photos (
  id uuid primary key references items (id)
);

-- == Galleries ==

create table galleries (
  id uuid primary key references items (id)
);

-- == Videos ==

create table videos (
  id uuid primary key references items (id),
  -- `place`: the site's own order in rankings, 1 is first. `stream_id`: the show whose recording it was made of.
  place integer check (place > 0),
  stream_id uuid
);
create unique index videos_stream on videos (stream_id) where stream_id is not null;

-- The most watched and bought videos of a period, as a job last counted them.
create table video_ranks (
  period text not null check (period in ('day', 'week', 'month', 'all')),
  item_id uuid not null references items (id) on delete cascade,
  score bigint not null,
  primary key (period, item_id)
);
create index video_ranks_score on video_ranks (period, score desc, item_id desc);
create index video_ranks_item on video_ranks (item_id);

-- == Reels ==

create table reels (
  id uuid primary key references items (id)
);

-- == Products ==

create table products (
  id uuid primary key references items (id),
  type text not null check (type in ('physical', 'digital')),
  -- Number left; null for an unlimited one. Digital products are unlimited.
  stock integer check (stock >= 0),
  updated_at timestamptz not null default now(),
  check (type = 'physical' or stock is null)
);

-- Postage of a product to a country; `*` stands for every country without a price of its own.
create table product_shipping (
  product_id uuid not null references products (id) on delete cascade,
  country text not null check (country ~ '^([A-Z]{2}|\*)$'),
  price_amount bigint not null check (price_amount >= 0),
  primary key (product_id, country)
);

-- == Home feeds ==

-- The home feed of an account, written when a post is published. Rarely analyzed: each analysis makes every connection plan its statements again
-- (40 ms for the widest), and new rows resemble the old ones.
create table timelines (
  account_id uuid not null,
  published_at timestamptz not null,
  item_id uuid constraint timelines_feed_id_not_null not null,
  performer_id uuid not null,
  primary key (account_id, published_at, item_id) include (performer_id)
) with (autovacuum_analyze_scale_factor = 2);

-- Accounts whose home feeds publications don't write to, because they weren't seen for long. Rows are removed once the home feed is filled.
create table inactive_homes (
  account_id uuid primary key,
  -- When the account was last seen: items published later may be missing.
  missing_since timestamptz not null,
  -- Publications write to it again, and it lacks what was published before they did.
  is_filling boolean not null default false
);

-- == Comments ==

create table comments (
  id uuid primary key default uuidv7(),
  item_id uuid not null references items (id),
  -- The comment it replies to. There is one level: a reply to a reply has the same parent.
  parent_id uuid references comments (id),
  author_id uuid not null references accounts (id),
  content text not null default '',
  -- A picture.
  file_id uuid references files (id),
  like_count integer not null default 0,
  reply_count integer not null default 0,
  edited_at timestamptz,
  -- Hidden by the item's performer or a moderator: only they and its author see it.
  hidden_at timestamptz,
  hidden_by uuid references accounts (id),
  deleted_at timestamptz,
  deleted_by uuid references accounts (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (content <> '' or file_id is not null or deleted_at is not null),
  constraint comments_check1 check ((hidden_at is null) = (hidden_by is null)),
  constraint comments_check2 check ((deleted_at is null) = (deleted_by is null))
);
create index comments_of_item on comments (item_id, id desc) where parent_id is null and deleted_at is null;
create index comments_shown on comments (item_id) where deleted_at is null and hidden_at is null;
create index comments_replies on comments (parent_id, id) where parent_id is not null and deleted_at is null;
create index comments_author on comments (author_id);

-- == Reactions ==

create table reactions (
  account_id uuid not null references accounts (id),
  action text not null check (action in ('like', 'bookmark', 'follow', 'favourite', 'watchLater')),
  object_type text not null check (object_type in ('feed', 'gallery', 'photo', 'video', 'reel', 'product', 'performer', 'comment')),
  object_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (account_id, action, object_id)
);
create index reactions_audience on reactions (object_id, action, account_id);
-- Lists of an account's likes and saved items, newest first.
create index reactions_of_account on reactions (account_id, created_at desc, action desc, object_id desc);
create index reactions_saved on reactions (account_id, created_at desc, object_id desc) where action = 'bookmark';
create index reactions_kept_videos on reactions (account_id, action, created_at desc, object_id desc)
  where action in ('favourite', 'watchLater');

-- == Words of searches ==

-- The distinct words that searches may find, by which a misspelt one is recognized and what is being typed is completed. Words of texts that
-- are locked are not among them. Events add words; a nightly job recounts them.
create table known_words (
  -- As searches compare it: lower case, without accents.
  word text primary key collate "C",
  -- As it is shown.
  spelling text not null,
  -- Number of performers and items with the word.
  performer_count integer not null default 0,
  item_count integer not null default 0,
  -- The performer, if only one has it.
  performer_id uuid references performers (account_id) on delete cascade,
  -- The word, and the word without each one of its letters: two words with one of these in common differ by one slip.
  variants text[] not null
);
create index known_words_variants on known_words using gin (variants);
create index known_words_parts on known_words using gin (word gin_trgm_ops);
create index known_words_performer on known_words (performer_id);

-- == Featured items ==

-- Items that the site features first, of all kinds; 1 is first.
create table featured_items (
  item_id uuid primary key references items (id) on delete cascade,
  place integer not null check (place > 0),
  created_at timestamptz not null default now()
);

-- Items that may be featured beside the pinned ones: the newest of each kind, with their reactions. Rebuilt every few minutes.
create table featured_candidates (
  item_id uuid primary key references items (id) on delete cascade,
  kind text not null,
  performer_id uuid not null references accounts (id) on delete cascade,
  published_at timestamptz not null,
  -- Weighted (modules/catalog/featured-candidates.ts); zero doesn't trend.
  score bigint not null
);
create index featured_candidates_performer on featured_candidates (performer_id);

-- == Coupons ==

-- Coupons are the site's.
create table coupons (
  id uuid primary key default uuidv7(),
  -- As it is typed, in capitals.
  code text not null unique check (code = upper(code)),
  name text not null default '',
  -- Hundredths of a per cent, or hundredths of a token.
  percent integer check (percent between 1 and 10000),
  amount bigint check (amount > 0),
  -- Kinds of items that it applies to.
  item_kinds text[] not null check (cardinality(item_kinds) > 0 and item_kinds <@ array['product', 'feed', 'video', 'gallery']),
  starts_at timestamptz,
  ends_at timestamptz,
  uses_maximum integer check (uses_maximum > 0),
  uses_per_account integer check (uses_per_account > 0),
  use_count integer not null default 0,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((percent is null) <> (amount is null))
);

create table coupon_uses (
  order_id uuid primary key,
  coupon_id uuid not null references coupons (id),
  account_id uuid not null references accounts (id),
  -- Hundredths of a token that were taken off.
  discount_amount bigint not null check (discount_amount > 0),
  created_at timestamptz not null default now()
);
create index coupon_uses_account on coupon_uses (coupon_id, account_id);
-- Written by the ledger's functions alone.
revoke insert, update, delete on coupon_uses from stagedoor_app;

-- == Offer links ==

-- Links by which a performer gives free days or a discount on the first period of a subscription (docs/domains/offer-links.md).
create table offer_links (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references performers (account_id),
  -- In the address of the profile; unguessable.
  code text not null unique,
  name text not null,
  kind text not null check (kind in ('trial', 'discount')),
  plan text not null check (plan in ('monthly', 'yearly')),
  days smallint check (days between 1 and 90),
  percent smallint check (percent between 1 and 99),
  -- Only for fans who never subscribed to the performer.
  only_new boolean not null,
  uses_maximum integer check (uses_maximum between 1 and 10000),
  -- Number of rows of offer_link_uses in each state.
  use_count integer not null default 0 check (use_count >= 0),
  reserved_count integer not null default 0 check (reserved_count >= 0),
  ends_at timestamptz,
  paused_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint offer_links_terms check ((kind = 'trial') = (days is not null) and (kind = 'discount') = (percent is not null)),
  constraint offer_links_uses check ((use_count + reserved_count) <= uses_maximum)
);
create index offer_links_performer on offer_links (performer_id, id desc);

-- Uses of a link, once for each fan; only functions/offer-links.sql writes it.
create table offer_link_uses (
  offer_link_id uuid not null references offer_links (id),
  fan_id uuid not null references accounts (id),
  performer_id uuid not null references performers (account_id),
  -- The order that reserved or paid it; null for free days.
  order_id uuid,
  state text not null check (state in ('reserved', 'used')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (offer_link_id, fan_id)
);
create index offer_link_uses_fan on offer_link_uses (fan_id);
create index offer_link_uses_performer on offer_link_uses (performer_id);
create index offer_link_uses_order on offer_link_uses (order_id) where order_id is not null;
-- Written by take_offer_link alone.
revoke insert, update, delete on offer_link_uses from stagedoor_app;

-- == Orders ==

create table orders (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('topUp', 'debt', 'subscription', 'renewal', 'feed', 'gallery', 'photo', 'video', 'product', 'message',
    'tip', 'gift', 'emoji')),
  buyer_id uuid not null references accounts (id),
  seller_id uuid references accounts (id),
  item_kind text,
  item_id uuid,
  item_title text not null default '',
  -- Package, period, target of a tip, message.
  detail jsonb not null default '{}',
  price_version integer,
  tokens_amount bigint,
  money_amount bigint not null,
  currency text not null,
  token_value bigint not null,
  -- Frozen when the order was made, in hundredths of a per cent.
  commission_rate integer,
  buyer_country text,
  method text not null check (method in ('wallet', 'card')),
  state text not null default 'created' check (state in ('created', 'paid', 'failed', 'cancelled', 'expired', 'refunded', 'chargedBack')),
  gateway text,
  gateway_payment_id text,
  return_to text,
  transaction_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  paid_at timestamptz,
  expires_at timestamptz,
  coupon_id uuid references coupons (id),
  -- Hundredths of a token that a coupon takes off; `tokens_amount` is the rest to pay.
  discount_amount bigint not null default 0 check (discount_amount >= 0),
  -- Postal address, sealed: names and addresses are for seller and buyer alone.
  delivery_address bytea,
  -- The link whose discount the order has; discount_amount is the discount.
  offer_link_id uuid references offer_links (id),
  -- A coupon may make an order free: nothing is paid for it, and its sales have no entries.
  constraint orders_amounts_check
    check (money_amount > 0 and (tokens_amount is null or tokens_amount > 0)
    or money_amount = 0 and coalesce(tokens_amount, 1) = 0 and coupon_id is not null)
);
create index orders_buyer on orders (buyer_id, created_at desc, id desc);
create index orders_open on orders (created_at) where state = 'created';
create unique index orders_gateway_payment on orders (gateway, gateway_payment_id) where gateway_payment_id is not null;
-- Counts of each gift and emoji.
create index orders_gifts on orders ((detail ->> 'giftId')) where kind in ('gift', 'emoji');
create index orders_created on orders (created_at desc, id desc);
-- Orders of products and orders by card are few among all orders of a buyer.
create index orders_of_products on orders (buyer_id, created_at desc, id desc) where kind = 'product' and paid_at is not null;
create index orders_by_card on orders (buyer_id, created_at desc, id desc) where method = 'card';
create index orders_seller on orders (seller_id, created_at desc, id desc) where seller_id is not null;
-- Orders that wait for a card payment.
create index orders_waiting on orders (buyer_id) where state = 'created';
-- Buyers of a seller: searchFans looks up each fan where a performer has many.
create index orders_buyers on orders (seller_id, buyer_id) where paid_at is not null;
create trigger orders_reserve before insert on orders
  for each row when (new.state = 'created' and new.gateway is not null and new.kind <> 'renewal') execute function ledger.reserve_order();
create trigger orders_reserve_offer_link after insert on orders
  for each row when (new.offer_link_id is not null and new.state = 'created') execute function reserve_offer_link();
create trigger orders_release_offer_link after update of state on orders
  for each row when (new.offer_link_id is not null and old.state = 'created' and new.state in ('failed', 'cancelled', 'expired'))
  execute function reserve_offer_link();

-- A performer's paid events in order; numbers are given by the single dispatcher, so none is missing.
create table paid_events (
  performer_id uuid not null,
  sequence integer not null,
  transaction_id uuid not null unique,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  primary key (performer_id, sequence)
);
revoke update, delete on paid_events from stagedoor_app;

-- One kind of product of an order of products: its seller, its price, its delivery, its transaction.
create table order_lines (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders (id),
  line smallint not null,
  buyer_id uuid not null references accounts (id),
  seller_id uuid not null references accounts (id),
  product_id uuid not null references products (id),
  product_type text not null check (product_type in ('physical', 'digital')),
  title text not null,
  price_version integer not null,
  quantity integer not null check (quantity > 0),
  -- Hundredths of a token, each; then for all, after the discount.
  unit_amount bigint not null check (unit_amount > 0),
  discount_amount bigint not null default 0 check (discount_amount >= 0),
  tokens_amount bigint not null,
  -- Hundredths of the currency.
  money_amount bigint not null,
  commission_rate integer not null,
  transaction_id uuid unique,
  delivery text not null default 'created' check (delivery in ('created', 'processing', 'shipped', 'delivered', 'cancelled', 'refunded')),
  -- Carrier and tracking number, as the seller gives them.
  shipping_note text not null default '',
  paid_at timestamptz,
  -- Time of the automatic refund if nobody accepts it.
  accept_by timestamptz,
  shipped_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  tracking_url text not null default '',
  -- The buyer confirmed that it arrived.
  confirmed_at timestamptz,
  complaint_state text check (complaint_state in ('open', 'refunded', 'rejected', 'withdrawn')),
  complaint_text text not null default '',
  complaint_note text not null default '',
  complained_at timestamptz,
  complaint_decided_at timestamptz,
  unique (order_id, line),
  constraint order_lines_complaint_check check ((complaint_state is null) = (complained_at is null)),
  -- One product of an order may be free while another, or the postage, is not.
  constraint order_lines_amounts_check
    check (tokens_amount > 0 and money_amount > 0 or tokens_amount = 0 and money_amount = 0 and discount_amount > 0)
);
create index order_lines_seller on order_lines (seller_id, id desc) where paid_at is not null;
create index order_lines_buyer on order_lines (buyer_id, id desc) where paid_at is not null;
create index order_lines_waiting on order_lines (accept_by) where delivery = 'created' and accept_by is not null;
create index order_lines_unconfirmed on order_lines (shipped_at) where delivery = 'shipped';
create index order_lines_complaints on order_lines (complaint_state, complained_at) where complaint_state is not null;

-- Postage of an order for each seller who sends something by post.
create table order_shipping (
  order_id uuid not null references orders (id),
  seller_id uuid not null references accounts (id),
  tokens_amount bigint not null check (tokens_amount > 0),
  money_amount bigint not null check (money_amount >= 0),
  transaction_id uuid unique,
  primary key (order_id, seller_id)
);
create index order_shipping_seller on order_shipping (seller_id);

-- == Payments by card ==

-- Statements of the gateways, verbatim, once each.
create table gateway_events (
  id uuid primary key default uuidv7(),
  gateway text not null,
  event_key text not null,
  order_id uuid,
  payload jsonb not null,
  outcome text not null,
  received_at timestamptz not null default now(),
  -- A statement may arrive before its payment is known, and again after: each outcome is kept once.
  event text not null default '',
  payment_id text,
  -- Tells responses to our own refunds from refunds that were made at the company.
  amount bigint,
  constraint gateway_events_once unique (gateway, event_key, outcome)
);
create index gateway_events_order on gateway_events (order_id, received_at) where order_id is not null;
create index gateway_events_received on gateway_events (received_at desc);
revoke update, delete on gateway_events from stagedoor_app;

-- Refunds to request from a gateway: written with the fact that causes them, sent by a job until they are done.
create table gateway_refunds (
  id uuid primary key default uuidv7(),
  -- One for each fact: `refund:<transaction>`, `late:<payment>`.
  key text not null unique,
  gateway text not null,
  payment_id text not null,
  order_id uuid not null references orders (id),
  -- Hundredths of the currency.
  amount bigint not null check (amount > 0),
  currency text not null,
  -- Superseded: the buyer's bank took the money back first.
  state text not null default 'pending' check (state in ('pending', 'done', 'superseded')),
  attempts integer not null default 0,
  failure text not null default '',
  created_at timestamptz not null default now(),
  done_at timestamptz
);
create index gateway_refunds_order on gateway_refunds (order_id);
create index gateway_refunds_pending on gateway_refunds (created_at) where state = 'pending';

-- == The sandbox gateway ==

-- The sandbox gateway's own books: it stands for another company.
create table sandbox_payments (
  id text primary key,
  order_id uuid,
  description text not null,
  amount bigint not null,
  currency text not null,
  return_url text not null,
  state text not null default 'open' check (state in ('open', 'approved', 'declined', 'cancelled', 'refunded', 'chargedBack')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  subscription_id text,
  refunded_amount bigint not null default 0,
  -- Amount of each period for a payment that recurs.
  recurring_amount bigint check (recurring_amount > 0),
  recurring_period text check (recurring_period in ('month', 'year')),
  check (refunded_amount >= 0 and refunded_amount <= amount)
);

create table sandbox_subscriptions (
  id text primary key,
  payment_id text not null unique references sandbox_payments (id),
  amount bigint not null check (amount > 0),
  currency text not null,
  period text not null check (period in ('month', 'year')),
  state text not null default 'active' check (state in ('active', 'cancelled')),
  -- The buyer's card is refused from now on.
  declines boolean not null default false,
  failures integer not null default 0,
  renewals integer not null default 0,
  renews_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The sandbox company's own copy.
  anchored_at timestamptz not null default now()
);
create index sandbox_subscriptions_due on sandbox_subscriptions (renews_at) where state = 'active';

-- Refunds by the requester's own key: a repeated request does nothing.
create table sandbox_refunds (
  id text primary key,
  payment_id text not null references sandbox_payments (id),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default now()
);

-- Statements to the site; each is sent again until the site accepts it.
create table sandbox_statements (
  id uuid primary key default uuidv7(),
  body jsonb not null,
  -- Not sent, so that the site's poll has to find it.
  is_held boolean not null default false,
  attempts integer not null default 0,
  delivered_at timestamptz,
  created_at timestamptz not null default now()
);
create index sandbox_statements_waiting on sandbox_statements (created_at) where delivered_at is null and not is_held;

-- == Wallets and spending limits ==

create table wallet_packages (
  id uuid primary key default uuidv7(),
  name text not null,
  tokens_amount bigint not null check (tokens_amount > 0),
  -- Hundredths of the site's currency.
  price_amount bigint not null check (price_amount > 0),
  position integer not null default 0,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Amounts in hundredths of the site's currency; null: no limit. `*_next_amount` takes effect at `*_next_at`, null: the limit is removed then.
create table spending_limits (
  account_id uuid primary key references accounts (id),
  daily_amount bigint check (daily_amount > 0),
  daily_next_amount bigint check (daily_next_amount > 0),
  daily_next_at timestamptz,
  monthly_amount bigint check (monthly_amount > 0),
  monthly_next_amount bigint check (monthly_next_amount > 0),
  monthly_next_at timestamptz,
  show_amount bigint check (show_amount > 0),
  show_next_amount bigint check (show_next_amount > 0),
  show_next_at timestamptz,
  cool_off_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (daily_next_at is not null or daily_next_amount is null),
  constraint spending_limits_check1 check (monthly_next_at is not null or monthly_next_amount is null),
  constraint spending_limits_check2 check (show_next_at is not null or show_next_amount is null)
);

-- == Gifts and emoji ==

-- A gift is a performer's own, or the site's when it names none.
create table gifts (
  id uuid primary key default uuidv7(),
  performer_id uuid references performers (account_id),
  name text not null,
  -- Hundredths of a token.
  price_amount bigint not null check (price_amount > 0),
  price_version integer not null default 1,
  -- Its picture: an address of ours for what came with the product, or a file.
  image_file_id uuid references files (id),
  image text,
  animation text not null default 'float' check (animation in ('float', 'burst', 'shower', 'spotlight')),
  position integer not null default 0,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index gifts_performer on gifts (performer_id, position) where deleted_at is null;

create table emojis (
  id uuid primary key default uuidv7(),
  -- Typed in a chat between colons.
  code text not null unique check (code ~ '^[a-z0-9_-]{2,32}$'),
  name text not null,
  symbol text not null,
  -- Hundredths of a token; null for those that cost nothing.
  price_amount bigint check (price_amount > 0),
  price_version integer not null default 1,
  position integer not null default 0,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- == Subscriptions ==

create table subscriptions (
  id uuid primary key default uuidv7(),
  fan_id uuid not null references accounts (id),
  performer_id uuid not null references performers (account_id),
  type text not null check (type in ('monthly', 'yearly', 'free')),
  -- The fan's choice; `expired` is derived from expires_at on reading.
  state text not null default 'active' check (state in ('active', 'cancelled')),
  renews_by text check (renews_by in ('wallet', 'card')),
  price_amount bigint not null check (price_amount >= 0),
  order_id uuid,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- `price_amount` is the price the fan agreed to: a raised price applies only after consent. The paid period ends at `paid_until`, access at
  -- `expires_at`; in the days between, a failed renewal is retried.
  paid_until timestamptz not null,
  is_trial boolean not null default false,
  -- A trial is given once; this outlives the subscription.
  trial_used_at timestamptz,
  renewal_attempts smallint not null default 0,
  next_attempt_at timestamptz,
  reminded_at timestamptz,
  -- The gateway and its id of the subscription that it renews.
  gateway text,
  gateway_subscription_id text,
  -- Start of the paid period; null for free ones, and where it wasn't recorded.
  period_started_at timestamptz,
  -- The plan of the next period and the price the fan agreed to for it; null when it stays the same.
  next_type text check (next_type = 'monthly'),
  next_price_amount bigint,
  -- The payment whose unused part was credited to the current period: its order, the credit in hundredths of a token, and the price agreed
  -- to and the end of the period it had paid.
  credit_order_id uuid,
  credit_amount bigint check (credit_amount > 0),
  credited_price_amount bigint,
  credited_until timestamptz,
  -- Why the last renewal from the wallet failed; of interest only while renewal_attempts is above zero.
  renewal_problem text check (renewal_problem in ('wallet', 'limit', 'pause')),
  -- Start of the first period: later periods end on its day of the month, at its local time in the site's time zone.
  anchored_at timestamptz not null default now(),
  constraint subscriptions_fan_id_performer_id_expires_at_key unique (fan_id, performer_id) include (expires_at),
  constraint subscriptions_next check (num_nulls(next_type, next_price_amount) in (0, 2)),
  constraint subscriptions_credit check (num_nulls(credit_order_id, credit_amount, credited_price_amount, credited_until) in (0, 4))
);
create index subscriptions_performer on subscriptions (performer_id, expires_at desc);
create index subscriptions_due on subscriptions (next_attempt_at) where next_attempt_at is not null;
create unique index subscriptions_gateway on subscriptions (gateway, gateway_subscription_id) where gateway_subscription_id is not null;
-- A refund looks up the subscription whose period an order paid.
create index subscriptions_order on subscriptions (order_id) where order_id is not null;
-- Subscribers that a post is written to, in slices by id.
create index subscriptions_audience on subscriptions (performer_id, fan_id) include (expires_at);
create index subscriptions_updated on subscriptions (updated_at desc, id desc);
create index subscriptions_credit_order on subscriptions (credit_order_id) where credit_order_id is not null;

-- == Payouts and monthly statements ==

-- Payouts that an admin pays together: one file for the bank, or for PayPal.
create table payout_batches (
  id uuid primary key default uuidv7(),
  number bigint generated always as identity unique,
  method text not null check (method in ('banking', 'paypal')),
  state text not null default 'open' check (state in ('open', 'paid', 'cancelled')),
  created_by uuid not null references accounts (id),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index payout_batches_created on payout_batches (created_at desc, id desc);

-- `sealed`: the payout details at the time of the request, encrypted (docs/domains/payouts.md); `destination` is the part shown of
-- them. `cutoff_at`: up to when the performer's earnings are on its statement. Amounts in hundredths.
create table payout_requests (
  id uuid primary key default uuidv7(),
  number bigint generated always as identity (start with 1001) unique,
  performer_id uuid not null references performers (account_id),
  state text not null default 'pending' check (state in ('pending', 'approved', 'paid', 'rejected', 'cancelled', 'returned')),
  method text not null check (method in ('banking', 'paypal')),
  destination text not null,
  sealed bytea,
  sealed_at timestamptz not null,
  amount bigint not null,
  fee_amount bigint not null check (fee_amount >= 0),
  currency text not null,
  note text not null default '',
  reason text not null default '',
  payment_reference text not null default '',
  revision integer not null default 0,
  batch_id uuid references payout_batches (id),
  cutoff_at timestamptz not null,
  approved_at timestamptz,
  paid_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When the sealed payout details were last changed: a payout is held for some days after that (decision 72).
  details_changed_at timestamptz not null,
  -- The admin who approved it; with the setting payoutsByTwo another one pays it.
  approved_by uuid references accounts (id),
  check (amount > fee_amount),
  constraint payout_requests_check1 check ((state in ('paid', 'returned')) = (paid_at is not null)),
  constraint payout_requests_check2 check ((state in ('rejected', 'cancelled', 'returned')) = (closed_at is not null))
);
-- One at a time is on its way.
create unique index payout_requests_open on payout_requests (performer_id) where state in ('pending', 'approved');
create index payout_requests_performer on payout_requests (performer_id, created_at desc, id desc);
create index payout_requests_state on payout_requests (state, created_at, id);
create index payout_requests_batch on payout_requests (batch_id) where batch_id is not null;
create index payout_requests_created on payout_requests (created_at desc, id desc);

-- The downloaded file, byte for byte; it never changes.
create table payout_statements (
  payout_id uuid primary key references payout_requests (id),
  content text not null,
  sha256 text not null,
  created_at timestamptz not null
);

-- Statements of months: what was posted to a performer's available earnings in one, signed. They never change, like those of payouts.
create table monthly_statements (
  performer_id uuid not null references performers (account_id),
  -- Its first day (UTC).
  month date not null check (extract(day from month) = 1),
  content text not null,
  sha256 text not null,
  created_at timestamptz not null,
  primary key (performer_id, month)
);

-- == Ledger: double entry, in integers, append only ==
-- The application may execute its functions and read its tables, and write nothing here itself.

-- `wallet` and `hold` are guarded: they may not fall below zero, so they carry a balance and are locked.
-- All other accounts are appended to and summed.
create table ledger.accounts (
  id bigint primary key generated always as identity,
  kind text not null check (kind in ('wallet', 'hold', 'earningsPending', 'earningsAvailable', 'exchangeTokens', 'exchangeCurrency',
    'commission', 'promotion', 'clearing', 'payoutTransit', 'receivable', 'adjustmentTokens', 'adjustmentCurrency')),
  -- The account or performer; the nil UUID for the site.
  owner_id uuid not null default '00000000-0000-0000-0000-000000000000',
  unit text not null check (unit in ('token', 'currency')),
  balance bigint,
  created_at timestamptz not null default now(),
  -- `entry_count`: how many entries moved it. `linked_from`: the position from which each balance is known to follow from the one before;
  -- entries without a position are sorted by their time.
  entry_count bigint not null default 0,
  linked_from bigint not null default 1,
  -- Sum and number of the entries on closed days, for accounts that are summed.
  closed_balance bigint not null default 0,
  closed_entries bigint not null default 0,
  unique (kind, owner_id),
  check ((kind in ('wallet', 'hold')) = (balance is not null)),
  constraint accounts_no_overdraft check (balance >= 0)
);

create table ledger.transactions (
  id uuid primary key default uuidv7(),
  -- Never two of one key: `order:<id>`, `tip:<id>`, `minute:<session>:<participant>:<n>`.
  key text not null unique,
  kind text not null,
  reference_kind text not null,
  reference_id uuid not null,
  buyer_id uuid,
  seller_id uuid,
  item_kind text,
  item_id uuid,
  item_title text,
  -- Frozen at the sale: hundredths of the currency a token, hundredths of a per cent.
  token_value bigint,
  commission_rate integer,
  -- Tokens that left the buyer's wallet; null when money paid.
  tokens_amount bigint,
  -- Hundredths of the currency; gross = commission + net.
  gross_amount bigint,
  commission_amount bigint,
  net_amount bigint,
  reverses_id uuid references ledger.transactions (id),
  available_at timestamptz,
  note text not null default '',
  actor_id uuid,
  created_at timestamptz not null default now(),
  xid xid8 not null default pg_current_xact_id(),
  check (gross_amount is null or gross_amount = (commission_amount + net_amount))
);
create index transactions_buyer on ledger.transactions (buyer_id, created_at desc, id desc);
create index transactions_created on ledger.transactions (created_at desc, id desc);
create index transactions_seller on ledger.transactions (seller_id, created_at desc, id desc)
  include (net_amount, reverses_id, buyer_id, item_id, item_kind) where seller_id is not null;
create index transactions_item on ledger.transactions (seller_id, item_id, created_at desc) include (net_amount, reverses_id)
  where item_id is not null;
create index transactions_kind on ledger.transactions (kind, created_at desc, id desc);
create index transactions_reference on ledger.transactions (reference_id, buyer_id);
create index transactions_show on ledger.transactions (item_id, buyer_id) where item_kind = 'stream';
-- A sale can be reversed in parts. Their sum is bounded in ledger.reverse_sale and verified.
create index transactions_reverses on ledger.transactions (reverses_id) where reverses_id is not null;
create trigger transactions_append_only before delete or update or truncate on ledger.transactions
  for each statement execute function ledger.refuse_change();

create table ledger.entries (
  transaction_id uuid not null references ledger.transactions (id),
  line smallint not null,
  account_id bigint not null references ledger.accounts (id),
  unit text not null check (unit in ('token', 'currency')),
  amount bigint not null check (amount <> 0),
  -- Balance of a guarded account after this line.
  balance_after bigint,
  created_at timestamptz not null default now(),
  -- Number of the movement on a guarded account. The time gives no order: it is read before the account is locked, so the later of two
  -- concurrent payments may carry the earlier time.
  position bigint,
  primary key (transaction_id, line),
  constraint entries_guarded_position check ((position is null) = (balance_after is null))
);
create index entries_account on ledger.entries (account_id, created_at desc) include (amount);
create unique index entries_position on ledger.entries (account_id, position) where position is not null;
create trigger entries_zero_sum after insert on ledger.entries referencing new table as written
  for each statement execute function ledger.check_zero_sum();
create trigger entries_append_only before delete or update or truncate on ledger.entries
  for each statement execute function ledger.refuse_change();

-- Earnings not yet free to be paid out; a row leaves when its release is posted.
create table ledger.releases (
  transaction_id uuid primary key references ledger.transactions (id),
  due_at timestamptz not null
);
create index releases_due on ledger.releases (due_at);

-- The hash chain over committed transactions.
create table ledger.seals (
  position bigint primary key,
  transaction_id uuid not null unique references ledger.transactions (id),
  hash bytea not null,
  sealed_at timestamptz not null default now()
);
create trigger seals_append_only before delete or update or truncate on ledger.seals
  for each statement execute function ledger.refuse_change();

-- Results of the checks of the ledger's invariants.
create table ledger_checks (
  id uuid primary key default uuidv7(),
  ok boolean not null,
  checks jsonb not null,
  took_ms integer not null,
  -- The admin who asked for it; null for the nightly check.
  actor_id uuid,
  created_at timestamptz not null default now()
);

-- The last summed day of the ledger (UTC): see functions/ledger-closing.sql. Days before `closed_before` are in `earning_days` and in the
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

-- Earnings of a seller on a closed day, by kind of transaction; reversals count negatively, on their own day.
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
-- For sums of all performers over some days.
create index earning_days_day on ledger.earning_days (day);

-- Spending of a fan with a seller on closed days, so that opening a conversation doesn't sum a history: see functions/ledger-closing.sql.
-- Reversals count negatively.
create table ledger.fan_totals (
  seller_id uuid not null,
  buyer_id uuid not null,
  gross_amount bigint not null,
  lines integer not null,
  primary key (seller_id, buyer_id)
);

grant select on all tables in schema ledger to stagedoor_app;

-- == Conversations ==

create table conversations (
  id uuid primary key default uuidv7(),
  type text not null check (type in ('private', 'stream_public', 'stream_private', 'stream_group')),
  performer_id uuid not null references performers (account_id),
  -- Id of the show, for the stream types.
  stream_id uuid unique,
  source text not null,
  source_id uuid not null,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The fan of a private conversation, one for each pair; null for a show's.
  fan_id uuid references accounts (id),
  last_message_id uuid,
  last_message_at timestamptz,
  -- The performer wrote at least once.
  performer_wrote boolean not null default false,
  constraint conversations_pair_key unique (fan_id, performer_id),
  check ((type = 'private') = (stream_id is null)),
  constraint conversations_fan_check check ((type = 'private') = (fan_id is not null))
);
create index conversations_of_performer on conversations (performer_id, type, id desc);

-- Partitioned by the hash of the conversation (docs/decisions/0038).
create table messages (
  id uuid constraint messages_in_parts_id_not_null not null default uuidv7(),
  conversation_id uuid constraint messages_in_parts_conversation_id_not_null not null references conversations (id),
  sender_id uuid constraint messages_in_parts_sender_id_not_null not null constraint messages_in_parts_sender_id_fkey
    references accounts (id),
  kind text constraint messages_in_parts_kind_not_null not null default 'text' check (kind in ('text', 'tip', 'gift', 'emoji')),
  text text constraint messages_in_parts_text_not_null not null default '',
  file_ids uuid[] constraint messages_in_parts_file_ids_not_null not null default '{}',
  -- The tip it announces: written after the payment, once.
  transaction_id uuid,
  -- Hundredths of a token.
  tip_amount bigint check (tip_amount > 0),
  deleted_at timestamptz,
  deleted_by uuid constraint messages_in_parts_deleted_by_fkey references accounts (id),
  created_at timestamptz constraint messages_in_parts_created_at_not_null not null default now(),
  updated_at timestamptz constraint messages_in_parts_updated_at_not_null not null default now(),
  -- The gift as it was when it was given; `tip_amount` is the price of all of it.
  gift jsonb,
  -- The message of the same conversation that it replies to.
  reply_to_id uuid,
  -- The item that the message sells.
  item_id uuid references items (id),
  -- Preview of the message's first link: `url`, `title`, `description`, `fileId` of its picture.
  preview jsonb,
  -- The recipient of a private message; null in the chat of a show. Derived where it isn't given, as for payments.
  recipient_id uuid,
  primary key (conversation_id, id),
  constraint messages_transaction_id_key unique (conversation_id, transaction_id),
  constraint messages_paid_check
    check ((kind <> 'text') = (transaction_id is not null and tip_amount is not null) and (kind in ('gift', 'emoji')) = (gift is not null))
) partition by hash (conversation_id);
do $$
begin
  for part in 0..15 loop
    execute format('create table messages_%s partition of messages for values with (modulus 16, remainder %s)', part, part);
  end loop;
end $$;
-- A message is deleted, answered and reported by its id alone.
create index messages_by_id on messages (id);
create index messages_tips on messages (conversation_id, sender_id) include (tip_amount, created_at) where tip_amount is not null;
create index messages_of_sender on messages (sender_id);
create index messages_of_item on messages (item_id) where item_id is not null;
-- Looks messages up by a file. Only messages with files are in it.
create index messages_with_files on messages using gin (file_ids) where cardinality(file_ids) > 0;
-- No list of pending entries: with one, a message sometimes waits until thousands are merged.
create index messages_words on messages using gin (message_document(sender_id, recipient_id, text)) with (fastupdate=off)
  where recipient_id is not null and deleted_at is null and text <> '';
create trigger messages_recipient before insert on messages
  for each row when (new.recipient_id is null) execute function set_message_recipient();
-- Without this, ANALYZE computes the words of its whole sample, for statistics that no plan of a prepared statement reads.
do $$
declare part regclass;
begin
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'messages_words'::regclass loop
    execute format('alter index %s alter column 1 set statistics 0', part);
  end loop;
end $$;

-- State of a private conversation for each side.
create table conversation_members (
  conversation_id uuid not null references conversations (id) on delete cascade,
  account_id uuid not null references accounts (id),
  -- The other one.
  peer_id uuid not null references accounts (id),
  unread_count integer not null default 0 check (unread_count >= 0),
  pinned_at timestamptz,
  seen_message_id uuid,
  seen_at timestamptz,
  delivered_message_id uuid,
  delivered_at timestamptz,
  -- Messages up to this one were removed for this side alone.
  cleared_message_id uuid,
  -- Copied from the conversation; null while this side sees no message. The list is read in this order.
  last_message_at timestamptz,
  -- The performer's note about the fan.
  note text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (conversation_id, account_id)
);
create index conversation_members_listed on conversation_members (account_id, pinned_at desc nulls last, last_message_at desc nulls last,
  conversation_id desc);
create index conversation_members_pinned on conversation_members (account_id, pinned_at) where pinned_at is not null;
create index conversation_members_unread on conversation_members (account_id, pinned_at desc nulls last, last_message_at desc nulls last,
  conversation_id desc) where unread_count > 0;
create index conversation_members_peer on conversation_members (peer_id, account_id);

-- A performer's rules for the chats of all shows; without a row: no slow mode, everyone, no words.
create table chat_rules (
  performer_id uuid primary key references performers (account_id),
  -- Between two lines of the same writer in a public show; 0: no slow mode.
  slow_seconds integer not null default 0 check (slow_seconds in (0, 5, 10, 30, 60)),
  -- Accounts that may write in public shows.
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

-- State of the rules for a writer in one show's chat: writers who were timed out, or wrote in slow mode.
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

-- == Live shows ==

-- A live process while it runs. A new process is a new node.
create table live_nodes (
  id uuid primary key,
  -- Address for the site's other processes, such as http://127.0.0.1:41234.
  url text not null,
  started_at timestamptz not null default now(),
  -- Written every two seconds; a node that was silent for ten is dead.
  seen_at timestamptz not null default now()
);

-- One show. Its item (same id, kind stream) says who may see it.
create table streams (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references performers (account_id),
  type text not null check (type in ('public', 'private', 'group')),
  state text not null default 'starting' check (state in ('starting', 'live', 'interrupted', 'paused', 'ended')),
  title text not null,
  goal_title text,
  -- Hundredths of a token.
  goal_amount bigint check (goal_amount > 0),
  is_recorded boolean not null default false,
  -- The node its media is on; null until someone publishes, and after a node's death.
  node_id uuid references live_nodes (id) on delete set null,
  width integer,
  height integer,
  -- Watching now, and the most there were; written by the owner node.
  viewer_count integer not null default 0,
  peak_viewer_count integer not null default 0,
  -- Duration of media in all; and of that, before the engine that holds the show began to count.
  published_ms bigint not null default 0,
  published_before_ms bigint not null default 0,
  -- Sum of all viewers' time, paid or not; sampled by the owner node.
  watched_ms bigint not null default 0,
  -- Time of the first media; time of the last interruption.
  started_at timestamptz,
  interrupted_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('performer', 'dropped', 'neverStarted', 'moderator', 'fan', 'outOfTokens', 'privateShow',
    'rehearsalOver', 'maintenance')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- For group shows: hundredths of a token a minute for the next who joins, the number of seats, and the audience.
  price_amount bigint check (price_amount > 0),
  seats integer check (seats between 2 and 100),
  minimum_minutes integer check (minimum_minutes between 1 and 60),
  audience text check (audience in ('everyone', 'followers', 'subscribers')),
  -- The admin's text on stopping it; the performer reads it.
  end_note text not null default '',
  -- The goals after the first one, in their order: [{"title", "amount"}], amounts in hundredths of a token.
  next_goals jsonb not null default '[]',
  category_id uuid references categories (id) on delete set null,
  -- running: nobody but the performer knows of it; ending: it goes live with the node's next report, which clears it. An ended rehearsal keeps it.
  rehearsal text check (rehearsal in ('running', 'ending')),
  -- When it was last published as a rehearsal.
  rehearsed_at timestamptz,
  check ((state = 'ended') = (ended_at is not null and end_reason is not null)),
  constraint streams_check1 check ((goal_title is null) = (goal_amount is null)),
  constraint streams_group_check check (type <> 'group' or num_nulls(price_amount, seats, minimum_minutes, audience) in (0, 4))
);
create index streams_of_performer on streams (performer_id, id desc);
create index streams_live on streams (viewer_count desc, id) where state in ('live', 'interrupted');
create index streams_of_node on streams (node_id) where ended_at is null;
-- A performer gives one show at a time.
create unique index streams_open on streams (performer_id) where ended_at is null and state <> 'paused';
create unique index streams_paused on streams (performer_id) where state = 'paused';
create index streams_category on streams (category_id) where category_id is not null;

-- Rights to publish or play one show until a time. Only the holder knows the token itself.
create table stream_rights (
  id uuid primary key default uuidv7(),
  stream_id uuid not null references streams (id),
  -- Null for a visitor of a public show.
  account_id uuid references accounts (id),
  kind text not null check (kind in ('publish', 'play')),
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  -- Country from which the right was requested: blocking the country revokes it.
  country text,
  -- The camera of a fan; null for the show's own medium.
  media_id uuid,
  -- Expires soon, and lives on with each paid minute.
  is_renewed boolean not null default false
);
create index stream_rights_of_stream on stream_rights (stream_id, kind);
create index stream_rights_of_seat on stream_rights (stream_id, account_id) where revoked_at is null;

-- Viewers by right, written by the owner node. Rows outlive the right, which is deleted some days after the show.
create table stream_viewers (
  right_id uuid primary key,
  stream_id uuid not null references streams (id),
  account_id uuid references accounts (id),
  joined_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  left_at timestamptz,
  -- Counted like streams.published_ms.
  watched_ms bigint not null default 0,
  watched_before_ms bigint not null default 0
);
create index stream_viewers_of_stream on stream_viewers (stream_id);
create index stream_viewers_watching on stream_viewers (stream_id) where left_at is null;

create table stream_recordings (
  stream_id uuid primary key references streams (id),
  state text not null default 'recording' check (state in ('recording', 'processing', 'ready', 'failed', 'deleted')),
  -- The plain MP4, once it is ready.
  file_id uuid references files (id),
  failure text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The show was stopped at once: only its performer sees the recording, and shows or deletes it.
  is_withheld boolean not null default false,
  check (state <> 'ready' or file_id is not null)
);
create index stream_recordings_unfinished on stream_recordings (created_at) where state in ('recording', 'processing');

create table stream_participants (
  stream_id uuid not null references streams (id),
  account_id uuid not null references accounts (id),
  -- Frozen at joining: hundredths of a token a minute, hundredths of the currency a token, hundredths of a per cent.
  price_amount bigint not null check (price_amount > 0),
  token_value bigint not null check (token_value > 0),
  commission_rate integer not null check (commission_rate between 0 and 10000),
  -- Minutes paid: the last one is running, or was.
  minutes integer not null default 0 check (minutes >= 0),
  -- When the next minute begins; null while one side is away.
  next_minute_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The ledger account of kind `hold`; a new one for each time somebody joins.
  hold_id uuid unique,
  -- Medium of the fan's own camera; null without one.
  camera_id uuid unique,
  -- When the running minute began; null while none runs.
  minute_started_at timestamptz,
  left_at timestamptz,
  left_reason text check (left_reason in ('left', 'ended', 'outOfTokens', 'limitReached', 'removed')),
  -- Milliseconds of media delivered to the seat so far; the positions below are among them.
  connected_ms bigint not null default 0 check (connected_ms >= 0),
  -- Position at which the next minute begins: the first one after ten seconds of settling.
  next_from_ms bigint not null default 10000 check (next_from_ms >= 0),
  -- Position at which the last charged minute began; null without one, and once it was given back.
  minute_from_ms bigint,
  -- Both sides are connected.
  is_running boolean not null default false,
  -- Minutes that an outage of the site missed.
  missed integer not null default 0 check (missed >= 0),
  -- The last figure of the hosting process, and the id of its count: a new count begins at zero.
  counted_by uuid,
  -- The hosting processes' last figures of a seat, by the ids of their counts: a show that moves to another node and back, while the first
  -- couldn't report, goes on from the first one's own figure.
  counts jsonb not null default '{}' check (jsonb_typeof(counts) = 'object'),
  primary key (stream_id, account_id),
  constraint stream_participants_left_check check ((left_at is null) = (left_reason is null))
);
create index stream_participants_account on stream_participants (account_id);
create index stream_participants_there on stream_participants (stream_id) where left_at is null;
create index stream_participants_present on stream_participants (account_id) where left_at is null;
create index stream_participants_due on stream_participants (stream_id, account_id) where connected_ms >= next_from_ms and left_at is null;

-- A fan asks a performer for a private show. The id becomes the show's; the hold of the tokens is the ledger account of that id.
create table stream_requests (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references performers (account_id),
  fan_id uuid not null references accounts (id),
  state text not null default 'requested' check (state in ('requested', 'accepted', 'declined', 'cancelled', 'expired', 'active', 'ended')),
  message text not null default '',
  with_camera boolean not null default false,
  -- Frozen when asking, as in stream_participants.
  price_amount bigint not null check (price_amount > 0),
  token_value bigint not null check (token_value > 0),
  commission_rate integer not null check (commission_rate between 0 and 10000),
  minimum_minutes integer not null check (minimum_minutes between 1 and 60),
  held_amount bigint not null check (held_amount > 0),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- A fan has one at a time.
create unique index stream_requests_open on stream_requests (fan_id) where state in ('requested', 'accepted', 'active');
create index stream_requests_waiting on stream_requests (performer_id, id) where state = 'requested';
create index stream_requests_expiring on stream_requests (expires_at) where state = 'requested';
create index stream_requests_of_performer on stream_requests (performer_id, id desc);

-- Acts that a performer does for a tip.
create table tip_menu_acts (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references performers (account_id),
  position integer not null,
  title text not null,
  -- Hundredths of a token.
  price_amount bigint not null check (price_amount > 0),
  created_at timestamptz not null default now()
);
create index tip_menu_acts_performer on tip_menu_acts (performer_id, position);

-- The minutes of a seat, for its receipt: the media that each took, and the protocols that delivered them.
create table stream_minutes (
  stream_id uuid not null,
  account_id uuid not null,
  minute integer not null check (minute > 0),
  started_at timestamptz not null,
  from_ms bigint not null check (from_ms >= 0),
  -- Position at which it ended; null while it is the last one.
  to_ms bigint,
  -- Reason of a refund: the performer's connection dropped, they or a moderator ended the show, or the fan was gone before it began.
  refund_reason text check (refund_reason in ('dropped', 'ended', 'moderator', 'away')),
  protocols text[] not null default '{}' check (protocols <@ array['whep', 'hls', 'mp4']),
  primary key (stream_id, account_id, minute),
  check (to_ms >= from_ms),
  foreign key (stream_id, account_id) references stream_participants (stream_id, account_id)
);

-- == Planned shows ==

-- Coming shows (docs/domains/schedule.md).
create table planned_shows (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references performers (account_id),
  title text not null,
  category_id uuid references categories (id) on delete set null,
  audience text not null default 'everyone' check (audience in ('everyone', 'followers', 'subscribers')),
  starts_at timestamptz not null,
  -- missed: no show began within half an hour.
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

-- == Notifications ==

-- Notifications, partitioned by the month in which they began (docs/decisions/0038): a month that is past its retention is dropped
-- whole. Partitions are created when they are needed (functions/notification-months.sql). Without foreign keys: adding one would lock the
-- tables they refer to.
create table notifications (
  id uuid not null default uuidv7(),
  account_id uuid not null,
  -- A kind of the module's registry.
  kind text not null,
  -- Facts of one group share a row while it is unread.
  group_key text not null,
  -- The account that did it, the last one of several.
  actor_id uuid,
  -- The performer it is about: hidden from accounts to which this performer is hidden.
  performer_id uuid,
  item_id uuid,
  comment_id uuid,
  -- The subject, if that is neither an item nor a comment.
  object_kind text,
  object_id uuid,
  payload jsonb not null default '{}',
  count integer not null default 1 check (count > 0),
  -- Tokens of all its facts, in hundredths.
  tokens_amount bigint,
  -- Shown on the site; other rows were only mailed.
  on_site boolean not null,
  read_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id, created_at)
) partition by range (created_at);
-- For notifications of many accounts: a repeated slice finds its own rows, because their time is the fact's.
create unique index notifications_told on notifications (account_id, kind, group_key, created_at) where kind in ('post', 'live');
create index notifications_growing on notifications (account_id, kind, group_key) where read_at is null;
create index notifications_listed on notifications (account_id, updated_at desc, id desc) where on_site;
create index notifications_unread on notifications (account_id) where read_at is null and on_site;
-- Rows with an actor's words are deleted with the account.
create index notifications_words on notifications (actor_id) where payload ? 'words';

-- Facts that an account was notified of: grouped rows don't show it. Kept for weeks, longer than an event waits in the outbox.
create table notification_facts (
  account_id uuid not null,
  fact text not null,
  created_at timestamptz not null,
  primary key (account_id, fact)
);
create index notification_facts_created on notification_facts (created_at);

-- An account's choice of notifications about a performer. Null: not chosen; then subscribers hear of shows, and nobody of posts.
create table bells (
  account_id uuid not null references accounts (id),
  performer_id uuid not null references performers (account_id),
  posts boolean,
  live boolean,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, performer_id)
);
-- Recipients of a post or a show, in the order of their ids.
create index bells_posts on bells (performer_id, account_id) where posts;
create index bells_live on bells (performer_id, account_id) where live;

-- An account's choice of channels for each kind.
create table notification_choices (
  account_id uuid not null references accounts (id),
  kind text not null,
  channel text not null check (channel in ('site', 'mail')),
  is_on boolean not null,
  updated_at timestamptz not null default now(),
  primary key (account_id, kind, channel)
);

-- == Reports of content ==

-- Reported items, comments, messages and accounts. `performer_id`: the performer it belongs to, if any.
create table reports (
  id uuid primary key default uuidv7(),
  reference text not null unique,
  reporter_id uuid not null references accounts (id),
  object_type text not null,
  object_id uuid not null,
  -- The author of the content, or the reported account.
  owner_id uuid not null references accounts (id),
  item_id uuid references items (id),
  -- Title or first words at the time of the report.
  title text not null default '',
  reason text not null check (reason in ('copyright', 'notConsented', 'underage', 'illegal', 'privacy', 'other', 'spam', 'harassment',
    'impersonation')),
  text text not null default '',
  state text not null default 'open' check (state in ('open', 'upheld', 'rejected')),
  outcome text check (outcome in ('takenDown', 'warned', 'none')),
  decision_note text not null default '',
  decided_by uuid references accounts (id),
  decided_at timestamptz,
  appeal_until timestamptz,
  appeal_text text not null default '',
  appeal_state text check (appeal_state in ('open', 'upheld', 'rejected')),
  appealed_at timestamptz,
  appeal_note text not null default '',
  appeal_decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'open') = (decided_at is null))
);
create unique index reports_open on reports (reporter_id, object_type, object_id) where state = 'open';
create index reports_queue on reports (state, created_at);
create index reports_owner on reports (owner_id, created_at desc);
create index reports_object on reports (object_id);
create index reports_appeals on reports (appealed_at) where appeal_state = 'open';
create index reports_decided_by on reports (decided_by);
create index reports_item on reports (item_id);
-- Reports by one account, newest first.
create index reports_reporter on reports (reporter_id, created_at desc);

-- == Takedown notices ==

-- Requests to take something down (DSA article 16): open to visitors.
create table takedown_notices (
  id uuid primary key default uuidv7(),
  -- Quoted by the notice's sender.
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
  -- A notice about a child may be anonymous.
  constraint takedown_notices_check1 check (reason = 'underage' or name <> '' and email <> '')
);
create index takedown_notices_open on takedown_notices (created_at) where state = 'open';

-- == Pages, texts and promos of the site ==

-- Pages of the site: hidden until they are published; the description is for search engines and previews of links.
create table pages (
  id uuid primary key default uuidv7(),
  slug text not null unique,
  title jsonb not null,
  content jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_published boolean not null default true,
  description jsonb not null default '{}',
  updated_by uuid references accounts (id)
);

-- Languages beside the product's own, and texts that an admin changed or translated.
create table languages (
  locale text primary key check (locale ~ '^[a-z]{2,3}(-[A-Z][A-Za-z]{1,3})?$'),
  name text not null,
  is_right_to_left boolean not null default false,
  is_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger languages_changed after insert or delete or update on languages
  for each statement execute function notify_texts_changed();

create table site_texts (
  locale text not null,
  key text not null,
  value text not null,
  updated_by uuid references accounts (id),
  updated_at timestamptz not null default now(),
  primary key (locale, key)
);
create trigger site_texts_changed after insert or delete or update on site_texts
  for each statement execute function notify_texts_changed();

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

-- == Administration ==

-- Offset by which operators moved the site's clock ahead, never back; only with the sandbox gateway.
create table site_clock (
  id boolean primary key default true check (id),
  offset_ms bigint not null default 0 check (offset_ms >= 0),
  updated_at timestamptz not null default now()
);
create trigger site_clock_changed after update on site_clock
  for each row execute function site_clock_changed();
insert into site_clock default values;

-- Figures of the whole site for the administration's start page; a job recomputes them.
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
  computed_at timestamptz not null,
  -- Sales of thirty days for the administration's start page: by day and kind, in hundredths of the site's currency.
  sales jsonb not null default '[]'
);

-- Notes of admins about an account, for each other.
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

create table audit_seals (
  position bigint primary key check (position > 0),
  -- No foreign key: an entry that was removed must leave its seal behind.
  entry_id uuid not null unique,
  hash bytea not null,
  sealed_at timestamptz not null default now()
);
-- Written by seal_audit alone.
revoke insert, update, delete on audit_seals from stagedoor_app;

-- == References to tables that are created later ==

alter table blocked_files
  add foreign key (item_id) references items (id) on delete cascade;
alter table passkey_challenges
  add foreign key (session_id) references sessions (id) on delete cascade;
alter table performers
  add foreign key (live_stream_id) references streams (id);
alter table item_participants
  add foreign key (item_id) references items (id);
alter table videos
  add foreign key (stream_id) references streams (id);
alter table coupon_uses
  add foreign key (order_id) references orders (id);
alter table offer_link_uses
  add foreign key (order_id) references orders (id);
alter table order_shipping
  add foreign key (transaction_id) references ledger.transactions (id);
