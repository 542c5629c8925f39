-- Sales: what a settlement checks, writes and grants, and when its earnings are released.

-- Refuses a price that is no longer the one the buyer saw. An item stays locked until the sale is written: whoever withdraws it meanwhile waits,
-- and then finds it bought.
create or replace function ledger.check_price(p_price jsonb) returns void language plpgsql as $$
declare
  v_id uuid := (p_price ->> 'id')::uuid;
  v_version integer;
begin
  if p_price is null or p_price = 'null' then
    return;
  end if;
  case p_price ->> 'source'
    when 'item' then select price_version into v_version from items where id = v_id and on_sale for share;
    when 'performer' then select price_version into v_version from performers where account_id = v_id and state = 'approved';
    when 'gift' then select price_version into v_version from gifts where id = v_id and active and deleted_at is null;
    when 'emoji' then select price_version into v_version from emojis where id = v_id and active;
  end case;
  if v_version is distinct from (p_price ->> 'version')::integer then
    raise exception '%', case when v_version is null then 'NOT_FOR_SALE' else 'PRICE_CHANGED' end using errcode = 'SD001';
  end if;
end $$;

-- Refuses an item that was deleted or taken down, and locks it as check_price does: for card payments, whose price was agreed to before.
create or replace function ledger.check_kept(p_item_id uuid) returns void language plpgsql as $$
begin
  perform from items where id = p_item_id and state not in ('deleted', 'taken-down') for share;
  if not found then
    raise exception 'NOT_FOR_SALE' using errcode = 'SD001';
  end if;
end $$;

-- Uses a coupon once more; its row is locked, so that its bounds hold among callers at once.
create or replace function ledger.use_coupon(p_coupon jsonb, p_order_id uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  v_coupon coupons%rowtype;
  v_uses integer;
begin
  -- Orders that name it hold its key already: a lock on that too, and they would wait for each other.
  select * into v_coupon from coupons where id = (p_coupon ->> 'id')::uuid for no key update;
  if not found or not v_coupon.active or v_coupon.starts_at > p_at or v_coupon.ends_at <= p_at or v_coupon.use_count >= v_coupon.uses_maximum then
    raise exception 'COUPON_INVALID' using errcode = 'SD001';
  end if;
  if v_coupon.uses_per_account is not null then
    select count(*) into v_uses from coupon_uses where coupon_id = v_coupon.id and account_id = (p_coupon ->> 'accountId')::uuid;
    if v_uses >= v_coupon.uses_per_account then
      raise exception 'COUPON_INVALID' using errcode = 'SD001';
    end if;
  end if;
  update coupons set use_count = use_count + 1 where id = v_coupon.id;
  insert into coupon_uses (order_id, coupon_id, account_id, discount_amount, created_at)
  values (p_order_id, v_coupon.id, (p_coupon ->> 'accountId')::uuid, (p_coupon ->> 'discount')::bigint, p_at);
end $$;

-- Writes a line of an order or marks it as paid, and takes its product from the stock. Earnings of what is sent by post wait for its delivery.
create or replace function ledger.sell_order_line(p_line jsonb, p_order_id uuid, p_transaction_id uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  v_product products%rowtype;
  v_quantity integer := (p_line ->> 'quantity')::integer;
  v_delivery text;
begin
  update products set stock = stock - v_quantity
  where id = (p_line ->> 'productId')::uuid and (stock is null or stock >= v_quantity)
  returning * into v_product;
  if not found then
    raise exception 'OUT_OF_STOCK' using errcode = 'SD001', detail = jsonb_build_object('productId', p_line ->> 'productId')::text;
  end if;
  v_delivery := case v_product.type when 'digital' then 'delivered' else 'created' end;
  insert into order_lines (order_id, line, buyer_id, seller_id, product_id, product_type, title, price_version, quantity, unit_amount,
    discount_amount, tokens_amount, money_amount, commission_rate, transaction_id, delivery, paid_at, accept_by, delivered_at, created_at, updated_at)
  values (p_order_id, (p_line ->> 'line')::smallint, (p_line ->> 'buyerId')::uuid, (p_line ->> 'sellerId')::uuid, v_product.id, v_product.type,
    p_line ->> 'title', (p_line ->> 'priceVersion')::integer, v_quantity, (p_line ->> 'unitAmount')::bigint, (p_line ->> 'discount')::bigint,
    (p_line ->> 'tokens')::bigint, (p_line ->> 'money')::bigint, (p_line ->> 'commissionRate')::integer, p_transaction_id, v_delivery, p_at,
    case when v_product.type = 'physical' then (p_line ->> 'acceptBy')::timestamptz end,
    case when v_product.type = 'digital' then p_at end, p_at, p_at)
  on conflict (order_id, line) do update set transaction_id = excluded.transaction_id, delivery = excluded.delivery, paid_at = excluded.paid_at,
    accept_by = excluded.accept_by, delivered_at = excluded.delivered_at, updated_at = excluded.updated_at;
  if v_product.type = 'physical' then
    insert into ledger.releases (transaction_id, due_at) values (p_transaction_id, 'infinity')
    on conflict (transaction_id) do update set due_at = excluded.due_at;
  end if;
end $$;

-- Writes the postage that a seller gets of an order. Its earnings wait for the delivery, as those of what is sent.
create or replace function ledger.sell_shipping(p_shipping jsonb, p_order_id uuid, p_transaction_id uuid) returns void language plpgsql as $$
begin
  insert into order_shipping (order_id, seller_id, tokens_amount, money_amount, transaction_id)
  values (p_order_id, (p_shipping ->> 'sellerId')::uuid, (p_shipping ->> 'tokens')::bigint, (p_shipping ->> 'money')::bigint, p_transaction_id)
  on conflict (order_id, seller_id) do update set transaction_id = excluded.transaction_id;
  insert into ledger.releases (transaction_id, due_at) values (p_transaction_id, 'infinity')
  on conflict (transaction_id) do update set due_at = excluded.due_at;
end $$;

-- Gives the buyer of a sale its item for good.
create or replace function ledger.grant_entitlement(p_entitlement jsonb, p_order_id uuid, p_at timestamptz) returns void language plpgsql as $$
begin
  insert into entitlements (account_id, item_id, item_kind, source, order_id, created_at)
  values ((p_entitlement ->> 'accountId')::uuid, (p_entitlement ->> 'itemId')::uuid, p_entitlement ->> 'itemKind', 'purchase', p_order_id, p_at)
  on conflict (account_id, item_id) do update set revoked_at = null, order_id = excluded.order_id, created_at = excluded.created_at
    where entitlements.revoked_at is not null;
  if not found then
    raise exception 'ALREADY_PURCHASED' using errcode = 'SD001';
  end if;
end $$;

-- Settles an order, whole or not at all. src/ledger/settlement.ts describes the input.
create or replace function ledger.settle(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_at timestamptz := coalesce((p ->> 'at')::timestamptz, now());
  v_idempotency jsonb := nullif(p -> 'idempotency', 'null');
  v_order jsonb := p -> 'order';
  v_create jsonb := nullif(p -> 'order' -> 'create', 'null');
  v_coupon jsonb := nullif(p -> 'coupon', 'null');
  v_offer_link jsonb := nullif(p -> 'offerLink', 'null');
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
  v_by_wallet boolean;
  v_is_own boolean;
  v_spent bigint := 0;
  v_first jsonb := p -> 'sales' -> 0 -> 'transaction';
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
    -- As reversals do: before the order's row.
    perform pg_advisory_xact_lock(hashtext('ledger.reverse'), hashtext(o.buyer_id::text)) from orders o
    where o.id = (v_order ->> 'id')::uuid and o.kind = 'debt';
    select * into v_row from orders where id = (v_order ->> 'id')::uuid for update;
    if not found or v_row.state <> 'created' then
      raise exception 'ORDER_STATE' using errcode = 'SD001', detail = jsonb_build_object('state', v_row.state)::text;
    end if;
    v_order_id := v_row.id;
    -- Of two payments of a debt, the second finds it paid.
    if v_row.kind = 'debt' and ledger.debt_of(v_row.buyer_id) < v_row.money_amount then
      raise exception 'ORDER_STATE' using errcode = 'SD001', detail = jsonb_build_object('state', v_row.state)::text;
    end if;
  end if;

  for v_sale in select value from jsonb_array_elements(p -> 'sales') loop
    if v_sale -> 'price' <> 'null' then
      perform ledger.check_price(v_sale -> 'price');
    elsif v_sale -> 'entitlement' <> 'null' or v_sale -> 'orderLine' <> 'null' then
      perform ledger.check_kept(coalesce(v_sale -> 'entitlement' ->> 'itemId', v_sale -> 'orderLine' ->> 'productId')::uuid);
    end if;
    v_spent := v_spent + coalesce((v_sale -> 'transaction' ->> 'gross')::bigint, 0);
  end loop;

  -- A card order took its room when it was made: only a pause from buying refuses it still. A renewal is what the gateway took already, and a
  -- debt was spent before.
  v_by_wallet := coalesce(v_create ->> 'method', v_order ->> 'method', v_row.method) = 'wallet';
  v_is_own := not v_by_wallet and coalesce(v_row.receiver = 'performer', false);
  if v_by_wallet or v_first ->> 'kind' not in ('subscriptionRenewal', 'debtPayment') then
    perform ledger.check_spending((v_first ->> 'buyerId')::uuid, case when v_by_wallet then v_spent else 0 end,
      case when v_first ->> 'itemKind' = 'stream' then (v_first ->> 'itemId')::uuid end, v_order_id, v_at);
  end if;

  if v_create is not null then
    insert into orders (kind, buyer_id, seller_id, item_kind, item_id, item_title, detail, price_version, tokens_amount, money_amount, currency,
      token_value, commission_rate, buyer_country, method, state, coupon_id, offer_link_id, discount_amount, delivery_address, transaction_id,
      created_at, updated_at, paid_at)
    values (v_create ->> 'kind', (v_create ->> 'buyerId')::uuid, (v_create ->> 'sellerId')::uuid, v_create ->> 'itemKind', (v_create ->> 'itemId')::uuid,
      coalesce(v_create ->> 'itemTitle', ''), coalesce(v_create -> 'detail', '{}'), (v_create ->> 'priceVersion')::integer, (v_create ->> 'tokens')::bigint,
      (v_create ->> 'money')::bigint, v_create ->> 'currency', (v_create ->> 'tokenValue')::bigint,
      (p -> 'sales' -> 0 -> 'transaction' ->> 'commissionRate')::integer, v_create ->> 'buyerCountry', v_create ->> 'method',
      'paid', (v_coupon ->> 'id')::uuid, (v_offer_link ->> 'id')::uuid, coalesce((v_coupon ->> 'discount')::bigint,
      (v_offer_link ->> 'discount')::bigint, 0), decode(v_create ->> 'deliveryAddress', 'hex'), v_first_id, v_at, v_at, v_at)
    returning id into v_order_id;
  end if;

  if v_coupon is not null then
    perform ledger.use_coupon(v_coupon, v_order_id, v_at);
  end if;
  if v_offer_link is not null then
    perform take_offer_link((v_offer_link ->> 'id')::uuid, (v_offer_link ->> 'fanId')::uuid, v_order_id, 'used', v_at);
  end if;

  for v_sale in select value from jsonb_array_elements(p -> 'sales') loop
    select post.transaction_id, post.wallet_balance into v_transaction_id, v_left from ledger.post(
      v_sale -> 'transaction' || jsonb_build_object('referenceKind', 'order', 'referenceId', v_order_id, 'gateway', v_row.gateway,
        'key', 'order:' || v_order_id
          || coalesce(':' || (v_sale -> 'orderLine' ->> 'line'), ':shipping:' || (v_sale -> 'shipping' ->> 'sellerId'), ''),
        'id', case when v_transaction_id is null then v_first_id end)
        || case when v_is_own then '{"receiver": "performer", "availableAt": null}'::jsonb else '{}' end,
      case when v_is_own then ledger.own_account_lines((v_sale -> 'transaction' ->> 'sellerId')::uuid, (v_sale -> 'transaction' ->> 'commission')::bigint)
        else v_sale -> 'lines' end, v_at) as post;
    v_balance := coalesce(v_left, v_balance);
    if v_sale -> 'orderLine' <> 'null' then
      perform ledger.sell_order_line(v_sale -> 'orderLine', v_order_id, v_transaction_id, v_at);
    end if;
    if v_sale -> 'shipping' <> 'null' then
      perform ledger.sell_shipping(v_sale -> 'shipping', v_order_id, v_transaction_id);
    end if;
    if v_is_own then
      -- Nothing is there to wait for a delivery.
      delete from ledger.releases where transaction_id = v_transaction_id;
    end if;
    if v_sale -> 'entitlement' <> 'null' then
      perform ledger.grant_entitlement(v_sale -> 'entitlement', v_order_id, v_at);
    end if;
    if v_sale -> 'subscription' <> 'null' then
      perform move_subscription(v_sale -> 'subscription', v_order_id, v_at);
    end if;
    insert into outbox (event, payload, created_at)
    values (v_sale -> 'event' ->> 'name', coalesce(v_sale -> 'event' -> 'payload', '{}') || jsonb_build_object('transactionId', v_transaction_id,
      'orderId', v_order_id, 'balance', v_balance::text, 'at', v_at), v_at);
  end loop;

  if v_create is null then
    update orders set state = 'paid', method = coalesce(v_order ->> 'method', method),
      receiver = case when v_by_wallet then 'site' else receiver end, transaction_id = v_first_id, paid_at = v_at,
      updated_at = v_at, gateway_payment_id = coalesce(v_order ->> 'gatewayPaymentId', gateway_payment_id),
      gateway_sale_id = coalesce(v_order ->> 'gatewaySaleId', gateway_sale_id)
    where id = v_order_id;
  end if;

  if v_by_wallet and v_balance is null then
    -- It was free: the wallet was not touched.
    select balance into v_balance from ledger.accounts where kind = 'wallet' and owner_id = (v_first ->> 'buyerId')::uuid;
  end if;
  v_answer := jsonb_build_object('transactionId', v_first_id, 'orderId', v_order_id, 'balance', v_balance::text, 'at', v_at);

  if v_idempotency is not null then
    update idempotency_keys set status = 200, answer = v_answer
    where account_id = (v_idempotency ->> 'accountId')::uuid and route = v_idempotency ->> 'route' and key = v_idempotency ->> 'key';
  end if;
  return v_answer;
end $$;

-- When the earnings of a sale are free: what is sent by post, some days after its delivery.
create or replace function ledger.set_release(p_transaction_id uuid, p_due_at timestamptz) returns boolean
language sql security definer set search_path = ledger, public, pg_temp as $$
  update ledger.releases set due_at = p_due_at where transaction_id = p_transaction_id returning true
$$;

-- Moves earnings whose waiting time is over from pending to available, less what was given back of them. Returns how many.
create or replace function ledger.release_due(p_at timestamptz, p_limit integer) returns integer
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_due record;
  v_net bigint;
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
    -- By a statement of its own, which sees what was given back before the release was locked.
    select v_due.net_amount - coalesce(sum(x.net_amount), 0) into v_net from ledger.transactions x where x.reverses_id = v_due.transaction_id;
    if v_net > 0 then
      perform ledger.post(
        jsonb_build_object('key', 'release:' || v_due.transaction_id, 'kind', 'earningsRelease', 'referenceKind', 'transaction',
          'referenceId', v_due.transaction_id),
        jsonb_build_array(
          jsonb_build_object('account', 'earningsPending', 'owner', v_due.seller_id, 'amount', -v_net),
          jsonb_build_object('account', 'earningsAvailable', 'owner', v_due.seller_id, 'amount', v_net)),
        p_at);
    end if;
    delete from ledger.releases where transaction_id = v_due.transaction_id;
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

revoke all on function
  ledger.check_price(jsonb),
  ledger.check_kept(uuid),
  ledger.use_coupon(jsonb, uuid, timestamptz),
  ledger.sell_order_line(jsonb, uuid, uuid, timestamptz),
  ledger.sell_shipping(jsonb, uuid, uuid),
  ledger.grant_entitlement(jsonb, uuid, timestamptz),
  ledger.settle(jsonb),
  ledger.set_release(uuid, timestamptz),
  ledger.release_due(timestamptz, integer)
from public, stagedoor_app;
grant execute on function
  ledger.settle(jsonb),
  ledger.set_release(uuid, timestamptz),
  ledger.release_due(timestamptz, integer)
to stagedoor_app;
