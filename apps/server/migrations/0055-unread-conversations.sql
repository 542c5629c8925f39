-- Unread conversations in the order of their list: a performer with a million conversations has many, of which a page is shown.
drop index conversation_members_unread;
create index conversation_members_unread on conversation_members
  (account_id, pinned_at desc nulls last, last_message_at desc nulls last, conversation_id desc) where unread_count > 0;
