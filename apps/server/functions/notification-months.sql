-- The parts of `notifications`, one for each month (UTC) in which something was told.

-- Makes the part of a month unless it exists. It is made beside the table and then attached: that lets others go on writing to the table.
create or replace function add_notification_month(p_at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_from timestamp := date_trunc('month', p_at at time zone 'UTC');
  v_name text := 'notifications_' || to_char(v_from, 'YYYY_MM');
begin
  if to_regclass(v_name) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('notification months'));
  -- By a query: `to_regclass` would answer from this session's cache, in which the table is still missing.
  if exists (select from pg_class where relname = v_name and relnamespace = 'public'::regnamespace) then
    return;
  end if;
  execute format('create table %I (like notifications including defaults including constraints)', v_name);
  execute format('alter table notifications attach partition %I for values from (%L) to (%L)', v_name,
    v_from at time zone 'UTC', (v_from + interval '1 month') at time zone 'UTC');
end $$;

-- Drops the parts of months that ended before an instant. Gives up, until it is called again, when the table is in use for longer.
create or replace function drop_notification_months(p_before timestamptz) returns integer
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '5s' as $$
declare
  v_name text;
  v_count integer := 0;
begin
  for v_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'notifications'::regclass
      and (to_timestamp(right(c.relname, 7), 'YYYY_MM')::timestamp + interval '1 month') at time zone 'UTC' <= p_before
    order by c.relname
  loop
    execute format('drop table %I', v_name);
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

revoke all on function
  add_notification_month(timestamptz),
  drop_notification_months(timestamptz)
from public, stagedoor_app;
grant execute on function
  add_notification_month(timestamptz),
  drop_notification_months(timestamptz)
to stagedoor_app;
