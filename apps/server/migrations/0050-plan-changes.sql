-- Changes of plan of a running subscription (docs/domains/subscriptions.md).
alter table subscriptions
  -- Begin of the paid period; null for periods that began before this column existed, and for free ones.
  add column period_started_at timestamptz,
  -- The plan of the next period and the price the fan agreed to for it; null when it stays the same.
  add column next_type text,
  add column next_price_amount bigint,
  -- The payment whose unused part was credited to the current period: its order, the credit in hundredths of a token, and the price agreed
  -- to and the end of the period it had paid.
  add column credit_order_id uuid,
  add column credit_amount bigint,
  add column credited_price_amount bigint,
  add column credited_until timestamptz,
  add constraint subscriptions_next_type_check check (next_type in ('monthly')),
  add constraint subscriptions_next check (num_nulls(next_type, next_price_amount) in (0, 2)),
  add constraint subscriptions_credit check (num_nulls(credit_order_id, credit_amount, credited_price_amount, credited_until) in (0, 4)),
  add constraint subscriptions_credit_amount_check check (credit_amount > 0);
create index subscriptions_credit_order on subscriptions (credit_order_id) where credit_order_id is not null;
