-- The same settlement in fewer statements.

-- Writes one transaction and its lines; `id` names it, or one is made. Guarded accounts (those of `wallet` and `hold` carry a balance) are
-- locked in the order of their ids, so that two transactions over the same accounts can't deadlock. Returns the id and what the wallet is
-- left with.
create or replace function ledger.post(p_transaction jsonb, p_lines jsonb, p_at timestamptz, out transaction_id uuid, out wallet_balance bigint)
language plpgsql as $$
declare
  v_line record;
  v_id bigint;
  v_balance bigint;
  v_accounts bigint[] := '{}';
  v_units text[] := '{}';
  v_amounts bigint[] := '{}';
  v_after bigint[] := '{}';
begin
  -- Accounts that are not there yet have no id and come first; their balance is theirs alone until the end.
  for v_line in
    select l.kind, l.owner, l.amount,
      -- Not a join: that would be planned for a hundred lines, and read all accounts.
      (select a.id from ledger.accounts a where a.kind = l.kind and a.owner_id = l.owner) as id
    from (
      select given.account as kind, coalesce(given.owner, '00000000-0000-0000-0000-000000000000'::uuid) as owner, sum(given.amount)::bigint as amount
      from jsonb_to_recordset(p_lines) as given(account text, owner uuid, amount bigint)
      group by 1, 2
      having sum(given.amount) <> 0
    ) l
    order by 4 nulls first, l.owner, l.kind
  loop
    v_id := coalesce(v_line.id, ledger.account(v_line.kind, v_line.owner));
    v_balance := null;
    if v_line.kind in ('wallet', 'hold') then
      update ledger.accounts set balance = balance + v_line.amount
      where id = v_id and balance + v_line.amount >= 0
      returning balance into v_balance;
      if not found then
        select balance into v_balance from ledger.accounts where id = v_id;
        raise exception 'INSUFFICIENT_TOKENS' using errcode = 'SD001',
          detail = jsonb_build_object('balance', v_balance::text, 'needed', (-v_line.amount)::text)::text;
      end if;
      if v_line.kind = 'wallet' then wallet_balance := v_balance; end if;
    end if;
    v_accounts := v_accounts || v_id;
    v_units := v_units || ledger.unit_of(v_line.kind);
    v_amounts := v_amounts || v_line.amount;
    v_after := v_after || v_balance;
  end loop;
  if cardinality(v_accounts) = 0 then
    raise exception 'ledger: a transaction needs entries' using errcode = 'SD902';
  end if;

  transaction_id := coalesce((p_transaction ->> 'id')::uuid, uuidv7());
  insert into ledger.transactions (id, key, kind, reference_kind, reference_id, buyer_id, seller_id, item_kind, item_id, item_title,
    token_value, commission_rate, tokens_amount, gross_amount, commission_amount, net_amount, reverses_id, available_at, note, actor_id, created_at)
  values (
    transaction_id, p_transaction ->> 'key', p_transaction ->> 'kind', p_transaction ->> 'referenceKind', (p_transaction ->> 'referenceId')::uuid,
    (p_transaction ->> 'buyerId')::uuid, (p_transaction ->> 'sellerId')::uuid, p_transaction ->> 'itemKind', (p_transaction ->> 'itemId')::uuid,
    p_transaction ->> 'itemTitle', (p_transaction ->> 'tokenValue')::bigint, (p_transaction ->> 'commissionRate')::integer,
    (p_transaction ->> 'tokens')::bigint, (p_transaction ->> 'gross')::bigint, (p_transaction ->> 'commission')::bigint,
    (p_transaction ->> 'net')::bigint, (p_transaction ->> 'reversesId')::uuid, (p_transaction ->> 'availableAt')::timestamptz,
    coalesce(p_transaction ->> 'note', ''), (p_transaction ->> 'actorId')::uuid, p_at);

  insert into ledger.entries (transaction_id, line, account_id, unit, amount, balance_after, created_at)
  select post.transaction_id, u.position, u.account_id, u.unit, u.amount, u.balance_after, p_at
  from unnest(v_accounts, v_units, v_amounts, v_after) with ordinality as u(account_id, unit, amount, balance_after, position);

  if p_transaction ->> 'availableAt' is not null then
    insert into ledger.releases (transaction_id, due_at) values (transaction_id, (p_transaction ->> 'availableAt')::timestamptz);
  end if;
end $$;

-- See 0009.
create or replace function ledger.settle(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_at timestamptz := coalesce((p ->> 'at')::timestamptz, now());
  v_idempotency jsonb := nullif(p -> 'idempotency', 'null');
  v_order jsonb := p -> 'order';
  v_create jsonb := nullif(p -> 'order' -> 'create', 'null');
  v_coupon jsonb := nullif(p -> 'coupon', 'null');
  v_known idempotency_keys%rowtype;
  v_order_id uuid;
  v_row orders%rowtype;
  v_sale jsonb;
  v_transaction_id uuid;
  -- The first transaction's, known before it is written: so an order is written once.
  v_first_id uuid := uuidv7();
  v_balance bigint;
  v_left bigint;
  v_answer jsonb;
begin
  if v_idempotency is not null then
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
  end if;

  if v_order ->> 'id' is not null then
    select * into v_row from orders where id = (v_order ->> 'id')::uuid for update;
    if not found or v_row.state <> 'created' then
      raise exception 'ORDER_STATE' using errcode = 'SD001', detail = jsonb_build_object('state', v_row.state)::text;
    end if;
    v_order_id := v_row.id;
  end if;

  for v_sale in select value from jsonb_array_elements(p -> 'sales') loop
    if v_sale -> 'price' <> 'null' then
      perform ledger.check_price(v_sale -> 'price');
    end if;
  end loop;

  if v_create is not null then
    insert into orders (kind, buyer_id, seller_id, item_kind, item_id, item_title, detail, price_version, tokens_amount, money_amount, currency,
      token_value, commission_rate, buyer_country, method, state, coupon_id, discount_amount, delivery_address, transaction_id, created_at,
      updated_at, paid_at)
    values (v_create ->> 'kind', (v_create ->> 'buyerId')::uuid, (v_create ->> 'sellerId')::uuid, v_create ->> 'itemKind', (v_create ->> 'itemId')::uuid,
      coalesce(v_create ->> 'itemTitle', ''), coalesce(v_create -> 'detail', '{}'), (v_create ->> 'priceVersion')::integer, (v_create ->> 'tokens')::bigint,
      (v_create ->> 'money')::bigint, v_create ->> 'currency', (v_create ->> 'tokenValue')::bigint,
      (p -> 'sales' -> 0 -> 'transaction' ->> 'commissionRate')::integer, v_create ->> 'buyerCountry', v_create ->> 'method',
      'paid', (v_coupon ->> 'id')::uuid, coalesce((v_coupon ->> 'discount')::bigint, 0), decode(v_create ->> 'deliveryAddress', 'hex'), v_first_id, v_at,
      v_at, v_at)
    returning id into v_order_id;
  end if;

  if v_coupon is not null then
    perform ledger.use_coupon(v_coupon, v_order_id, v_at);
  end if;

  for v_sale in select value from jsonb_array_elements(p -> 'sales') loop
    select post.transaction_id, post.wallet_balance into v_transaction_id, v_left from ledger.post(
      v_sale -> 'transaction' || jsonb_build_object('referenceKind', 'order', 'referenceId', v_order_id,
        'key', 'order:' || v_order_id || coalesce(':' || (v_sale -> 'detail' ->> 'line'), ''),
        'id', case when v_transaction_id is null then v_first_id end),
      v_sale -> 'lines', v_at) as post;
    v_balance := coalesce(v_left, v_balance);
    if v_sale -> 'detail' <> 'null' then
      perform ledger.sell_detail(v_sale -> 'detail', v_order_id, v_transaction_id, v_at);
    end if;
    if v_sale -> 'entitlement' <> 'null' or v_sale -> 'subscription' <> 'null' then
      perform ledger.give(v_sale, v_order_id, v_at);
    end if;
    insert into outbox (event, payload, created_at)
    values (v_sale -> 'event' ->> 'name', coalesce(v_sale -> 'event' -> 'payload', '{}') || jsonb_build_object('transactionId', v_transaction_id,
      'orderId', v_order_id, 'balance', v_balance::text, 'at', v_at), v_at);
  end loop;

  if v_create is null then
    update orders set state = 'paid', method = coalesce(v_order ->> 'method', method), transaction_id = v_first_id, paid_at = v_at,
      updated_at = v_at, gateway_payment_id = coalesce(v_order ->> 'gatewayPaymentId', gateway_payment_id)
    where id = v_order_id;
  end if;

  v_answer := jsonb_build_object('transactionId', v_first_id, 'orderId', v_order_id, 'balance', v_balance::text, 'at', v_at);

  if v_idempotency is not null then
    update idempotency_keys set status = 200, answer = v_answer
    where account_id = (v_idempotency ->> 'accountId')::uuid and route = v_idempotency ->> 'route' and key = v_idempotency ->> 'key';
  end if;
  return v_answer;
end $$;

-- Seals committed transactions in the order of their database transaction, oldest first: see 0006. Looks at what is younger than the last
-- seal and, with p_slack before it, at what was begun then and committed since: minutes each time, a day once a night.
drop function ledger.seal(integer);
create function ledger.seal(p_limit integer, p_slack interval) returns integer
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_position bigint;
  v_hash bytea;
  v_since uuid;
  v_row ledger.transactions%rowtype;
  v_count integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('ledger.seal'));
  -- Ids begin with their instant (UUIDv7).
  select position, hash, (lpad(to_hex((extract(epoch from sealed_at - p_slack) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
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
revoke all on function ledger.seal(integer, interval) from public;
grant execute on function ledger.seal(integer, interval) to stagedoor_app;

-- Whose period an order paid: a refund looks for it.
create index subscriptions_order on subscriptions (order_id) where order_id is not null;
