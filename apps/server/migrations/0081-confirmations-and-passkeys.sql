-- The owner confirmed within this session that it is them (step-up); a log-in counts too.
alter table sessions add column confirmed_at timestamptz;

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

-- Challenges are used once, by the session they were made for; those of log-ins belong to no session.
create table passkey_challenges (
  challenge bytea primary key,
  purpose text not null check (purpose in ('register', 'confirm', 'logIn')),
  session_id uuid references sessions (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);


-- Sessions cache whether the account has a passkey: this invalidates them.
create trigger passkeys_changed after insert or delete on passkeys for each row execute function notify_two_factor_changed();

-- When the session's last call was, to the minute and on the real clock: admins' sessions end when they are idle.
alter table sessions add column used_at timestamptz;
