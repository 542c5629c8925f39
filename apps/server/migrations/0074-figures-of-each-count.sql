-- The hosting processes' last figures of a seat, by the ids of their counts: a show that moves to another node and back, while the first
-- couldn't report, goes on from the first one's own figure.
alter table stream_participants add column counts jsonb not null default '{}' check (jsonb_typeof(counts) = 'object');
update stream_participants set counts = jsonb_build_object(counted_by::text, counted_ms) where counted_by is not null;
alter table stream_participants drop column counted_ms;
