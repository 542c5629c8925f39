-- Words in every script (decision 117): a parser of the application cuts texts and queries, tables of their own store what it makes of texts.

-- The state of each of the tables below: the words that searches read, and those that are stored.
create table search_indexes (
  name text primary key check (name in ('items', 'messages', 'accounts')),
  -- Letter of the parser whose words searches read; empty for the indexes of before.
  reads text not null,
  -- Letters of the parsers whose words every row has.
  written text not null,
  -- Rows with higher ids have been filled; null before the first one.
  filled_to uuid,
  changed_at timestamptz not null default now()
);
grant select, update on search_indexes to stagedoor_app;
insert into search_indexes (name, reads, written)
select v.name, case when v.is_filled then '' else 'a' end, case when v.is_filled then '' else 'a' end
from (values ('items', exists (select from items)), ('messages', exists (select from messages)), ('accounts', exists (select from accounts)))
  v (name, is_filled);

-- A row's version: the letters of the parsers that wrote it; empty when it is due.
create table item_search (
  item_id uuid primary key references items on delete cascade,
  version text not null default '',
  -- Words that everybody may find.
  words tsvector not null default '',
  -- All words, where some of them are for few; else null.
  all_words tsvector
);
create index item_search_words on item_search using gin (words) with (fastupdate = off);
create index item_search_all_words on item_search using gin (all_words) with (fastupdate = off) where all_words is not null;
create index item_search_due on item_search (item_id) where version = '';
grant delete, insert, select, update on item_search to stagedoor_app;

-- Messages between two: each word once for the sender and once for the recipient, by the end of the member's id.
create table message_search (
  message_id uuid primary key,
  conversation_id uuid not null,
  version text not null default '',
  words tsvector not null default '',
  foreign key (conversation_id, message_id) references messages (conversation_id, id) on delete cascade
);
create index message_search_words on message_search using gin (words) with (fastupdate = off);
create index message_search_due on message_search (message_id) where version = '';
grant delete, insert, select, update on message_search to stagedoor_app;

-- Names of accounts; of performers craft, city and biography, too.
create table account_search (
  account_id uuid primary key references accounts on delete cascade,
  version text not null default '',
  words tsvector not null default ''
);
create index account_search_words on account_search using gin (words) with (fastupdate = off);
create index account_search_due on account_search (account_id) where version = '';
grant delete, insert, select, update on account_search to stagedoor_app;

-- How many items of a kind have a frequent word, or words with a frequent beginning; `prefix` is what stands before the word where it is stored.
create table search_frequencies (
  prefix text not null,
  word text not null collate "C",
  is_beginning boolean not null,
  item_count integer not null,
  primary key (prefix, is_beginning, word)
);
grant delete, insert, select, update on search_frequencies to stagedoor_app;

-- As `functions/search.sql` has them.
create function mark_item_search() returns trigger language plpgsql as $$
begin
  insert into public.item_search (item_id) values (new.item_id)
  on conflict (item_id) do update set version = '', words = '', all_words = null;
  return null;
end $$;

create function mark_audience_search() returns trigger language plpgsql as $$
begin
  update public.item_search set version = '', words = '', all_words = null where item_id = new.id;
  return null;
end $$;

create function mark_message_search() returns trigger language plpgsql as $$
begin
  insert into public.message_search (message_id, conversation_id) values (new.id, new.conversation_id)
  on conflict (message_id) do update set version = '', words = '';
  return null;
end $$;

create function mark_account_search() returns trigger language plpgsql as $$
begin
  insert into public.account_search (account_id) values (new.id)
  on conflict (account_id) do update set version = '', words = '';
  return null;
end $$;

create function mark_performer_search() returns trigger language plpgsql as $$
begin
  insert into public.account_search (account_id) values (new.account_id)
  on conflict (account_id) do update set version = '', words = '';
  return null;
end $$;

create trigger item_contents_search_new after insert on item_contents for each row execute function mark_item_search();
create trigger item_contents_search after update on item_contents for each row
  when ((old.title, old.text, old.media_type, old.tags) is distinct from (new.title, new.text, new.media_type, new.tags))
  execute function mark_item_search();
create trigger items_search after update on items for each row
  when (old.audience is distinct from new.audience) execute function mark_audience_search();

create trigger messages_search_new after insert on messages for each row when (new.recipient_id is not null) execute function mark_message_search();
create trigger messages_search after update on messages for each row
  when (new.recipient_id is not null and (old.text, old.deleted_at) is distinct from (new.text, new.deleted_at)) execute function mark_message_search();

create trigger accounts_search_new after insert on accounts for each row execute function mark_account_search();
create trigger accounts_search after update on accounts for each row
  when ((old.name, old.username) is distinct from (new.name, new.username)) execute function mark_account_search();
create trigger performers_search_new after insert on performers for each row execute function mark_performer_search();
create trigger performers_search after update on performers for each row
  when ((old.craft, old.city, old.bio) is distinct from (new.craft, new.city, new.bio)) execute function mark_performer_search();
