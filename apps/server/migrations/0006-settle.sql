-- The functions the application may execute: settle (the one-call purchase), release, seal, verify.
-- Errors the application knows carry SQLSTATE SD001 with the code as message and facts as detail.

-- Writes one transaction and its lines. Guarded accounts are locked in the order of their ids, so that two
-- transactions over the same accounts can't deadlock. Returns the id and what each guarded owner is left with.
create function ledger.post(p_transaction jsonb, p_lines jsonb, p_at timestamptz, out transaction_id uuid, out wallet_balance bigint)
language plpgsql as $$
declare
  v_line record;
  v_balance bigint;
  v_accounts bigint[] := '{}';
  v_owners uuid[] := '{}';
  v_units text[] := '{}';
  v_amounts bigint[] := '{}';
  v_after bigint[];
  v_position integer := 0;
begin
  for v_line in
    select coalesce(l.owner, '00000000-0000-0000-0000-000000000000'::uuid) as owner, l.account as kind, sum(l.amount)::bigint as amount
    from jsonb_to_recordset(p_lines) as l(account text, owner uuid, amount bigint)
    group by 1, 2
    having sum(l.amount) <> 0
    order by 2, 1
  loop
    v_accounts := v_accounts || ledger.account(v_line.kind, v_line.owner);
    v_owners := v_owners || v_line.owner;
    v_units := v_units || ledger.unit_of(v_line.kind);
    v_amounts := v_amounts || v_line.amount;
  end loop;
  if cardinality(v_accounts) = 0 then
    raise exception 'ledger: a transaction needs entries' using errcode = 'SD902';
  end if;
  v_after := array_fill(null::bigint, array[cardinality(v_accounts)]);

  for v_line in
    select a.id, a.kind, u.amount, u.position
    from unnest(v_accounts, v_amounts) with ordinality as u(id, amount, position)
    join ledger.accounts a on a.id = u.id
    where a.balance is not null
    order by a.id
  loop
    update ledger.accounts set balance = balance + v_line.amount
    where id = v_line.id and balance + v_line.amount >= 0
    returning balance into v_balance;
    if not found then
      select balance into v_balance from ledger.accounts where id = v_line.id;
      raise exception 'INSUFFICIENT_TOKENS' using errcode = 'SD001',
        detail = jsonb_build_object('balance', v_balance::text, 'needed', (-v_line.amount)::text)::text;
    end if;
    v_after[v_line.position] := v_balance;
    if v_line.kind = 'wallet' then wallet_balance := v_balance; end if;
  end loop;

  insert into ledger.transactions (key, kind, reference_kind, reference_id, buyer_id, seller_id, item_kind, item_id, item_title,
    token_value, commission_rate, tokens_amount, gross_amount, commission_amount, net_amount, reverses_id, available_at, note, actor_id, created_at)
  values (
    p_transaction ->> 'key', p_transaction ->> 'kind', p_transaction ->> 'referenceKind', (p_transaction ->> 'referenceId')::uuid,
    (p_transaction ->> 'buyerId')::uuid, (p_transaction ->> 'sellerId')::uuid, p_transaction ->> 'itemKind', (p_transaction ->> 'itemId')::uuid,
    p_transaction ->> 'itemTitle', (p_transaction ->> 'tokenValue')::bigint, (p_transaction ->> 'commissionRate')::integer,
    (p_transaction ->> 'tokens')::bigint, (p_transaction ->> 'gross')::bigint, (p_transaction ->> 'commission')::bigint,
    (p_transaction ->> 'net')::bigint, (p_transaction ->> 'reversesId')::uuid, (p_transaction ->> 'availableAt')::timestamptz,
    coalesce(p_transaction ->> 'note', ''), (p_transaction ->> 'actorId')::uuid, p_at)
  returning id into transaction_id;

  insert into ledger.entries (transaction_id, line, account_id, unit, amount, balance_after, created_at)
  select post.transaction_id, u.position, u.account_id, u.unit, u.amount, u.balance_after, p_at
  from unnest(v_accounts, v_units, v_amounts, v_after) with ordinality as u(account_id, unit, amount, balance_after, position);

  if p_transaction ->> 'availableAt' is not null then
    insert into ledger.releases (transaction_id, due_at) values (transaction_id, (p_transaction ->> 'availableAt')::timestamptz);
  end if;
end $$;

-- Settles a purchase, tip, subscription or top-up, whole or not at all:
--   idempotency { accountId, route, key, inputHash }   the first answer is kept with the key
--   order { id } an open order to pay, or { create: {…} } a new one
--   price { source: item | performer, id, version }    the version the buyer saw
--   entitlement { accountId, itemId, itemKind }         once per buyer and item
--   subscription { fanId, performerId, type, renewsBy, price, expiresAt }
--   transaction, lines                                  see ledger.post
--   event { name, payload }                             its outbox row
create function ledger.settle(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_at timestamptz := coalesce((p ->> 'at')::timestamptz, now());
  v_idempotency jsonb := p -> 'idempotency';
  v_order jsonb := p -> 'order';
  v_create jsonb := p -> 'order' -> 'create';
  v_price jsonb := p -> 'price';
  v_entitlement jsonb := p -> 'entitlement';
  v_subscription jsonb := p -> 'subscription';
  v_known idempotency_keys%rowtype;
  v_order_id uuid;
  v_row orders%rowtype;
  v_version integer;
  v_transaction jsonb := p -> 'transaction';
  v_transaction_id uuid;
  v_balance bigint;
  v_answer jsonb;
begin
  if v_idempotency is not null and jsonb_typeof(v_idempotency) = 'object' then
    insert into idempotency_keys (account_id, route, key, input_hash)
    values ((v_idempotency ->> 'accountId')::uuid, v_idempotency ->> 'route', v_idempotency ->> 'key', decode(v_idempotency ->> 'inputHash', 'hex'))
    on conflict do nothing;
    if not found then
      select * into v_known from idempotency_keys
      where account_id = (v_idempotency ->> 'accountId')::uuid and route = v_idempotency ->> 'route' and key = v_idempotency ->> 'key';
      if v_known.input_hash <> decode(v_idempotency ->> 'inputHash', 'hex') then
        raise exception 'IDEMPOTENCY_KEY_REUSED' using errcode = 'SD001';
      end if;
      return v_known.answer || jsonb_build_object('replayed', true);
    end if;
  else
    v_idempotency := null;
  end if;

  if v_order ->> 'id' is not null then
    select * into v_row from orders where id = (v_order ->> 'id')::uuid for update;
    if not found or v_row.state <> 'created' then
      raise exception 'ORDER_STATE' using errcode = 'SD001', detail = jsonb_build_object('state', v_row.state)::text;
    end if;
    v_order_id := v_row.id;
  end if;

  if v_price ->> 'source' = 'item' then
    select price_version into v_version from items where id = (v_price ->> 'id')::uuid and on_sale;
    if v_version is distinct from (v_price ->> 'version')::integer then
      raise exception '%', case when v_version is null then 'NOT_FOR_SALE' else 'PRICE_CHANGED' end using errcode = 'SD001';
    end if;
  elsif v_price ->> 'source' = 'performer' then
    select price_version into v_version from performers where account_id = (v_price ->> 'id')::uuid and state = 'approved';
    if v_version is distinct from (v_price ->> 'version')::integer then
      raise exception '%', case when v_version is null then 'NOT_FOR_SALE' else 'PRICE_CHANGED' end using errcode = 'SD001';
    end if;
  end if;

  if v_create is not null then
    insert into orders (kind, buyer_id, seller_id, item_kind, item_id, item_title, detail, price_version, tokens_amount, money_amount, currency,
      token_value, commission_rate, buyer_country, method, state, created_at, updated_at, paid_at)
    values (v_create ->> 'kind', (v_create ->> 'buyerId')::uuid, (v_create ->> 'sellerId')::uuid, v_create ->> 'itemKind', (v_create ->> 'itemId')::uuid,
      coalesce(v_create ->> 'itemTitle', ''), coalesce(v_create -> 'detail', '{}'), (v_create ->> 'priceVersion')::integer, (v_create ->> 'tokens')::bigint,
      (v_create ->> 'money')::bigint, v_create ->> 'currency', (v_create ->> 'tokenValue')::bigint,
      (v_transaction ->> 'commissionRate')::integer, v_create ->> 'buyerCountry', v_create ->> 'method',
      'paid', v_at, v_at, v_at)
    returning id into v_order_id;
  end if;

  v_transaction := v_transaction || jsonb_build_object('referenceKind', 'order', 'referenceId', v_order_id, 'key', 'order:' || v_order_id);
  select post.transaction_id, post.wallet_balance into v_transaction_id, v_balance from ledger.post(v_transaction, p -> 'lines', v_at) as post;

  if v_entitlement is not null and jsonb_typeof(v_entitlement) = 'object' then
    insert into entitlements (account_id, item_id, item_kind, source, order_id, created_at)
    values ((v_entitlement ->> 'accountId')::uuid, (v_entitlement ->> 'itemId')::uuid, v_entitlement ->> 'itemKind', 'purchase', v_order_id, v_at)
    on conflict (account_id, item_id) do update set revoked_at = null, order_id = excluded.order_id, created_at = excluded.created_at
      where entitlements.revoked_at is not null;
    if not found then
      raise exception 'ALREADY_PURCHASED' using errcode = 'SD001';
    end if;
  end if;

  if v_subscription is not null and jsonb_typeof(v_subscription) = 'object' then
    insert into subscriptions as s (fan_id, performer_id, type, state, renews_by, price_amount, order_id, started_at, expires_at)
    values ((v_subscription ->> 'fanId')::uuid, (v_subscription ->> 'performerId')::uuid, v_subscription ->> 'type', 'active',
      v_subscription ->> 'renewsBy', (v_subscription ->> 'price')::bigint, v_order_id, v_at, (v_subscription ->> 'expiresAt')::timestamptz)
    on conflict (fan_id, performer_id) do update set type = excluded.type, state = 'active', renews_by = excluded.renews_by,
      price_amount = excluded.price_amount, order_id = excluded.order_id, started_at = excluded.started_at, expires_at = excluded.expires_at,
      cancelled_at = null, updated_at = v_at
      where s.expires_at <= v_at;
    if not found then
      raise exception 'ALREADY_SUBSCRIBED' using errcode = 'SD001';
    end if;
  end if;

  if v_create is not null then
    update orders set transaction_id = v_transaction_id where id = v_order_id;
  else
    update orders set state = 'paid', method = coalesce(v_order ->> 'method', method), transaction_id = v_transaction_id, paid_at = v_at,
      updated_at = v_at, gateway_payment_id = coalesce(v_order ->> 'gatewayPaymentId', gateway_payment_id)
    where id = v_order_id;
  end if;

  v_answer := jsonb_build_object('transactionId', v_transaction_id, 'orderId', v_order_id, 'balance', v_balance::text, 'at', v_at);

  insert into outbox (event, payload, created_at)
  values (p -> 'event' ->> 'name', coalesce(p -> 'event' -> 'payload', '{}') || v_answer, v_at);

  if v_idempotency is not null then
    update idempotency_keys set status = 200, answer = v_answer
    where account_id = (v_idempotency ->> 'accountId')::uuid and route = v_idempotency ->> 'route' and key = v_idempotency ->> 'key';
  end if;
  return v_answer;
end $$;

-- Moves earnings whose waiting time is over from pending to available. Returns how many.
create function ledger.release_due(p_at timestamptz, p_limit integer) returns integer
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_due record;
  v_count integer := 0;
begin
  for v_due in
    select r.transaction_id, t.seller_id, t.net_amount
    from ledger.releases r join ledger.transactions t on t.id = r.transaction_id
    where r.due_at <= p_at
    order by r.due_at
    limit p_limit
    for update of r skip locked
  loop
    if v_due.net_amount > 0 then
      perform ledger.post(
        jsonb_build_object('key', 'release:' || v_due.transaction_id, 'kind', 'earningsRelease', 'referenceKind', 'transaction',
          'referenceId', v_due.transaction_id),
        jsonb_build_array(
          jsonb_build_object('account', 'earningsPending', 'owner', v_due.seller_id, 'amount', -v_due.net_amount),
          jsonb_build_object('account', 'earningsAvailable', 'owner', v_due.seller_id, 'amount', v_due.net_amount)),
        p_at);
    end if;
    delete from ledger.releases where transaction_id = v_due.transaction_id;
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

-- The canonical text of a transaction and its entries, which the chain hashes.
create function ledger.canonical(p_transaction ledger.transactions) returns text language sql stable as $$
  select concat_ws('|', p_transaction.id, p_transaction.key, p_transaction.kind, p_transaction.reference_kind, p_transaction.reference_id,
    coalesce(p_transaction.buyer_id::text, ''), coalesce(p_transaction.seller_id::text, ''), coalesce(p_transaction.tokens_amount::text, ''),
    coalesce(p_transaction.gross_amount::text, ''), coalesce(p_transaction.commission_amount::text, ''), coalesce(p_transaction.net_amount::text, ''),
    extract(epoch from p_transaction.created_at)::numeric(20, 6),
    (select string_agg(concat_ws(':', e.line, e.account_id, e.unit, e.amount, coalesce(e.balance_after::text, '')), ',' order by e.line)
     from ledger.entries e where e.transaction_id = p_transaction.id))
$$;

-- Seals committed transactions in the order of their database transaction, oldest first. Only those below the
-- snapshot's xmin: whatever commits later has a higher number, so nothing can slip in before a seal. A number above the
-- snapshot's xmax is of another cluster, from which this one was restored: committed long ago.
create function ledger.seal(p_limit integer) returns integer
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_position bigint;
  v_hash bytea;
  v_since uuid;
  v_row ledger.transactions%rowtype;
  v_count integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('ledger.seal'));
  -- Ids begin with their instant (UUIDv7), so that only what is younger than the last seal is looked at, and a day before it
  -- for what was begun then and committed since.
  select position, hash, (lpad(to_hex((extract(epoch from sealed_at - interval '1 day') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  into v_position, v_hash, v_since from ledger.seals order by position desc limit 1;
  v_position := coalesce(v_position, 0);
  v_hash := coalesce(v_hash, sha256('stagedoor'));
  for v_row in
    select t.* from ledger.transactions t
    where t.id > coalesce(v_since, '00000000-0000-0000-0000-000000000000')
      and not exists (select from ledger.seals s where s.transaction_id = t.id)
      and (t.xid < pg_snapshot_xmin(pg_current_snapshot()) or t.xid >= pg_snapshot_xmax(pg_current_snapshot()))
    order by t.xid, t.id
    limit p_limit
  loop
    v_position := v_position + 1;
    v_hash := sha256(v_hash || convert_to(ledger.canonical(v_row), 'UTF8'));
    insert into ledger.seals (position, transaction_id, hash) values (v_position, v_row.id, v_hash);
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

-- Checks every invariant; `detail` counts what was looked at or names the first that breaks it.
create function ledger.verify() returns table (name text, ok boolean, detail text)
language plpgsql stable security definer set search_path = ledger, public, pg_temp as $$
declare
  v_count bigint;
  v_first text;
  v_hash bytea := sha256('stagedoor');
  v_seal record;
begin
  select count(*), min(x.transaction_id::text) into v_count, v_first
  from (select e.transaction_id from ledger.entries e group by e.transaction_id, e.unit having sum(e.amount) <> 0) x;
  return query select 'every transaction sums to zero in each unit', v_count = 0,
    coalesce('first: ' || v_first, (select count(*) from ledger.transactions) || ' transactions');

  select count(*), min(t.id::text) into v_count, v_first
  from ledger.transactions t where not exists (select from ledger.entries e where e.transaction_id = t.id);
  return query select 'every transaction has entries', v_count = 0, coalesce('first: ' || v_first, (select count(*) from ledger.entries) || ' entries');

  select count(*), min(x.id::text) into v_count, v_first
  from (select a.id from ledger.accounts a left join ledger.entries e on e.account_id = a.id
        where a.balance is not null group by a.id, a.balance having a.balance <> coalesce(sum(e.amount), 0)) x;
  return query select 'every wallet and hold equals the sum of its entries', v_count = 0,
    coalesce('first: account ' || v_first, (select count(*) from ledger.accounts where balance is not null) || ' accounts');

  select count(*), min(id::text) into v_count, v_first from ledger.accounts where balance < 0;
  return query select 'no wallet or hold is below zero', v_count = 0, coalesce('first: account ' || v_first, 'none');

  select count(*), min(e.account_id::text) into v_count, v_first
  from ledger.entries e join ledger.accounts a on a.id = e.account_id where a.unit <> e.unit;
  return query select 'every entry has the unit of its account', v_count = 0, coalesce('first: account ' || v_first, 'all');

  select count(*), min(x.seller_id::text) into v_count, v_first
  from (
    select coalesce(s.seller_id, b.owner_id) as seller_id
    from (select t.seller_id, sum(case when t.reverses_id is null then t.net_amount else -t.net_amount end) as net
          from ledger.transactions t where t.seller_id is not null group by t.seller_id) s
    full join (select a.owner_id, sum(e.amount) as balance from ledger.accounts a join ledger.entries e on e.account_id = a.id
               where a.kind in ('earningsPending', 'earningsAvailable') group by a.owner_id) b on b.owner_id = s.seller_id
    where coalesce(s.net, 0) <> coalesce(b.balance, 0)
      and not exists (select from ledger.transactions p where p.kind like 'payout%' and p.reference_id = coalesce(s.seller_id, b.owner_id))
  ) x;
  return query select 'what performers are owed equals their accounts', v_count = 0,
    coalesce('first: ' || v_first, (select count(distinct seller_id) from ledger.transactions where seller_id is not null) || ' performers');

  select count(*), min(o.id::text) into v_count, v_first
  from orders o left join ledger.transactions t on t.id = o.transaction_id
  where o.state in ('paid', 'refunded', 'chargedBack') and (t.id is null or t.reference_id <> o.id);
  return query select 'every paid order has its transaction', v_count = 0,
    coalesce('first: ' || v_first, (select count(*) from orders where state = 'paid') || ' paid orders');

  select count(*), min(t.id::text) into v_count, v_first
  from ledger.transactions t where t.reference_kind = 'order' and t.reverses_id is null
    and not exists (select from orders o where o.id = t.reference_id and o.transaction_id = t.id and o.state in ('paid', 'refunded', 'chargedBack'));
  return query select 'every transaction of an order has its paid order', v_count = 0, coalesce('first: ' || v_first, 'all');

  select count(*), min(x.id::text) into v_count, v_first
  from (select o.id from orders o where o.state = 'paid' and o.kind = 'feed'
        and not exists (select from entitlements e where e.account_id = o.buyer_id and e.item_id = o.item_id)) x;
  return query select 'every paid unlock gives its entitlement', v_count = 0, coalesce('first order: ' || v_first, 'all');

  v_first := null;
  v_count := 0;
  for v_seal in select s.position, s.hash, s.transaction_id, ledger.canonical(t) as text
    from ledger.seals s join ledger.transactions t on t.id = s.transaction_id order by s.position
  loop
    v_count := v_count + 1;
    v_hash := sha256(v_hash || convert_to(v_seal.text, 'UTF8'));
    if v_hash <> v_seal.hash then
      v_first := v_seal.transaction_id::text;
      exit;
    end if;
  end loop;
  return query select 'the chain of seals is unbroken', v_first is null, coalesce('first: ' || v_first, v_count || ' seals');
end $$;

revoke all on all functions in schema ledger from public;
grant execute on function ledger.settle(jsonb), ledger.release_due(timestamptz, integer), ledger.seal(integer), ledger.verify() to stagedoor_app;
-- What a purchase gives is written by settle alone.
revoke insert, update, delete on entitlements from stagedoor_app;
revoke update, delete on gateway_events, audit_log, paid_events from stagedoor_app;
