-- What is said about items, and how often each was liked and commented.

alter table items add column like_count integer not null default 0;
alter table items add column comment_count integer not null default 0;
update items i set like_count = f.like_count, comment_count = f.comment_count from feeds f where f.id = i.id;
alter table feeds drop column like_count;
alter table feeds drop column comment_count;

alter table reactions drop constraint reactions_object_type_check;
alter table reactions add constraint reactions_object_type_check
  check (object_type in ('feed', 'gallery', 'photo', 'video', 'reel', 'product', 'performer', 'comment'));

alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check check (purpose in (
  'avatar', 'cover', 'document', 'feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'welcomeVideo', 'recording', 'branding', 'promo',
  'productFile', 'productImage', 'gift', 'comment'));

create table comments (
  id uuid primary key default uuidv7(),
  item_id uuid not null references items (id),
  -- What it answers; an answer is answered beside it: there is one level.
  parent_id uuid references comments (id),
  author_id uuid not null references accounts (id),
  content text not null default '',
  -- A picture.
  file_id uuid references files (id),
  like_count integer not null default 0,
  reply_count integer not null default 0,
  edited_at timestamptz,
  -- By the item's performer or a moderator: seen by them and its author alone.
  hidden_at timestamptz,
  hidden_by uuid references accounts (id),
  deleted_at timestamptz,
  deleted_by uuid references accounts (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (content <> '' or file_id is not null or deleted_at is not null),
  check ((hidden_at is null) = (hidden_by is null)),
  check ((deleted_at is null) = (deleted_by is null))
);
create index comments_of_item on comments (item_id, id desc) where parent_id is null and deleted_at is null;
create index comments_shown on comments (item_id) where deleted_at is null and hidden_at is null;
create index comments_replies on comments (parent_id, id) where parent_id is not null and deleted_at is null;
create index comments_author on comments (author_id);
