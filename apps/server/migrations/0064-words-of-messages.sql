-- Words of private messages by whose they are (docs/decisions/0061).

-- Who a private message is for; null in the chat of a show. Derived where it isn't given: by servers of the version before, and of payments.
alter table messages add column recipient_id uuid;

create function set_message_recipient() returns trigger language plpgsql as $$
begin
  select case new.sender_id when c.fan_id then c.performer_id else c.fan_id end into new.recipient_id
  from public.conversations c where c.id = new.conversation_id and c.fan_id is not null;
  return new;
end $$;
create trigger messages_recipient before insert on messages for each row when (new.recipient_id is null) execute function set_message_recipient();

update messages w set recipient_id = case w.sender_id when c.fan_id then c.performer_id else c.fan_id end
from conversations c where c.id = w.conversation_id and c.fan_id is not null;

create function message_document(p_sender_id uuid, p_recipient_id uuid, p_text text) returns tsvector language sql immutable parallel safe cost 1000
  as $$
    select array_to_tsvector(array(
      select member || left(word, 40)
      from regexp_split_to_table(public.search_words(p_text) collate "pg_c_utf8", '[^[:alnum:]]+') word
      cross join unnest(array[right(p_sender_id::text, 12) || ' ', right(p_recipient_id::text, 12) || ' ']) member
      where word <> ''))
  $$;

-- No list of pending entries: with one, somebody's message would now and then wait until thousands are merged.
create index messages_words on messages using gin (message_document(sender_id, recipient_id, text)) with (fastupdate = off)
  where recipient_id is not null and deleted_at is null and text <> '';
-- ANALYZE would make the words of its whole sample, for statistics that no plan of a prepared statement reads.
do $$
declare part regclass;
begin
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'messages_words'::regclass loop
    execute format('alter index %s alter column 1 set statistics 0', part);
  end loop;
end $$;

-- The conversation of two, from either side.
drop index conversation_members_peer;
create index conversation_members_peer on conversation_members (peer_id, account_id);

-- Names by their beginnings, and by those of their second and third words: read in order, so that a limit ends it.
create index accounts_username_start on accounts (username text_pattern_ops);
create index accounts_name_start on accounts (lower(name) text_pattern_ops);
create index accounts_name_second on accounts (substring(lower(name) from '^[^ ]* (.*)$') text_pattern_ops);
create index accounts_name_third on accounts (substring(lower(name) from '^[^ ]* [^ ]* (.*)$') text_pattern_ops);
