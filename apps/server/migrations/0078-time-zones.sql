-- The start of a subscription's first period: later periods end on its day of the month, at its local time in the site's time zone.

alter table subscriptions add column anchored_at timestamptz not null default now();

-- Ends were computed in UTC, each from the one before, so that a day after the 28th got lost in February. Where the end is still at the first
-- start's time of day and not on a later day, the first start is the anchor; after a change of plan, the change. All others go on from their end.
update subscriptions set anchored_at = case
  when not is_trial and paid_until > started_at and (paid_until at time zone 'utc')::time = (started_at at time zone 'utc')::time
    and extract(day from paid_until at time zone 'utc') <= extract(day from started_at at time zone 'utc') then started_at
  when not is_trial and paid_until > period_started_at and (paid_until at time zone 'utc')::time = (period_started_at at time zone 'utc')::time
    and extract(day from paid_until at time zone 'utc') <= extract(day from period_started_at at time zone 'utc') then period_started_at
  else paid_until end;

-- The zone of dates in mails and notifications; null for the site's.
alter table accounts add column time_zone text;

-- The sandbox's company keeps its own.
alter table sandbox_subscriptions add column anchored_at timestamptz not null default now();
update sandbox_subscriptions set anchored_at = renews_at;

-- Replaced by functions of the subscriptions.
drop function if exists ledger.give(jsonb, uuid, timestamptz);
drop function if exists ledger.end_subscription(uuid, timestamptz);
drop function if exists ledger.sell_detail(jsonb, uuid, uuid, timestamptz);
