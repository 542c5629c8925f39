-- Paid messages, voice notes and previews of links.

-- Who an item was sent to, of kinds that nobody else may know of.
create table item_recipients (
  item_id uuid not null references items (id),
  account_id uuid not null references accounts (id),
  primary key (item_id, account_id)
);
create index item_recipients_account on item_recipients (account_id);

-- What the message sells.
alter table messages add column item_id uuid references items (id);
create index messages_of_item on messages (item_id) where item_id is not null;

alter table files drop constraint files_kind_check;
alter table files add constraint files_kind_check check (kind in ('image', 'video', 'document', 'audio'));

-- Whose videos can be shown now: only messages with files are in it.
create index messages_with_files on messages using gin (file_ids) where cardinality(file_ids) > 0;

-- What the page says of itself that the message's first link leads to: `url`, `title`, `description`, `fileId` of its picture.
alter table messages add column preview jsonb;

alter table uploads drop constraint uploads_purpose_check;
alter table uploads add constraint uploads_purpose_check
  check (purpose in ('feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'media', 'welcomeVideo', 'photo', 'messagePhoto'));
