-- Measures against content and accounts, each with its statement of reasons and its appeal (decision 109).
create table restrictions (
  id uuid primary key default uuidv7(),
  reference text not null unique,
  account_id uuid not null references accounts (id),
  measure text not null check (measure in ('hidden', 'removed', 'showStopped', 'refused', 'warned', 'suspended')),
  object_type text not null,
  object_id uuid not null,
  title text not null default '',
  reason text not null,
  ground text not null check (ground in ('law', 'terms')),
  facts text not null default '',
  source text not null check (source in ('report', 'notice', 'copy', 'own')),
  is_automated boolean not null default false,
  state text not null default 'active' check (state in ('active', 'lifted')),
  decided_by uuid references accounts (id),
  ended_at timestamptz,
  ended_by uuid references accounts (id),
  appeal_until timestamptz not null,
  appeal_state text check (appeal_state in ('open', 'upheld', 'rejected')),
  appeal_text text not null default '',
  appealed_at timestamptz,
  appeal_note text not null default '',
  appeal_decided_by uuid references accounts (id),
  appeal_decided_at timestamptz,
  -- Given back when the measure is lifted: the file of a removed picture, the state that an item had.
  file_id uuid references files (id),
  held_state text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'lifted') = (ended_at is not null)),
  check ((appeal_state is null) = (appealed_at is null))
);
-- Many reports at once hide once. A profile can be hidden and its account suspended.
create unique index restrictions_in_force on restrictions (object_type, object_id, (measure = 'suspended'))
  where state = 'active' and measure in ('hidden', 'removed', 'suspended');
create index restrictions_of_account on restrictions (account_id, created_at desc);
create index restrictions_of_object on restrictions (object_id);
create index restrictions_appealed on restrictions (appealed_at) where appeal_state = 'open';
create index restrictions_file on restrictions (file_id) where file_id is not null;

-- `hidden_by` is null for a comment that the site hid.
alter table comments add column taken_down_at timestamptz;
alter table comments drop constraint comments_check1;
alter table comments add constraint comments_hidden_check check (hidden_by is null or hidden_at is not null);
alter table messages add column taken_down_at timestamptz;
alter table performers add column hidden_at timestamptz;

alter table reports add column restriction_id uuid references restrictions (id);
create index reports_of_restriction on reports (restriction_id) where restriction_id is not null;

-- Upheld reports: one restriction for each object, with the appeal if there was one.
with chosen as (
  select distinct on (r.object_type, r.object_id) r.*
  from reports r where r.state = 'upheld' or r.appeal_state is not null
  order by r.object_type, r.object_id, r.appeal_state is null, r.decided_at desc
), made as (
  insert into restrictions (reference, account_id, measure, object_type, object_id, title, reason, ground, facts, source, state, decided_by, ended_at,
    appeal_until, appeal_state, appeal_text, appealed_at, appeal_note, appeal_decided_at, created_at, updated_at)
  select reference, owner_id, case when object_type = 'account' then 'warned' else 'removed' end, object_type, object_id, title, reason,
    case when reason in ('notConsented', 'underage', 'copyright', 'privacy', 'illegal') then 'law' else 'terms' end, decision_note, 'report',
    case when appeal_state = 'upheld' then 'lifted' else 'active' end, decided_by,
    case when appeal_state = 'upheld' then appeal_decided_at end,
    coalesce(appeal_until, decided_at + interval '183 days'), appeal_state, appeal_text, appealed_at, appeal_note, appeal_decided_at, decided_at, updated_at
  from chosen returning id, object_type, object_id
)
update reports r set restriction_id = m.id from made m
where r.object_type = m.object_type and r.object_id = m.object_id and (r.state = 'upheld' or r.appeal_state is not null);

-- Items that were shown again meanwhile, or that their performer deleted.
update restrictions x set state = 'lifted', ended_at = i.updated_at
from items i where x.object_id = i.id and x.state = 'active' and x.measure = 'removed' and i.state <> 'taken-down';

-- Items that were taken down after a notice, or without one.
insert into restrictions (reference, account_id, measure, object_type, object_id, title, reason, ground, facts, source, decided_by, appeal_until, created_at, updated_at)
select upper(overlay(left(md5(i.id::text), 8) placing '-' from 5 for 0)), i.performer_id, 'removed', i.kind, i.id,
  coalesce(nullif(c.title, ''), nullif(left(c.text, 120), ''), i.title), coalesce(n.reason, 'other'),
  case when coalesce(n.reason, 'other') = 'other' then 'terms' else 'law' end, coalesce(n.decision_note, ''),
  case when n.id is null then 'own' else 'notice' end, n.decided_by, coalesce(n.decided_at, i.updated_at) + interval '183 days',
  coalesce(n.decided_at, i.updated_at), coalesce(n.decided_at, i.updated_at)
from items i left join item_contents c on c.item_id = i.id left join items whole on whole.id = i.parent_id
left join lateral (
  select * from takedown_notices t where t.state = 'upheld' and strpos(t.url, i.id::text) > 0 order by t.decided_at desc limit 1) n on true
where i.state = 'taken-down' and i.kind <> 'message' and whole.state is distinct from 'taken-down'
  and not exists (select from restrictions x where x.object_id = i.id and x.state = 'active');

-- Suspended accounts.
insert into restrictions (reference, account_id, measure, object_type, object_id, title, reason, ground, facts, source, is_automated, decided_by, appeal_until,
  created_at, updated_at)
select upper(overlay(left(md5('account' || a.id), 8) placing '-' from 5 for 0)), a.id, 'suspended', 'account', a.id, a.name,
  coalesce(a.status_reason, 'other'), case when a.status_reason in ('underage', 'fraud') then 'law' else 'terms' end, a.status_note, 'own',
  a.status_changed_by is null, a.status_changed_by, coalesce(a.status_changed_at, a.updated_at) + interval '183 days',
  coalesce(a.status_changed_at, a.updated_at), coalesce(a.status_changed_at, a.updated_at)
from accounts a where a.status = 'suspended';

-- Messages that were taken down before kept no files: they stay deleted.
alter table reports
  drop column appeal_until,
  drop column appeal_text,
  drop column appeal_state,
  drop column appealed_at,
  drop column appeal_note,
  drop column appeal_decided_at;
