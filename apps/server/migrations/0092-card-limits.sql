-- Tries to pay by card, by account, network and card, so that stolen cards can't be tried one after the other. Kept for 30 days.
create table card_attempts (
  order_id uuid primary key references orders (id),
  account_id uuid not null references accounts (id),
  gateway text not null,
  -- The buyer's address, or its /64 network.
  network text not null,
  is_small_top_up boolean not null default false,
  -- Cards that the company refused, also several on one page.
  declines integer not null default 0,
  is_paid boolean not null default false,
  -- Stands for the card where the company tells one; never a number.
  card_mark text,
  created_at timestamptz not null
);
create index card_attempts_account on card_attempts (account_id, created_at desc);
create index card_attempts_network on card_attempts (network, created_at desc);
create index card_attempts_card on card_attempts (card_mark, created_at desc) where card_mark is not null;
create index card_attempts_created on card_attempts (created_at);

-- Card payments that are paused, by whom they concern.
create table card_pauses (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('account', 'network', 'site')),
  -- An account's id, a network; empty for the site.
  subject text not null,
  account_id uuid references accounts (id),
  reason text not null check (reason in ('attempts', 'declines', 'card', 'smallTopUps', 'site')),
  until timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- An admin ended it early; what happened before isn't counted again.
  lifted_at timestamptz,
  lifted_by uuid references accounts (id)
);
create index card_pauses_subject on card_pauses (kind, subject, until desc);
create index card_pauses_account on card_pauses (account_id) where account_id is not null;
create index card_pauses_created on card_pauses (created_at desc, id desc);
