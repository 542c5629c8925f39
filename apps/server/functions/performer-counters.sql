-- Every performer has a row of counters, with the place that an admin gave it.
create or replace function keep_performer_counters() returns trigger language plpgsql as $$
begin
  insert into public.performer_counters (performer_id, place) values (new.account_id, coalesce(new.featured_position, 2147483647))
  on conflict (performer_id) do update set place = excluded.place;
  return null;
end $$;

create or replace trigger performers_counters after insert or update of featured_position on performers
  for each row execute function keep_performer_counters();
