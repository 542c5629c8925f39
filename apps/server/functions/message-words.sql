-- Words of private messages. `message_document` is used by an index, which a changed definition does not rebuild: a migration does.

-- The words of a message, lower case, without accents, cut to 40 characters: each for the sender and for the recipient, by the random end of the id.
create or replace function message_document(p_sender_id uuid, p_recipient_id uuid, p_text text) returns tsvector
  language sql immutable parallel safe cost 1000
  as $$
    select array_to_tsvector(array(
      select member || left(word, 40)
      from regexp_split_to_table(public.search_words(p_text) collate "pg_c_utf8", '[^[:alnum:]]+') word
      cross join unnest(array[right(p_sender_id::text, 12) || ' ', right(p_recipient_id::text, 12) || ' ']) member
      where word <> ''))
  $$;

-- What finds a member's messages that have all words typed, each as a beginning; a single letter would find too much, and is a word of its own. Null
-- where no word was typed.
create or replace function message_query(p_member_id uuid, p_typed text) returns tsquery language sql immutable parallel safe
  as $$
    select string_agg(format('''%s %s''%s', right(p_member_id::text, 12), word, case when length(word) > 1 then ':*' else '' end), ' & ')::tsquery
    from (
      select distinct left(word, 40) as word
      from regexp_split_to_table(public.search_words(p_typed) collate "pg_c_utf8", '[^[:alnum:]]+') word
      where word <> '' limit 8) words
  $$;

-- Who a private message is for; null in the chat of a show. Derived where it isn't given.
create or replace function set_message_recipient() returns trigger language plpgsql as $$
begin
  select case new.sender_id when c.fan_id then c.performer_id else c.fan_id end into new.recipient_id
  from public.conversations c where c.id = new.conversation_id and c.fan_id is not null;
  return new;
end $$;
