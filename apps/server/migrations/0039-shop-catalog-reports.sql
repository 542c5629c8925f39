-- The shop's postage and complaints, categories of items, reports of content.

-- What sending a product costs to a country; `*` stands for every country without a price of its own.
create table product_shipping (
  product_id uuid not null references products (id) on delete cascade,
  country text not null check (country ~ '^([A-Z]{2}|\*)$'),
  price_amount bigint not null check (price_amount >= 0),
  primary key (product_id, country)
);
-- Products of before cost nothing to send.
insert into product_shipping (product_id, country, price_amount) select id, '*', 0 from products where type = 'physical';

-- The postage of an order, of each seller who sends something by post.
create table order_shipping (
  order_id uuid not null references orders (id),
  seller_id uuid not null references accounts (id),
  tokens_amount bigint not null check (tokens_amount > 0),
  money_amount bigint not null check (money_amount >= 0),
  transaction_id uuid unique references ledger.transactions (id),
  primary key (order_id, seller_id)
);
create index order_shipping_seller on order_shipping (seller_id);

alter table order_lines
  add column tracking_url text not null default '',
  -- The buyer said that it arrived.
  add column confirmed_at timestamptz,
  add column complaint_state text check (complaint_state in ('open', 'refunded', 'rejected', 'withdrawn')),
  add column complaint_text text not null default '',
  add column complaint_note text not null default '',
  add column complained_at timestamptz,
  add column complaint_decided_at timestamptz,
  add constraint order_lines_complaint_check check ((complaint_state is null) = (complained_at is null));
create index order_lines_unconfirmed on order_lines (shipped_at) where delivery = 'shipped';
create index order_lines_complaints on order_lines (complaint_state, complained_at) where complaint_state is not null;

alter table uploads drop constraint uploads_purpose_check;
alter table uploads add constraint uploads_purpose_check check (purpose in (
  'feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'media', 'welcomeVideo', 'photo', 'messagePhoto', 'video', 'videoTeaser',
  'videoThumbnail', 'reel', 'productFile'));
alter table uploads drop constraint uploads_kind_check;
alter table uploads add constraint uploads_kind_check check (kind in ('image', 'video', 'audio', 'document', 'archive'));

-- What items are about: the site's list. A name for each language, at least in English.
create table categories (
  id uuid primary key default uuidv7(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  names jsonb not null check (names ? 'en'),
  position integer not null default 0,
  is_hidden boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table item_categories (
  item_id uuid not null references items (id) on delete cascade,
  category_id uuid not null references categories (id) on delete cascade,
  primary key (item_id, category_id)
);
create index item_categories_category on item_categories (category_id, item_id);

-- What the site shows first where content of all kinds is featured; 1 is first.
create table featured_items (
  item_id uuid primary key references items (id) on delete cascade,
  place integer not null check (place > 0),
  created_at timestamptz not null default now()
);

-- What somebody reported: an item, a comment, a message or an account. `performer_id`: whose it is, where a performer's.
create table reports (
  id uuid primary key default uuidv7(),
  reference text not null unique,
  reporter_id uuid not null references accounts (id),
  object_type text not null,
  object_id uuid not null,
  -- The account whose content it is, or that was reported.
  owner_id uuid not null references accounts (id),
  item_id uuid references items (id),
  -- Its title or its first words, as they were.
  title text not null default '',
  reason text not null check (reason in ('copyright', 'notConsented', 'underage', 'illegal', 'privacy', 'other', 'spam', 'harassment',
    'impersonation')),
  text text not null default '',
  state text not null default 'open' check (state in ('open', 'upheld', 'rejected')),
  outcome text check (outcome in ('takenDown', 'warned', 'none')),
  decision_note text not null default '',
  decided_by uuid references accounts (id),
  decided_at timestamptz,
  appeal_until timestamptz,
  appeal_text text not null default '',
  appeal_state text check (appeal_state in ('open', 'upheld', 'rejected')),
  appealed_at timestamptz,
  appeal_note text not null default '',
  appeal_decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'open') = (decided_at is null))
);
create unique index reports_open on reports (reporter_id, object_type, object_id) where state = 'open';
create index reports_queue on reports (state, created_at);
create index reports_owner on reports (owner_id, created_at desc);
create index reports_object on reports (object_id);
create index reports_appeals on reports (appealed_at) where appeal_state = 'open';
create index reports_decided_by on reports (decided_by);
create index reports_item on reports (item_id);
