-- The home feed at any size, and the search over performers and feeds.

-- Since when a performer has so many fans that their feeds are read from where they are instead of being written to each fan's home.
alter table performers add column wide_since timestamptz;
create index performers_wide on performers (account_id) where wide_since is not null;

-- A home feed is read, counted and cleared by its key alone.
alter table timelines drop constraint timelines_pkey, add primary key (account_id, published_at, feed_id) include (performer_id);
drop index timelines_performer;

-- Whom a feed is written to, slice by slice in the order of their ids.
create index subscriptions_audience on subscriptions (performer_id, fan_id) include (expires_at);
create index reactions_audience on reactions (object_id, action, account_id);
drop index reactions_object;

-- Search by words: lower case, without accents, by their beginnings.
create function search_words(p_text text) returns text language sql immutable parallel safe
  as $$ select regexp_replace(normalize(lower(p_text), nfkd), '[\u0300-\u036f]', '', 'g') $$;

-- A feed's words. Those of a feed that is only text are what is locked: found only with whoever may read them.
create function feed_document(p_title text, p_text text, p_type text) returns tsvector language sql immutable parallel safe
  as $$
    select setweight(to_tsvector('simple', public.search_words(p_title)), 'A')
      || setweight(to_tsvector('simple', public.search_words(p_text)), case when p_type = 'text' then 'D'::"char" else 'B'::"char" end)
  $$;
create index feeds_words on feeds using gin (feed_document(title, text, type)) where state = 'active';

create function performer_document(p_name text, p_username text, p_craft text, p_city text, p_bio text) returns tsvector
  language sql immutable parallel safe
  as $$
    select setweight(to_tsvector('simple', public.search_words(p_name || ' ' || p_username || ' ' || translate(p_username, '._-', '   '))), 'A')
      || setweight(to_tsvector('simple', public.search_words(p_craft || ' ' || p_city)), 'B')
      || setweight(to_tsvector('simple', public.search_words(p_bio)), 'C')
  $$;
alter table performers add column words tsvector;
update performers p set words = performer_document(a.name, a.username, p.craft, p.city, p.bio) from accounts a where a.id = p.account_id;
create index performers_words on performers using gin (words);

create function keep_performer_words() returns trigger language plpgsql as $$
begin
  select public.performer_document(a.name, a.username, new.craft, new.city, new.bio) into new.words
  from public.accounts a where a.id = new.account_id;
  return new;
end $$;
create trigger performers_words before insert or update of craft, city, bio on performers for each row execute function keep_performer_words();

create function keep_performer_names() returns trigger language plpgsql as $$
begin
  update public.performers p set words = public.performer_document(new.name, new.username, p.craft, p.city, p.bio) where p.account_id = new.id;
  return null;
end $$;
create trigger accounts_words after update of name, username on accounts for each row
  when ((old.name, old.username) is distinct from (new.name, new.username)) execute function keep_performer_names();
