-- An approved performer's craft, city and biography are found (decision 117), so a decision on an application changes what an account is found by.
drop trigger performers_search_new on performers;
drop trigger performers_search on performers;
create trigger performers_search_new after insert on performers for each row when (new.state = 'approved') execute function mark_performer_search();
create trigger performers_search after update on performers for each row
  when ((old.state = 'approved' or new.state = 'approved')
    and (old.state, old.craft, old.city, old.bio) is distinct from (new.state, new.craft, new.city, new.bio))
  execute function mark_performer_search();

-- The statement of a message writes its words, so that a message of words stays one statement; the trigger comes after it. As `functions/search.sql` has it.
create function mark_new_message_search() returns trigger language plpgsql as $$
begin
  insert into public.message_search (message_id, conversation_id) values (new.id, new.conversation_id) on conflict (message_id) do nothing;
  return null;
end $$;
drop trigger messages_search_new on messages;
create trigger messages_search_new after insert on messages for each row
  when (new.recipient_id is not null) execute function mark_new_message_search();

-- Nothing wrote these before: a site that has accounts or messages by now reads the indexes of before until a job has written all of them.
update search_indexes set reads = '', written = '', filled_to = null, changed_at = now()
where (name = 'accounts' and exists (select from accounts)) or (name = 'messages' and exists (select from messages));
