-- Notices of things that are gone are withdrawn (decision 103): a fact knows the row that tells it, its actor and its subject.

alter table notification_facts
  add column notification_id uuid,
  add column notified_at timestamptz,
  add column actor_id uuid,
  add column subject_id uuid,
  add column payload jsonb,
  add column tokens_amount bigint,
  add column is_withdrawn boolean not null default false,
  add constraint notification_facts_row check ((notification_id is null) = (notified_at is null));

create index notification_facts_of_row on notification_facts (notification_id) where notification_id is not null;
create index notification_facts_subject on notification_facts (subject_id, actor_id) where subject_id is not null;
create index notification_facts_actor on notification_facts (actor_id, account_id) where actor_id is not null;
-- Facts with a row are kept as long as it, others for weeks: each sort is found without the other.
create index notification_facts_alone on notification_facts (created_at) where notification_id is null;
create index notification_facts_told on notification_facts (created_at) where notification_id is not null;
drop index notification_facts_created;

-- A row whose facts are all withdrawn tells nothing; it comes back with one of them.
alter table notifications drop constraint notifications_count_check;
alter table notifications add constraint notifications_count_check check (count >= 0) not valid;

-- Likes, comments and messages that were told before. Rows begin at their first fact; those of a batch with its last one.
with known as (
  select f.account_id, f.fact, f.created_at, split_part(f.fact, ':', 1) as sort, split_part(f.fact, ':', 2) as subject, split_part(f.fact, ':', 3) as actor
  from notification_facts f where f.fact like 'liked:%' or f.fact like 'comment:%' or f.fact like 'message:%'
), placed as (
  select k.account_id, k.fact, k.created_at, k.subject::uuid as subject_id, k.actor::uuid as actor_id, array['reaction'] as kinds, array[k.subject] as groups
  from known k where k.sort = 'liked'
  union all
  select k.account_id, k.fact, k.created_at, c.id, c.author_id, array['comment', 'mention'],
    array['item:' || c.item_id, coalesce('reply:' || c.parent_id, 'item:' || c.item_id)]
  from known k join comments c on c.id = k.subject::uuid where k.sort = 'comment'
  union all
  select k.account_id, k.fact, k.created_at, m.id, m.sender_id, array['message'], array[m.conversation_id::text]
  from known k join messages m on m.id = k.subject::uuid where k.sort = 'message'
), told as (
  select distinct on (p.account_id, p.fact) p.account_id, p.fact, p.subject_id, p.actor_id, n.id, n.created_at
  from placed p join notifications n on n.account_id = p.account_id and n.kind = any(p.kinds) and n.group_key = any(p.groups)
    and n.created_at <= p.created_at + interval '1 minute'
  order by p.account_id, p.fact, n.created_at desc
)
update notification_facts f set notification_id = t.id, notified_at = t.created_at, actor_id = t.actor_id, subject_id = t.subject_id
from told t where f.account_id = t.account_id and f.fact = t.fact;

-- Usernames of performers are never given again. As hashes of their skeletons (accounts.rules.ts): the name itself goes with the account.
create table reserved_usernames (
  skeleton_hash bytea primary key,
  reserved_at timestamptz not null
);
grant delete, insert, select, update on reserved_usernames to stagedoor_app;
insert into reserved_usernames (skeleton_hash, reserved_at)
select distinct on (s.skeleton) sha256(convert_to(s.skeleton, 'UTF8')), coalesce(a.deleted_at, now())
from performer_names n join accounts a on a.id = n.performer_id and a.status = 'deleted'
cross join lateral (select replace(regexp_replace(replace(replace(replace(lower(n.name), 'rn', 'm'), 'vv', 'w'), '0', 'o'), '[1i|]', 'l', 'g'),
  '5', 's') as skeleton) s
where n.kind = 'username'
order by s.skeleton;

-- Reports of the sweep of files: how many each run removed.
create table file_sweeps (
  id uuid primary key default uuidv7(),
  started_at timestamptz not null,
  ended_at timestamptz not null,
  removed integer not null check (removed >= 0),
  bytes bigint not null check (bytes >= 0),
  failed integer not null check (failed >= 0),
  failure text
);
create index file_sweeps_ended on file_sweeps (ended_at desc);
grant delete, insert, select, update on file_sweeps to stagedoor_app;

-- When a file was detached: it leaves storage within a day.
alter table files add column detached_at timestamptz;
create index files_detached on files (detached_at) where detached_at is not null;
-- The picture of a link that a message names.
create index messages_preview_file on messages ((preview ->> 'fileId')) where preview ->> 'fileId' is not null;
