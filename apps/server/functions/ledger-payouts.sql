-- Payouts: from a performer's available earnings into transit, and from there out of the site or back.

-- Refuses with a code and its details.
create or replace function ledger.refuse_payout(p_code text, p_detail jsonb default null) returns void language plpgsql as $$
begin
  if p_detail is null then
    raise exception '%', p_code using errcode = 'SD001';
  end if;
  raise exception '%', p_code using errcode = 'SD001', detail = p_detail::text;
end $$;

-- What a performer may be paid. Its account is locked until the end of the transaction, so that no two payouts take the same money; sales and
-- refunds are appended meanwhile all the same.
create or replace function ledger.lock_available(p_performer_id uuid, p_at timestamptz) returns bigint language plpgsql as $$
declare
  v_id bigint;
  v_sum bigint;
begin
  -- Whoever closes days locks this row, then accounts: so do we, where ledger.post would lock it later.
  perform from ledger.closing c where p_at < c.closing_before for update;
  v_id := ledger.account('earningsAvailable', p_performer_id);
  perform from ledger.accounts where id = v_id for no key update;
  select a.closed_balance + coalesce((select sum(e.amount) from ledger.entries e
    where e.account_id = a.id and e.created_at >= (select c.closed_before from ledger.closing c)), 0)
  into v_sum from ledger.accounts a where a.id = v_id;
  return v_sum;
end $$;

-- An amount is at least the smallest payout, more than its fee, and at most what there is.
create or replace function ledger.check_payout_amount(p_amount bigint, p_available bigint, p_minimum bigint, p_fee bigint) returns void
language plpgsql as $$
declare
  v_minimum bigint := greatest(p_minimum, p_fee + 1);
begin
  if p_amount < v_minimum or p_amount > p_available then
    perform ledger.refuse_payout('AMOUNT_OUT_OF_BOUNDS', jsonb_build_object('minimum', round(v_minimum / 100.0, 2),
      'maximum', round(greatest(p_available, 0) / 100.0, 2)));
  end if;
end $$;

create or replace function ledger.post_payout(p_payout payout_requests, p_kind text, p_key text, p_lines jsonb, p_at timestamptz, p_note text, p_actor_id uuid)
returns void language plpgsql as $$
begin
  perform ledger.post(
    jsonb_build_object('key', 'payout:' || p_payout.id || ':' || p_key, 'kind', p_kind, 'referenceKind', 'payout', 'referenceId', p_payout.id,
      'itemTitle', 'PO-' || p_payout.number, 'note', p_note, 'actorId', p_actor_id),
    p_lines, p_at);
end $$;

create or replace function ledger.announce_payout(p_payout payout_requests, p_at timestamptz) returns void language sql as $$
  insert into outbox (event, payload, created_at)
  values ('payouts.changed', jsonb_build_object('payoutId', (p_payout).id, 'performerId', (p_payout).performer_id, 'state', (p_payout).state,
    'at', p_at), p_at)
$$;

-- From available to transit, and with a negative amount back.
create or replace function ledger.transit_lines(p_performer_id uuid, p_amount bigint) returns jsonb language sql immutable as $$
  select jsonb_build_array(
    jsonb_build_object('account', 'earningsAvailable', 'owner', p_performer_id, 'amount', -p_amount),
    jsonb_build_object('account', 'payoutTransit', 'owner', p_performer_id, 'amount', p_amount))
$$;

-- A performer asks to be paid; without an amount, all that is there in multiples of the step:
--   { id, performerId, amount, fee, minimum, step, currency, method, destination, sealed (base64), detailsChangedAt, note, at }
create or replace function ledger.request_payout(p jsonb) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_at timestamptz := (p ->> 'at')::timestamptz;
  v_performer_id uuid := (p ->> 'performerId')::uuid;
  v_fee bigint := (p ->> 'fee')::bigint;
  v_available bigint;
  v_amount bigint;
  v_payout payout_requests%rowtype;
begin
  v_available := ledger.lock_available(v_performer_id, v_at);
  if exists (select from payout_requests where performer_id = v_performer_id and state in ('pending', 'approved')) then
    perform ledger.refuse_payout('PAYOUT_PENDING');
  end if;
  v_amount := coalesce((p ->> 'amount')::bigint, v_available - v_available % (p ->> 'step')::bigint);
  perform ledger.check_payout_amount(v_amount, v_available, (p ->> 'minimum')::bigint, v_fee);
  insert into payout_requests (id, performer_id, method, destination, sealed, sealed_at, details_changed_at, amount, fee_amount, currency, note,
    cutoff_at, created_at, updated_at)
  values ((p ->> 'id')::uuid, v_performer_id, p ->> 'method', p ->> 'destination', decode(p ->> 'sealed', 'base64'), v_at,
    (p ->> 'detailsChangedAt')::timestamptz, v_amount, v_fee, p ->> 'currency', p ->> 'note', v_at, v_at, v_at)
  returning * into v_payout;
  perform ledger.post_payout(v_payout, 'payoutRequest', 'request', ledger.transit_lines(v_performer_id, v_amount), v_at, '', v_performer_id);
  perform ledger.announce_payout(v_payout, v_at);
end $$;

-- What is not approved yet is changed; what isn't given stays:
--   { payoutId, performerId, amount, fee, minimum, method, destination, sealed (base64), detailsChangedAt, note, at }
create or replace function ledger.change_payout(p jsonb) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_at timestamptz := (p ->> 'at')::timestamptz;
  v_payout payout_requests%rowtype;
  v_available bigint;
  v_amount bigint := (p ->> 'amount')::bigint;
  v_difference bigint := 0;
begin
  select * into v_payout from payout_requests where id = (p ->> 'payoutId')::uuid and performer_id = (p ->> 'performerId')::uuid for update;
  if not found then
    perform ledger.refuse_payout('NOT_FOUND');
  end if;
  if v_payout.state <> 'pending' then
    perform ledger.refuse_payout('PAYOUT_STATE', jsonb_build_object('state', v_payout.state));
  end if;
  if v_amount is not null then
    v_available := ledger.lock_available(v_payout.performer_id, v_at) + v_payout.amount;
    perform ledger.check_payout_amount(v_amount, v_available, (p ->> 'minimum')::bigint, (p ->> 'fee')::bigint);
    v_difference := v_amount - v_payout.amount;
  end if;
  update payout_requests set amount = coalesce(v_amount, amount), fee_amount = case when v_amount is null then fee_amount else (p ->> 'fee')::bigint end,
    method = coalesce(p ->> 'method', method), destination = coalesce(p ->> 'destination', destination),
    sealed = coalesce(decode(p ->> 'sealed', 'base64'), sealed),
    sealed_at = case when p ->> 'sealed' is null then sealed_at else v_at end,
    details_changed_at = coalesce((p ->> 'detailsChangedAt')::timestamptz, details_changed_at), note = coalesce(p ->> 'note', note), revision = revision + 1,
    cutoff_at = case when v_difference = 0 then cutoff_at else v_at end, updated_at = v_at
  where id = v_payout.id returning * into v_payout;
  if v_difference <> 0 then
    perform ledger.post_payout(v_payout, 'payoutChange', 'change:' || v_payout.revision,
      ledger.transit_lines(v_payout.performer_id, v_difference), v_at, '', v_payout.performer_id);
  end if;
  perform ledger.announce_payout(v_payout, v_at);
end $$;

-- When a payout may be approved and paid: some days after the details in its copy were changed. Null when it may be now.
create or replace function ledger.payout_held_until(p_payout payout_requests, p_days integer, p_at timestamptz) returns timestamptz
language sql immutable as $$
  -- Hours, because a day of an interval depends on the session's time zone.
  select until from (select (p_payout).details_changed_at + make_interval(hours => p_days * 24) as until) x where p_days > 0 and until > p_at
$$;

-- A decision is about the payout that was seen, and waits while its details are new:
--   { version (revision that was seen; null for any), holdDays (null: not held) }
create or replace function ledger.check_payout_decision(p_payout payout_requests, p jsonb, p_at timestamptz) returns void language plpgsql as $$
declare
  v_until timestamptz := ledger.payout_held_until(p_payout, coalesce((p ->> 'holdDays')::integer, 0), p_at);
begin
  if (p_payout).revision <> (p ->> 'version')::integer then
    perform ledger.refuse_payout('PAYOUT_CHANGED', jsonb_build_object('payoutId', (p_payout).id));
  end if;
  if v_until is not null then
    perform ledger.refuse_payout('PAYOUT_HELD', jsonb_build_object('payoutId', (p_payout).id,
      'until', to_char(v_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  end if;
end $$;

-- Moves a payout to its next state, with the money:
--   { payoutId, performerId (whose alone it may be), version (which alone it may have), holdDays, to, reason, paymentReference,
--     batchId (in which alone it may be), actorId, byTwo (whoever approved it may not pay it), at }
create or replace function ledger.move_payout(p jsonb) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_at timestamptz := (p ->> 'at')::timestamptz;
  v_to text := p ->> 'to';
  v_reason text := coalesce(p ->> 'reason', '');
  v_actor_id uuid := (p ->> 'actorId')::uuid;
  v_payout payout_requests%rowtype;
  v_from text;
begin
  select * into v_payout from payout_requests
  where id = (p ->> 'payoutId')::uuid and (p ->> 'performerId' is null or performer_id = (p ->> 'performerId')::uuid) for update;
  if not found then
    perform ledger.refuse_payout('NOT_FOUND');
  end if;
  v_from := v_payout.state;
  if not (case v_to
    when 'approved' then v_from = 'pending'
    when 'cancelled' then v_from = 'pending'
    -- What is in a batch may be in a file at the bank by now.
    when 'rejected' then v_from = 'pending' or (v_from = 'approved' and v_payout.batch_id is null)
    when 'paid' then v_from = 'approved' and v_payout.batch_id is not distinct from (p ->> 'batchId')::uuid
    when 'returned' then v_from = 'paid'
    else false end)
  then
    perform ledger.refuse_payout('PAYOUT_STATE', jsonb_build_object('state', v_from));
  end if;
  perform ledger.check_payout_decision(v_payout, p, v_at);
  if v_to = 'paid' and (p ->> 'byTwo')::boolean and v_payout.approved_by = v_actor_id then
    perform ledger.refuse_payout('OTHER_ADMIN_REQUIRED', jsonb_build_object('payoutId', v_payout.id));
  end if;
  update payout_requests set state = v_to, reason = case when v_reason = '' then reason else v_reason end,
    payment_reference = coalesce(p ->> 'paymentReference', payment_reference), revision = revision + 1, updated_at = v_at,
    approved_at = case when v_to = 'approved' then v_at else approved_at end,
    approved_by = case when v_to = 'approved' then v_actor_id else approved_by end,
    paid_at = case when v_to = 'paid' then v_at else paid_at end,
    closed_at = case when v_to in ('rejected', 'cancelled', 'returned') then v_at else closed_at end
  where id = v_payout.id returning * into v_payout;
  if v_to in ('cancelled', 'rejected') then
    perform ledger.post_payout(v_payout, case v_to when 'cancelled' then 'payoutCancel' else 'payoutReject' end, 'back',
      ledger.transit_lines(v_payout.performer_id, -v_payout.amount), v_at, v_reason, v_actor_id);
  elsif v_to = 'paid' then
    perform ledger.post_payout(v_payout, 'payoutPay', 'pay', jsonb_build_array(
      jsonb_build_object('account', 'payoutTransit', 'owner', v_payout.performer_id, 'amount', -v_payout.amount),
      jsonb_build_object('account', 'clearing', 'amount', v_payout.amount - v_payout.fee_amount),
      jsonb_build_object('account', 'commission', 'amount', v_payout.fee_amount)), v_at, v_payout.payment_reference, v_actor_id);
  elsif v_to = 'returned' then
    perform ledger.post_payout(v_payout, 'payoutReturn', 'return', jsonb_build_array(
      jsonb_build_object('account', 'clearing', 'amount', v_payout.fee_amount - v_payout.amount),
      jsonb_build_object('account', 'commission', 'amount', -v_payout.fee_amount),
      jsonb_build_object('account', 'earningsAvailable', 'owner', v_payout.performer_id, 'amount', v_payout.amount)), v_at, v_reason, v_actor_id);
  end if;
  perform ledger.announce_payout(v_payout, v_at);
end $$;

revoke all on function
  ledger.refuse_payout(text, jsonb),
  ledger.payout_held_until(payout_requests, integer, timestamptz),
  ledger.check_payout_decision(payout_requests, jsonb, timestamptz),
  ledger.lock_available(uuid, timestamptz),
  ledger.check_payout_amount(bigint, bigint, bigint, bigint),
  ledger.post_payout(payout_requests, text, text, jsonb, timestamptz, text, uuid),
  ledger.announce_payout(payout_requests, timestamptz),
  ledger.transit_lines(uuid, bigint),
  ledger.request_payout(jsonb),
  ledger.change_payout(jsonb),
  ledger.move_payout(jsonb)
from public, stagedoor_app;
grant execute on function
  ledger.request_payout(jsonb),
  ledger.change_payout(jsonb),
  ledger.move_payout(jsonb)
to stagedoor_app;
