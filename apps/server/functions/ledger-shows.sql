-- Shows paid by the minute: tokens held, minutes charged and given back, and who may be in the room.

-- Takes tokens from a wallet into a hold of their own:
--   { holdId, accountId, streamId, tokens, tokenValue, at }
-- Answers what the wallet is left with.
create or replace function ledger.hold_tokens(p jsonb) returns bigint
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_balance bigint;
begin
  perform ledger.check_spending((p ->> 'accountId')::uuid, ((p ->> 'tokens')::bigint * (p ->> 'tokenValue')::bigint + 50) / 100,
    (p ->> 'streamId')::uuid, null, (p ->> 'at')::timestamptz);
  select post.wallet_balance into v_balance from ledger.post(
    jsonb_build_object('key', 'hold:' || (p ->> 'holdId'), 'kind', 'hold', 'referenceKind', 'hold', 'referenceId', p ->> 'holdId',
      'buyerId', p ->> 'accountId', 'itemKind', 'stream', 'itemId', p ->> 'streamId', 'tokenValue', p ->> 'tokenValue', 'tokens', p ->> 'tokens'),
    jsonb_build_array(
      jsonb_build_object('account', 'wallet', 'owner', p ->> 'accountId', 'amount', -(p ->> 'tokens')::bigint),
      jsonb_build_object('account', 'hold', 'owner', p ->> 'holdId', 'amount', (p ->> 'tokens')::bigint)),
    (p ->> 'at')::timestamptz) as post;
  return v_balance;
end $$;

-- Returns what is left of a hold to its wallet, once: { holdId, accountId, at }. Answers how much.
create or replace function ledger.release_hold(p jsonb) returns bigint
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_left bigint;
  v_taken ledger.transactions%rowtype;
begin
  select balance into v_left from ledger.accounts where kind = 'hold' and owner_id = (p ->> 'holdId')::uuid;
  if coalesce(v_left, 0) = 0 then
    return 0;
  end if;
  select * into v_taken from ledger.transactions where key = 'hold:' || (p ->> 'holdId');
  perform ledger.post(
    jsonb_build_object('key', 'holdRelease:' || (p ->> 'holdId'), 'kind', 'release', 'referenceKind', 'hold', 'referenceId', p ->> 'holdId',
      'buyerId', p ->> 'accountId', 'itemKind', 'stream', 'itemId', v_taken.item_id, 'tokenValue', v_taken.token_value, 'tokens', v_left),
    jsonb_build_array(
      jsonb_build_object('account', 'hold', 'owner', p ->> 'holdId', 'amount', -v_left),
      jsonb_build_object('account', 'wallet', 'owner', p ->> 'accountId', 'amount', v_left)),
    (p ->> 'at')::timestamptz);
  return v_left;
end $$;

-- Charges the minute that is due to a participant, at its start, once, from the hold first:
--   { streamId, accountId, minute, dueFromMs, fromMs, nextFromMs, missed, startedAt, at, tokens, transaction, lines, event }   see ledger.post
-- and ledger.settle. Positions are milliseconds of media that were delivered to the seat.
-- Answers { transactionId, balance }; null when the clock is no longer as it was read, or nobody knows whether the show goes on.
create or replace function ledger.charge_minute(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_at timestamptz := (p ->> 'at')::timestamptz;
  v_stream_id uuid := (p ->> 'streamId')::uuid;
  v_account_id uuid := (p ->> 'accountId')::uuid;
  v_minute integer := (p ->> 'minute')::integer;
  v_hold_id uuid;
  v_held bigint;
  v_lines jsonb := p -> 'lines';
  v_transaction_id uuid;
  v_balance bigint;
begin
  select hold_id into v_hold_id from stream_participants
  where stream_id = v_stream_id and account_id = v_account_id and minutes = v_minute - 1 and next_from_ms = (p ->> 'dueFromMs')::bigint
    and connected_ms >= next_from_ms and left_at is null
  for no key update;
  if not found then
    return null;
  end if;
  -- A show whose node is silent is not known to go on.
  perform from streams s join live_nodes n on n.id = s.node_id
  where s.id = v_stream_id and s.state = 'live' and n.seen_at > v_at - interval '10 seconds';
  if not found then
    return null;
  end if;
  select least(balance, (p ->> 'tokens')::bigint) into v_held from ledger.accounts where kind = 'hold' and owner_id = v_hold_id;
  -- What is held has its room already.
  perform ledger.check_spending(v_account_id, (p -> 'transaction' ->> 'gross')::bigint
    - (coalesce(v_held, 0) * (p -> 'transaction' ->> 'tokenValue')::bigint + 50) / 100, v_stream_id, null, v_at);
  if v_held > 0 then
    v_lines := v_lines || jsonb_build_array(
      jsonb_build_object('account', 'wallet', 'owner', v_account_id, 'amount', v_held),
      jsonb_build_object('account', 'hold', 'owner', v_hold_id, 'amount', -v_held));
  end if;
  select post.transaction_id, post.wallet_balance into v_transaction_id, v_balance from ledger.post(
    p -> 'transaction' || jsonb_build_object('referenceKind', 'minute', 'referenceId', v_stream_id,
      'key', 'minute:' || v_stream_id || ':' || v_account_id || ':' || v_minute),
    v_lines, v_at) as post;
  if v_balance is null then
    select balance into v_balance from ledger.accounts where kind = 'wallet' and owner_id = v_account_id;
  end if;
  update stream_participants set minutes = v_minute, missed = (p ->> 'missed')::integer, updated_at = v_at,
    minute_from_ms = (p ->> 'fromMs')::bigint, next_from_ms = (p ->> 'nextFromMs')::bigint, minute_started_at = (p ->> 'startedAt')::timestamptz,
    next_minute_at = case when is_running then v_at + greatest(0, (p ->> 'nextFromMs')::bigint - connected_ms) * interval '1 millisecond' end
  where stream_id = v_stream_id and account_id = v_account_id;
  insert into outbox (event, payload, created_at)
  values (p -> 'event' ->> 'name', coalesce(p -> 'event' -> 'payload', '{}') || jsonb_build_object('transactionId', v_transaction_id,
    'orderId', null, 'balance', v_balance::text, 'at', v_at), v_at);
  return jsonb_build_object('transactionId', v_transaction_id, 'balance', v_balance::text);
end $$;

-- Gives a minute back that the performer's side broke, once: { streamId, accountId, minute, at, note }. Answers whether it did.
create or replace function ledger.refund_minute(p jsonb) returns boolean
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_at timestamptz := (p ->> 'at')::timestamptz;
  v_minute ledger.transactions%rowtype;
begin
  -- As with orders: of one buyer, one after the other.
  perform pg_advisory_xact_lock(hashtext('ledger.reverse'), hashtext(p ->> 'accountId'));
  select * into v_minute from ledger.transactions
  where key = 'minute:' || (p ->> 'streamId') || ':' || (p ->> 'accountId') || ':' || (p ->> 'minute');
  if not found or exists (select from ledger.transactions r where r.reverses_id = v_minute.id) then
    return false;
  end if;
  insert into outbox (event, payload, created_at)
  values ('orders.reversed', ledger.reverse_sale(v_minute.id, 'refund', false, v_at, coalesce(p ->> 'note', ''), null)
    || jsonb_build_object('state', 'refunded'), v_at);
  return true;
end $$;

-- Opens a show to an account that has a seat in it; closes shows to one, or with null to all.
create or replace function ledger.open_show(p_stream_id uuid, p_account_id uuid, p_at timestamptz) returns void
language sql security definer set search_path = ledger, public, pg_temp as $$
  insert into entitlements (account_id, item_id, item_kind, source, created_at) values (p_account_id, p_stream_id, 'stream', 'grant', p_at)
  on conflict (account_id, item_id) do update set revoked_at = null, created_at = excluded.created_at where entitlements.revoked_at is not null
$$;
create or replace function ledger.close_shows(p_stream_ids uuid[], p_account_id uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  -- Two statements: one for both would look through everybody's entitlements of the show for those of one account.
  if p_account_id is null then
    update entitlements set revoked_at = p_at where item_id = any(p_stream_ids) and item_kind = 'stream' and revoked_at is null;
  else
    update entitlements set revoked_at = p_at
    where account_id = p_account_id and item_id = any(p_stream_ids) and item_kind = 'stream' and revoked_at is null;
  end if;
end $$;

revoke all on function
  ledger.hold_tokens(jsonb),
  ledger.release_hold(jsonb),
  ledger.charge_minute(jsonb),
  ledger.refund_minute(jsonb),
  ledger.open_show(uuid, uuid, timestamptz),
  ledger.close_shows(uuid[], uuid, timestamptz)
from public, stagedoor_app;
grant execute on function
  ledger.hold_tokens(jsonb),
  ledger.release_hold(jsonb),
  ledger.charge_minute(jsonb),
  ledger.refund_minute(jsonb),
  ledger.open_show(uuid, uuid, timestamptz),
  ledger.close_shows(uuid[], uuid, timestamptz)
to stagedoor_app;
