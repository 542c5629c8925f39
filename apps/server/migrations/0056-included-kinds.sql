-- What a subscription includes beside posts: how many galleries, videos and single photos, by kind; kinds with none are left out.
alter table performer_counters add column included_kinds jsonb not null default '{}';
update performer_counters n set included_kinds = k.counts
from (
  select performer_id, jsonb_object_agg(kind, total) as counts from (
    select performer_id, kind, count(*)::int as total from items
    where kind in ('gallery', 'photo', 'video') and state = 'active' and parent_id is null and audience <> 'buyers'
    group by performer_id, kind) of_kind
  group by performer_id) k
where k.performer_id = n.performer_id;
