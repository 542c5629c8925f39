-- Card companies side by side: the pages where orders are paid, what the owner has set for each company, and callbacks that were refused.

-- The company's id of a sale, which its renewals, refunds and chargebacks name; `gateway_payment_id` is set once the order is paid.
alter table orders add column gateway_sale_id text;
create index orders_gateway_sale on orders (gateway, gateway_sale_id) where gateway_sale_id is not null;

-- Attempts to pay an order by card. The request is stored before the company is asked, so that a retry asks for the same.
create table payment_pages (
  order_id uuid not null references orders (id),
  attempt smallint not null check (attempt > 0),
  gateway text not null,
  request jsonb not null,
  -- The company's id of the page, if it names one.
  handle text,
  -- Null until the company has answered.
  url text,
  -- When the company closes the page; null if it doesn't.
  expires_at timestamptz,
  -- Set when a later attempt replaced it.
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (order_id, attempt)
);
create index payment_pages_handle on payment_pages (gateway, handle) where handle is not null;

-- The pages of the sandbox, which so far named its payments when they were opened.
insert into payment_pages (order_id, attempt, gateway, request, handle, url, created_at)
  select id, 1, gateway, '{}', gateway_payment_id, null, created_at
  from orders where gateway is not null and gateway_payment_id is not null and kind <> 'renewal';
update orders set gateway_payment_id = null where gateway_payment_id is not null and paid_at is null and kind <> 'renewal';

-- What the owner has set for each company; secrets are sealed. A company without a row isn't set up.
create table gateways (
  name text primary key,
  -- Takes new payments. Callbacks are taken as long as there is a row.
  is_on boolean not null default false,
  -- The order in which companies are offered.
  position smallint not null,
  options jsonb not null default '{}',
  secrets bytea,
  -- Facts of the company's protocol that a live callback has shown, with the time: { "<fact>": "<instant>" }.
  confirmed jsonb not null default '{}',
  -- The result of the last check.
  checked jsonb,
  checked_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

-- Callbacks that were not the company's or could not be processed, counted by day, reason and sender: without their contents.
create table gateway_rejections (
  gateway text not null,
  day date not null,
  outcome text not null check (outcome in ('forged', 'failed')),
  reason text not null,
  sender text not null,
  count integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (gateway, day, outcome, reason, sender)
);
create index gateway_rejections_last on gateway_rejections (gateway, last_at desc);

-- Our refunds at the company. `sent`: taken by the company, which says later how it ended. `byOwner`: the company takes none by a call, so the owner
-- makes it in the company's console. `failed`: the company refused it; the money is still with the site.
alter table gateway_refunds drop constraint gateway_refunds_state_check;
alter table gateway_refunds add constraint gateway_refunds_state_check
  check (state in ('pending', 'sent', 'byOwner', 'done', 'failed', 'superseded'));
alter table gateway_refunds add column sale_id text;
drop index gateway_refunds_pending;
create index gateway_refunds_unfinished on gateway_refunds (created_at) where state in ('pending', 'sent', 'byOwner', 'failed');

-- The company's own time of a notice, and the refund of ours that it names.
alter table gateway_events add column sent_at timestamptz;
alter table gateway_events add column refund_id uuid;
create index gateway_events_gateway on gateway_events (gateway, received_at desc);

-- When the company tries a declined renewal again, as far as it said so.
alter table subscriptions add column next_try_at timestamptz;

-- The sandbox: pages that end, refunds that fail later, disputes that the site wins.
alter table sandbox_payments add column attempt smallint not null default 1;
-- How often the buyer's bank took the payment back.
alter table sandbox_payments add column disputes smallint not null default 0;
alter table sandbox_payments drop constraint sandbox_payments_state_check;
alter table sandbox_payments add constraint sandbox_payments_state_check
  check (state in ('open', 'approved', 'declined', 'cancelled', 'expired', 'refunded', 'chargedBack'));
alter table sandbox_refunds add column state text not null default 'done' check (state in ('done', 'failed'));
