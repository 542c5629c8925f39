-- Cancellations of subscriptions at card companies. Some companies end a subscription only once somebody has confirmed it on their page or in
-- their console; until then they may charge again.
create table gateway_cancellations (
  gateway text not null,
  -- The company's id of the subscription.
  subscription_id text not null,
  -- `site`: the subscription has ended here, and nobody is asked to confirm it.
  asked_by text not null check (asked_by in ('buyer', 'site')),
  asked_at timestamptz not null,
  -- When the company said that it charges no more.
  confirmed_at timestamptz,
  primary key (gateway, subscription_id)
);
create index gateway_cancellations_open on gateway_cancellations (gateway, asked_at) where confirmed_at is null;
