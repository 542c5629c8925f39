-- The owner sees cancellations that no company has confirmed, with the buyer, and marks those that were made in a company's console.
alter table gateway_cancellations add column id uuid not null default uuidv7();
-- The order of the subscription's last payment that is known; its buyer and seller are shown.
alter table gateway_cancellations add column order_id uuid references orders (id);
alter table gateway_cancellations add constraint gateway_cancellations_id unique (id);
create index gateway_cancellations_order on gateway_cancellations (order_id) where order_id is not null;
update gateway_cancellations c set order_id = s.order_id
from subscriptions s where s.gateway = c.gateway and s.gateway_subscription_id = c.subscription_id;

-- Months in which a company's disputes passed the share at which owners are told: told once, however the share moves afterwards.
create table gateway_dispute_alerts (
  gateway text not null,
  -- `2026-11`, in UTC.
  month text not null,
  payments integer not null,
  disputes integer not null,
  alerted_at timestamptz not null,
  primary key (gateway, month)
);
