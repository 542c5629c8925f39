-- Back-ups, their rehearsals, and restores of this site: what the overview, the metrics and `stagedoor doctor` say of them.

create table backup_runs (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('backup', 'rehearsal')),
  -- The back-up's name at its target, such as 20261130T030000Z.
  backup_name text not null,
  started_at timestamptz not null,
  -- Null while it runs, or when its process died.
  ended_at timestamptz,
  ok boolean,
  -- One sentence when it failed.
  failure text,
  -- Sizes, counts and checks.
  detail jsonb not null default '{}'
);
create index backup_runs_by_kind on backup_runs (kind, started_at desc);

-- One row for each time that this database was restored from a back-up. While the newest isn't confirmed, the site is quiet: no jobs, no
-- mails, no payments (docs/operations.md, "After a restore").
create table site_restores (
  id uuid primary key default uuidv7(),
  backup_name text not null,
  -- The last instant that the restored data covers.
  recovered_until timestamptz not null,
  restored_at timestamptz not null,
  -- Erasures that were made after that instant, and have been repeated.
  erasures_repeated integer,
  -- When the card companies were asked what had happened since, and what they answered.
  asked_at timestamptz,
  answers jsonb,
  confirmed_at timestamptz,
  confirmed_by uuid
);
create unique index site_restores_unconfirmed on site_restores ((true)) where confirmed_at is null;
