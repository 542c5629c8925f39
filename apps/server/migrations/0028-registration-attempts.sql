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
