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
