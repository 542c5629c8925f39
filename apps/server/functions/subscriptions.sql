-- How payments move subscriptions (docs/domains/subscriptions.md). The ledger calls these functions in the transaction of the payment.

-- Begins a subscription from now on. One that runs is refused, unless it is free or in its free days.
create or replace function start_subscription(p_terms jsonb, p_order_id uuid, p_at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into subscriptions as s (fan_id, performer_id, type, state, renews_by, price_amount, order_id, started_at, anchored_at, expires_at, paid_until,
    next_attempt_at, period_started_at)
  values ((p_terms ->> 'fanId')::uuid, (p_terms ->> 'performerId')::uuid, p_terms ->> 'type', 'active', p_terms ->> 'renewsBy',
    (p_terms ->> 'price')::bigint, p_order_id, p_at, p_at, (p_terms ->> 'expiresAt')::timestamptz, (p_terms ->> 'expiresAt')::timestamptz,
    (p_terms ->> 'nextAttemptAt')::timestamptz, p_at)
  on conflict (fan_id, performer_id) do update set type = excluded.type, state = 'active', renews_by = excluded.renews_by,
    price_amount = excluded.price_amount, order_id = excluded.order_id, started_at = excluded.started_at, anchored_at = excluded.anchored_at,
    expires_at = excluded.expires_at, paid_until = excluded.paid_until, next_attempt_at = excluded.next_attempt_at, renewal_attempts = 0,
    reminded_at = null, is_trial = false, gateway = null, gateway_subscription_id = null, cancelled_at = null,
    period_started_at = excluded.period_started_at, next_type = null, next_price_amount = null, credit_order_id = null, credit_amount = null,
    credited_price_amount = null, credited_until = null, updated_at = p_at
    where s.expires_at <= p_at or s.price_amount = 0 or s.is_trial;
  if not found then
    raise exception 'ALREADY_SUBSCRIBED' using errcode = 'SD001';
  end if;
end $$;

-- Begins the next period at the end of the one it was renewed from: of two renewals of one period, the second finds it moved. The plan may have
-- been changed since it was found due. One that the wallet renews may also have been cancelled, or its renewal turned off.
create or replace function renew_subscription(p_terms jsonb, p_order_id uuid, p_at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  update subscriptions set type = p_terms ->> 'type', period_started_at = paid_until, anchored_at = (p_terms ->> 'anchoredAt')::timestamptz,
    paid_until = (p_terms ->> 'expiresAt')::timestamptz, expires_at = (p_terms ->> 'expiresAt')::timestamptz,
    price_amount = (p_terms ->> 'price')::bigint, next_attempt_at = (p_terms ->> 'nextAttemptAt')::timestamptz, next_type = null,
    next_price_amount = null, credit_order_id = null, credit_amount = null, credited_price_amount = null, credited_until = null,
    order_id = p_order_id, renewal_attempts = 0, reminded_at = null, is_trial = false, updated_at = p_at
  where id = (p_terms ->> 'id')::uuid and paid_until = (p_terms ->> 'paidUntil')::timestamptz
    and next_type is not distinct from p_terms ->> 'nextType'
    and (p_terms ->> 'nextAttemptAt' is null or (state = 'active' and next_attempt_at is not null));
  if not found then
    raise exception 'ALREADY_SUBSCRIBED' using errcode = 'SD001';
  end if;
end $$;

-- Changes a running subscription to another plan from now on, as it was when the credit was computed: of two changes, or of a change and a
-- renewal, the second finds it changed.
create or replace function change_subscription(p_terms jsonb, p_order_id uuid, p_at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  v_credit bigint := (p_terms ->> 'credit')::bigint;
begin
  update subscriptions set type = p_terms ->> 'type', state = 'active', cancelled_at = null, renews_by = p_terms ->> 'renewsBy',
    price_amount = (p_terms ->> 'price')::bigint, period_started_at = p_at, anchored_at = p_at, paid_until = (p_terms ->> 'expiresAt')::timestamptz,
    expires_at = (p_terms ->> 'expiresAt')::timestamptz, next_attempt_at = (p_terms ->> 'nextAttemptAt')::timestamptz,
    credit_order_id = case when v_credit > 0 then order_id end, credit_amount = nullif(v_credit, 0),
    credited_price_amount = case when v_credit > 0 then price_amount end, credited_until = case when v_credit > 0 then paid_until end,
    order_id = p_order_id, next_type = null, next_price_amount = null, renewal_attempts = 0, reminded_at = null, gateway = null,
    gateway_subscription_id = null, updated_at = p_at
  where id = (p_terms ->> 'id')::uuid and type = p_terms ->> 'from' and state = p_terms ->> 'state'
    and paid_until = (p_terms ->> 'paidUntil')::timestamptz and expires_at > p_at and renewal_attempts = 0
    and order_id is not distinct from (p_terms ->> 'paidBy')::uuid and renews_by is not distinct from p_terms ->> 'renewedBy';
  if not found then
    raise exception 'PLAN_STATE' using errcode = 'SD001';
  end if;
end $$;

-- Does what a paid sale says about a subscription.
create or replace function move_subscription(p_terms jsonb, p_order_id uuid, p_at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  case p_terms ->> 'move'
    when 'start' then perform start_subscription(p_terms, p_order_id, p_at);
    when 'renew' then perform renew_subscription(p_terms, p_order_id, p_at);
    when 'change' then perform change_subscription(p_terms, p_order_id, p_at);
  end case;
end $$;

-- Ends or shortens the subscription that rests on an order that is reversed. Returns it; null when none does. It doesn't renew in any case.
--   The order paid the current period: the period ends now. After a change of plan with a credit, it ends with the credited period, which stays paid.
--   The order was credited to the current period: the period becomes shorter by the credit's share of its price.
create or replace function end_subscription(p_order_id uuid, p_at timestamptz) returns jsonb language plpgsql set search_path = public, pg_temp as $$
declare
  v_row subscriptions%rowtype;
  v_paid bigint;
  v_end timestamptz;
  v_falls_back boolean;
begin
  select * into v_row from subscriptions where (order_id = p_order_id or credit_order_id = p_order_id) and expires_at > p_at for update;
  if not found then
    return null;
  end if;
  if v_row.order_id = p_order_id then
    v_end := greatest(p_at, v_row.credited_until);
    v_falls_back := coalesce(v_row.credited_until > p_at, false);
  else
    select tokens_amount into v_paid from orders where id = v_row.order_id;
    v_end := greatest(p_at, v_row.period_started_at
      + (v_row.paid_until - v_row.period_started_at) * (v_paid::double precision / (v_paid + v_row.credit_amount)));
    v_falls_back := false;
  end if;
  update subscriptions set state = 'cancelled', cancelled_at = coalesce(cancelled_at, p_at), expires_at = least(expires_at, v_end),
    paid_until = least(paid_until, v_end), next_attempt_at = null, next_type = null, next_price_amount = null,
    type = case when v_falls_back then 'monthly' else type end, order_id = case when v_falls_back then credit_order_id else order_id end,
    price_amount = case when v_falls_back then credited_price_amount else price_amount end,
    period_started_at = case when v_falls_back then null else period_started_at end,
    anchored_at = case when v_falls_back then least(paid_until, v_end) else anchored_at end,
    credit_order_id = null, credit_amount = null, credited_price_amount = null, credited_until = null, updated_at = p_at
  where id = v_row.id;
  return jsonb_build_object('id', v_row.id, 'fanId', v_row.fan_id, 'performerId', v_row.performer_id, 'gateway', v_row.gateway,
    'gatewaySubscriptionId', v_row.gateway_subscription_id);
end $$;

revoke all on function
  start_subscription(jsonb, uuid, timestamptz),
  renew_subscription(jsonb, uuid, timestamptz),
  change_subscription(jsonb, uuid, timestamptz),
  move_subscription(jsonb, uuid, timestamptz),
  end_subscription(uuid, timestamptz)
from public, stagedoor_app;
