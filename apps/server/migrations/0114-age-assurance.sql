-- Age assurance: providers, their checks, and the accounts whose age was verified.

-- The provider of the newest row is used for new checks. A check that began earlier ends at its own.
create table age_providers (
  id uuid primary key default uuidv7(),
  name text not null,
  issuer text not null,
  client_id text not null,
  scope text not null,
  claim text not null,
  secrets bytea not null,
  created_at timestamptz not null,
  removed_at timestamptz
);
grant select, insert, update, delete on age_providers to stagedoor_app;

-- The result of a check, and what names it at the provider: never a birthday, a name, a document or a token.
create table age_checks (
  id uuid primary key default uuidv7(),
  -- Null for visitors.
  account_id uuid references accounts (id),
  -- SHA-256 of the secret that the browser keeps until it comes back.
  browser_hash bytea not null,
  provider_id uuid not null references age_providers (id),
  state text not null default 'begun' check (state in ('begun', 'passed', 'failed', 'expired')),
  -- A check ends once: the first return claims it.
  claimed_at timestamptz,
  method text,
  reference text,
  begun_at timestamptz not null,
  decided_at timestamptz,
  valid_until timestamptz,
  check ((state = 'passed') = (valid_until is not null))
);
create index age_checks_account on age_checks (account_id) where account_id is not null;
create index age_checks_begun on age_checks (begun_at);
grant select, insert, update, delete on age_checks to stagedoor_app;

-- Accounts whose age was verified, and until when. Read with their sessions.
create table age_assurances (
  account_id uuid primary key references accounts (id),
  check_id uuid not null references age_checks (id),
  valid_until timestamptz not null
);
create index age_assurances_check on age_assurances (check_id);
grant select, insert, update, delete on age_assurances to stagedoor_app;
create trigger age_assurances_notify after insert or update or delete on age_assurances
  for each row execute function notify_two_factor_changed();

-- The gate that asked once becomes the level `declare`: everywhere, or in the countries that it had.
insert into settings (key, value, updated_by)
select 'ageDefault', '"declare"'::jsonb, e.updated_by from settings e
left join settings c on c.key = 'ageGateCountries'
where e.key = 'ageGateEnabled' and e.value = 'true'::jsonb and coalesce(c.value, '[]'::jsonb) = '[]'::jsonb;
insert into settings (key, value, updated_by)
select 'ageRules', (select jsonb_object_agg(country, 'declare') from jsonb_array_elements_text(c.value) country), e.updated_by
from settings e join settings c on c.key = 'ageGateCountries'
where e.key = 'ageGateEnabled' and e.value = 'true'::jsonb and jsonb_typeof(c.value) = 'array' and c.value <> '[]'::jsonb;
delete from settings where key in ('ageGateEnabled', 'ageGateCountries');
