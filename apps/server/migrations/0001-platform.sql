-- Roles, settings, outbox, idempotency, audit: what every module stands on.

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

-- Facts announced after their commit. Rows are written in the fact's own transaction. No NOTIFY: it takes a lock that
-- every commit would have to wait for, one after the other; the dispatcher is woken by the process and polls.
create table outbox (
  id bigint generated always as identity primary key,
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
  created_at timestamptz not null default now()
);
create index audit_log_object on audit_log (object_kind, object_id, id desc);

-- Files that were uploaded. A row exists only for what arrived whole; unattached ones are removed after a day.
create table files (
  id uuid primary key default uuidv7(),
  owner_id uuid,
  purpose text not null check (purpose in ('avatar', 'cover', 'document', 'feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'welcomeVideo')),
  kind text not null check (kind in ('image', 'video', 'document')),
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
  updated_at timestamptz not null default now()
);
create index files_orphans on files (created_at) where attached_at is null;
create index files_owner on files (owner_id, id desc);
