-- Reports and notices with a hiding reason, their clocks, and complaints about rejections (decision 109).
alter table reports
  add column due_at timestamptz,
  -- The result of a hiding reason: it hid, or waits in front of the queue for the reason named.
  add column hiding text check (hiding in ('hidden', 'limited', 'unfounded', 'cleared')),
  -- Alerts that were sent: at half of the time, at its end.
  add column alerts smallint not null default 0;
alter table takedown_notices
  add column due_at timestamptz,
  add column hiding text check (hiding in ('hidden', 'limited', 'unfounded', 'cleared')),
  add column alerts smallint not null default 0,
  -- The content that the address led to when the notice arrived.
  add column object_type text,
  add column object_id uuid,
  -- Keyed hash of the sender's network; removed with the sender.
  add column network_hash text,
  add column restriction_id uuid references restrictions (id);

-- Seven business days are at least nine days.
update reports set due_at = created_at + case when reason in ('notConsented', 'underage') then interval '48 hours' else interval '9 days' end;
update takedown_notices set due_at = created_at + case when reason in ('notConsented', 'underage') then interval '48 hours' else interval '9 days' end;
update reports set alerts = 2 where state <> 'open';
update takedown_notices set alerts = 2 where state <> 'open';
alter table reports alter column due_at set not null, alter column due_at set default now() + interval '9 days';
alter table takedown_notices alter column due_at set not null, alter column due_at set default now() + interval '9 days';
create index reports_due on reports (due_at) where state = 'open';
create index takedown_notices_due on takedown_notices (due_at) where state = 'open';
create index takedown_notices_hiding on takedown_notices (created_at) where hiding is not null;
create index takedown_notices_object on takedown_notices (object_id) where object_id is not null;
create index takedown_notices_network on takedown_notices (network_hash) where network_hash is not null;

-- Content that an admin looked at and left: it isn't hidden again for the same reason while it stays as it was.
create table cleared_contents (
  object_type text not null,
  object_id uuid not null,
  reason text not null,
  contents text not null,
  cleared_at timestamptz not null,
  primary key (object_type, object_id, reason)
);

create table complaints (
  id uuid primary key default uuidv7(),
  report_id uuid unique references reports (id),
  notice_id uuid unique references takedown_notices (id),
  text text not null,
  state text not null default 'open' check (state in ('open', 'upheld', 'rejected')),
  note text not null default '',
  decided_by uuid references accounts (id),
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(report_id, notice_id) = 1),
  check ((state = 'open') = (decided_at is null))
);
create index complaints_open on complaints (created_at) where state = 'open';
