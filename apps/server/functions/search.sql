-- Words that searches find. The first two are used by indexes and stored columns, which a changed definition does not rebuild: a migration does.

-- Search by words: lower case, without accents, by their beginnings.
create or replace function search_words(p_text text) returns text language sql immutable parallel safe
  as $$ select regexp_replace(normalize(lower(p_text), nfkd), '[\u0300-\u036f]', '', 'g') $$;

-- A performer's words.
create or replace function performer_document(p_name text, p_username text, p_craft text, p_city text, p_bio text) returns tsvector
  language sql immutable parallel safe
  as $$
    select setweight(to_tsvector('simple', public.search_words(p_name || ' ' || p_username || ' ' || translate(p_username, '._-', '   '))), 'A')
      || setweight(to_tsvector('simple', public.search_words(p_craft || ' ' || p_city)), 'B')
      || setweight(to_tsvector('simple', public.search_words(p_bio)), 'C')
  $$;

create or replace function keep_performer_words() returns trigger language plpgsql as $$
begin
  select public.performer_document(a.name, a.username, new.craft, new.city, new.bio) into new.words
  from public.accounts a where a.id = new.account_id;
  return new;
end $$;

create or replace function keep_performer_names() returns trigger language plpgsql as $$
begin
  update public.performers p set words = public.performer_document(new.name, new.username, p.craft, p.city, p.bio) where p.account_id = new.id;
  return null;
end $$;

-- The words of a text as they are written, in lower case; digits and single letters are none.
create or replace function spelled_words(p_text text) returns setof text language sql immutable parallel safe
  as $$
    select m[1] from regexp_matches(normalize(lower(p_text), nfc) collate "pg_c_utf8", '[[:alpha:]]{3,40}', 'g') m
  $$;

-- A word, and it without each one of its letters.
create or replace function word_variants(p_word text) returns text[] language sql immutable parallel safe
  as $$ select array(select overlay(p_word placing '' from n for 1) from generate_series(1, length(p_word)) n union select p_word) $$;

-- Marks what searches find as due: the application writes it in the same transaction, a job where something else changed a text. Until then nothing
-- of it is found, so that no words are that are no longer there, or no longer for everybody.
create or replace function mark_item_search() returns trigger language plpgsql as $$
begin
  insert into public.item_search (item_id) values (new.item_id)
  on conflict (item_id) do update set version = '', words = '', all_words = null;
  return null;
end $$;

create or replace function mark_audience_search() returns trigger language plpgsql as $$
begin
  update public.item_search set version = '', words = '', all_words = null where item_id = new.id;
  return null;
end $$;

-- The statement that inserts a message has written its words before this.
create or replace function mark_new_message_search() returns trigger language plpgsql as $$
begin
  insert into public.message_search (message_id, conversation_id) values (new.id, new.conversation_id) on conflict (message_id) do nothing;
  return null;
end $$;

create or replace function mark_message_search() returns trigger language plpgsql as $$
begin
  insert into public.message_search (message_id, conversation_id) values (new.id, new.conversation_id)
  on conflict (message_id) do update set version = '', words = '';
  return null;
end $$;

create or replace function mark_account_search() returns trigger language plpgsql as $$
begin
  insert into public.account_search (account_id) values (new.id)
  on conflict (account_id) do update set version = '', words = '';
  return null;
end $$;

create or replace function mark_performer_search() returns trigger language plpgsql as $$
begin
  insert into public.account_search (account_id) values (new.account_id)
  on conflict (account_id) do update set version = '', words = '';
  return null;
end $$;
