-- Shows paid by the minute: who is in them, at which price, and how far they have paid.

create table stream_participants (
  stream_id uuid not null references streams (id),
  account_id uuid not null references accounts (id),
  -- Frozen at joining: hundredths of a token a minute, hundredths of the currency a token, hundredths of a per cent.
  price_amount bigint not null check (price_amount > 0),
  token_value bigint not null check (token_value > 0),
  commission_rate integer not null check (commission_rate between 0 and 10000),
  -- Minutes paid: the last one is running, or was.
  minutes integer not null default 0 check (minutes >= 0),
  -- When the next minute begins; null while one side is away.
  next_minute_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (stream_id, account_id)
);
create index stream_participants_account on stream_participants (account_id);

-- Charges the minute that is due to a participant, at its start, once:
--   { streamId, accountId, minute, at, transaction, lines, event }   see ledger.post and ledger.settle
-- Answers { transactionId, balance }; null when it isn't due, or was charged meanwhile. A minute that was missed for as long as a minute
-- lasts, while nothing of ours ran, is not made up for: the clock goes on from now.
create function ledger.charge_minute(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_at timestamptz := (p ->> 'at')::timestamptz;
  v_stream_id uuid := (p ->> 'streamId')::uuid;
  v_account_id uuid := (p ->> 'accountId')::uuid;
  v_minute integer := (p ->> 'minute')::integer;
  v_transaction_id uuid;
  v_balance bigint;
begin
  perform from stream_participants
  where stream_id = v_stream_id and account_id = v_account_id and minutes = v_minute - 1 and next_minute_at <= v_at
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
  select post.transaction_id, post.wallet_balance into v_transaction_id, v_balance from ledger.post(
    p -> 'transaction' || jsonb_build_object('referenceKind', 'minute', 'referenceId', v_stream_id,
      'key', 'minute:' || v_stream_id || ':' || v_account_id || ':' || v_minute),
    p -> 'lines', v_at) as post;
  update stream_participants set minutes = v_minute, updated_at = v_at,
    next_minute_at = case when next_minute_at > v_at - interval '60 seconds' then next_minute_at else v_at end + interval '60 seconds'
  where stream_id = v_stream_id and account_id = v_account_id;
  insert into outbox (event, payload, created_at)
  values (p -> 'event' ->> 'name', coalesce(p -> 'event' -> 'payload', '{}') || jsonb_build_object('transactionId', v_transaction_id,
    'orderId', null, 'balance', v_balance::text, 'at', v_at), v_at);
  return jsonb_build_object('transactionId', v_transaction_id, 'balance', v_balance::text);
end $$;

revoke all on function ledger.charge_minute(jsonb) from public;
grant execute on function ledger.charge_minute(jsonb) to stagedoor_app;
