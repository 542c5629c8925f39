-- Orders, packages, paid events, and the one call that settles a purchase.

create table wallet_packages (
  id uuid primary key default uuidv7(),
  name text not null,
  tokens_amount bigint not null check (tokens_amount > 0),
  -- Hundredths of the site's currency.
  price_amount bigint not null check (price_amount > 0),
  position integer not null default 0,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table orders (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('topUp', 'subscription', 'feed', 'gallery', 'photo', 'video', 'product', 'message', 'tip')),
  buyer_id uuid not null references accounts (id),
  seller_id uuid references accounts (id),
  item_kind text,
  item_id uuid,
  item_title text not null default '',
  -- What the order was made for: package, period, target of a tip, message.
  detail jsonb not null default '{}',
  price_version integer,
  tokens_amount bigint check (tokens_amount > 0),
  money_amount bigint not null check (money_amount > 0),
  currency text not null,
  token_value bigint not null,
  -- Frozen when the order was made, in hundredths of a per cent.
  commission_rate integer,
  buyer_country text,
  method text not null check (method in ('wallet', 'card')),
  state text not null default 'created' check (state in ('created', 'paid', 'failed', 'cancelled', 'expired', 'refunded', 'chargedBack')),
  gateway text,
  gateway_payment_id text,
  return_to text,
  transaction_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  paid_at timestamptz,
  expires_at timestamptz
);
create index orders_buyer on orders (buyer_id, created_at desc, id desc);
create index orders_open on orders (created_at) where state = 'created';
create unique index orders_gateway_payment on orders (gateway, gateway_payment_id) where gateway_payment_id is not null;

-- What the gateways said, word for word, once each.
create table gateway_events (
  id uuid primary key default uuidv7(),
  gateway text not null,
  event_key text not null,
  order_id uuid,
  payload jsonb not null,
  outcome text not null,
  received_at timestamptz not null default now(),
  unique (gateway, event_key)
);

-- The sandbox gateway's own books: it stands for a company of its own.
create table sandbox_payments (
  id text primary key,
  order_id uuid not null,
  description text not null,
  amount bigint not null,
  currency text not null,
  return_url text not null,
  state text not null default 'open' check (state in ('open', 'approved', 'declined', 'cancelled', 'refunded')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A performer's paid events in order; numbers are given by the single dispatcher, so none is missing.
create table paid_events (
  performer_id uuid not null,
  sequence integer not null,
  transaction_id uuid not null unique,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  primary key (performer_id, sequence)
);
