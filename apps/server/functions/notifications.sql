-- Triggers that notify every node of changed rows (platform/database/listener.ts).

create or replace function notify_session_revoked() returns trigger language plpgsql as $$
begin
  perform pg_notify('sessions', new.id::text);
  return null;
end $$;

-- What the pipeline caches of an account changed: every node forgets it.
create or replace function notify_account_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('accounts', coalesce(to_jsonb(new) ->> 'account_id', to_jsonb(new) ->> 'id'));
  return null;
end $$;

-- Sessions know whether their account has a second factor: every node forgets what it kept of the account.
create or replace function notify_two_factor_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('accounts', coalesce(new.account_id, old.account_id)::text);
  return null;
end $$;

-- Whoever is blocked leaves the rooms of that performer, on every node: an account, or all from a country.
create or replace function notify_blocked() returns trigger language plpgsql as $$
begin
  perform pg_notify('blocks', new.performer_id::text || ' ' || new.account_id::text);
  return null;
end $$;

create or replace function notify_country_blocked() returns trigger language plpgsql as $$
begin
  perform pg_notify('blocks', new.performer_id::text || ' ' || new.country);
  return null;
end $$;

-- Every node reads them anew.
create or replace function notify_texts_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('texts', '');
  return null;
end $$;

-- The site's clock is only moved ahead, and every node follows.
create or replace function site_clock_changed() returns trigger language plpgsql as $$
begin
  if new.offset_ms < old.offset_ms then
    raise exception 'the clock is never moved back';
  end if;
  perform pg_notify('clock', new.offset_ms::text);
  return null;
end $$;
