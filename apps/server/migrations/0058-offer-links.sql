-- Links by which a performer gives free days or a discount on the first period of a subscription (docs/domains/offer-links.md).
create table offer_links (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references performers (account_id),
  -- In the address of the profile; unguessable.
  code text not null unique,
  name text not null,
  kind text not null check (kind in ('trial', 'discount')),
  plan text not null check (plan in ('monthly', 'yearly')),
  days smallint check (days between 1 and 90),
  percent smallint check (percent between 1 and 99),
  -- Only for fans who never subscribed to the performer.
  only_new boolean not null,
  uses_maximum integer check (uses_maximum between 1 and 10000),
  -- Of the rows of offer_link_uses, those of each state.
  use_count integer not null default 0 check (use_count >= 0),
  reserved_count integer not null default 0 check (reserved_count >= 0),
  ends_at timestamptz,
  paused_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint offer_links_terms check ((kind = 'trial') = (days is not null) and (kind = 'discount') = (percent is not null)),
  constraint offer_links_uses check (use_count + reserved_count <= uses_maximum)
);
create index offer_links_performer on offer_links (performer_id, id desc);

-- Who used a link, once for each fan; only functions/offer-links.sql writes it.
create table offer_link_uses (
  offer_link_id uuid not null references offer_links (id),
  fan_id uuid not null references accounts (id),
  performer_id uuid not null references performers (account_id),
  -- The order that reserved or paid it; null for free days.
  order_id uuid references orders (id),
  state text not null check (state in ('reserved', 'used')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (offer_link_id, fan_id)
);
create index offer_link_uses_fan on offer_link_uses (fan_id);
create index offer_link_uses_performer on offer_link_uses (performer_id);
create index offer_link_uses_order on offer_link_uses (order_id) where order_id is not null;
revoke insert, update, delete on offer_link_uses from stagedoor_app;

-- The link whose discount an order has; discount_amount is what it took off.
alter table orders add column offer_link_id uuid references offer_links (id);
-- Why the last renewal from the wallet failed; of interest only while renewal_attempts is above zero.
alter table subscriptions add column renewal_problem text constraint subscriptions_renewal_problem_check
  check (renewal_problem in ('wallet', 'limit', 'pause'));
