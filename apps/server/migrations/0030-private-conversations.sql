-- Messages in parts by the hash of their conversation (docs/decisions/0038), while the chat of shows is all they hold.
create table messages_in_parts (
  id uuid not null default uuidv7(),
  conversation_id uuid not null,
  sender_id uuid not null references accounts (id),
  kind text not null default 'text' constraint messages_kind_check check (kind in ('text', 'tip', 'gift', 'emoji')),
  text text not null default '',
  file_ids uuid[] not null default '{}',
  transaction_id uuid,
  tip_amount bigint constraint messages_tip_amount_check check (tip_amount > 0),
  deleted_at timestamptz,
  deleted_by uuid references accounts (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  gift jsonb,
  -- The message of the same conversation that is answered.
  reply_to_id uuid,
  constraint messages_in_parts_pkey primary key (conversation_id, id),
  constraint messages_in_parts_transaction_key unique (conversation_id, transaction_id),
  constraint messages_paid_check check (
    (kind <> 'text') = (transaction_id is not null and tip_amount is not null) and (kind in ('gift', 'emoji')) = (gift is not null))
) partition by hash (conversation_id);
do $$
begin
  for part in 0..15 loop
    execute format('create table messages_%s partition of messages_in_parts for values with (modulus 16, remainder %s)', part, part);
  end loop;
end $$;
insert into messages_in_parts
  (id, conversation_id, sender_id, kind, text, file_ids, transaction_id, tip_amount, deleted_at, deleted_by, created_at, updated_at, gift)
select id, conversation_id, sender_id, kind, text, file_ids, transaction_id, tip_amount, deleted_at, deleted_by, created_at, updated_at, gift
from messages;
drop table messages;
alter table messages_in_parts rename to messages;
alter table messages rename constraint messages_in_parts_pkey to messages_pkey;
alter table messages rename constraint messages_in_parts_transaction_key to messages_transaction_id_key;
alter table messages add constraint messages_conversation_id_fkey foreign key (conversation_id) references conversations (id);
-- A message is deleted, answered and reported by its id alone.
create index messages_by_id on messages (id);
create index messages_tips on messages (conversation_id, sender_id) include (tip_amount, created_at) where tip_amount is not null;
create index messages_of_sender on messages (sender_id);

-- The one private conversation of a fan and a performer; a show's has neither.
alter table conversations
  add column fan_id uuid references accounts (id),
  add column last_message_id uuid,
  add column last_message_at timestamptz,
  -- The performer wrote at least once.
  add column performer_wrote boolean not null default false,
  add constraint conversations_fan_check check ((type = 'private') = (fan_id is not null)),
  add constraint conversations_pair_key unique (fan_id, performer_id);

-- What each side of a private conversation has of it.
create table conversation_members (
  conversation_id uuid not null references conversations (id) on delete cascade,
  account_id uuid not null references accounts (id),
  -- The other one.
  peer_id uuid not null references accounts (id),
  unread_count integer not null default 0 check (unread_count >= 0),
  pinned_at timestamptz,
  seen_message_id uuid,
  seen_at timestamptz,
  delivered_message_id uuid,
  delivered_at timestamptz,
  -- Messages up to this one were removed for this side alone.
  cleared_message_id uuid,
  -- As the conversation's, null while this side has nothing to see: the list is read in this order.
  last_message_at timestamptz,
  -- What the performer noted about the fan.
  note text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (conversation_id, account_id)
);
create index conversation_members_listed on conversation_members
  (account_id, pinned_at desc nulls last, last_message_at desc nulls last, conversation_id desc);
create index conversation_members_pinned on conversation_members (account_id, pinned_at) where pinned_at is not null;
create index conversation_members_unread on conversation_members (account_id) where unread_count > 0;
create index conversation_members_peer on conversation_members (peer_id);

-- Who may write to a performer.
alter table performers add column messages_from text not null default 'subscribers'
  constraint performers_messages_from_check check (messages_from in ('subscribers', 'followers', 'everyone'));
