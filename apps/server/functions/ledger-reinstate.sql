-- Disputes that the site won: a bank gives back what it took by a chargeback. A chargeback reversal is written like a reversal of the sale, with
-- amounts below zero: so the rest of the sale, and every sum over reversals, is as if the chargeback had not been.

-- Undoes the chargeback of a sale by card: earnings, commission and the item are as they were; what was not delivered yet is to be sent again, and
-- its earnings wait for that. Stock is not taken again, and a subscription's period has passed.
create or replace function ledger.reinstate_sale(p_chargeback ledger.transactions, p_at timestamptz, p_note text, p_actor_id uuid) returns jsonb
language plpgsql as $$
declare
  v_sale ledger.transactions%rowtype;
  v_line order_lines%rowtype;
  v_waits boolean;
  v_granted integer := 0;
  v_id uuid;
begin
  select * into v_sale from ledger.transactions where id = p_chargeback.reverses_id;
  update order_lines set updated_at = p_at, delivery = case
    when product_type = 'digital' or delivered_at is not null then 'delivered' when shipped_at is not null then 'shipped' else 'processing' end
  where transaction_id = v_sale.id returning * into v_line;
  -- The postage waits for as long as anything of its seller does.
  v_waits := exists (select from ledger.entries e join ledger.accounts a on a.id = e.account_id
      where e.transaction_id = p_chargeback.id and a.kind = 'earningsPending')
    and exists (select from order_lines d where d.order_id = v_sale.reference_id and d.seller_id = v_sale.seller_id
      and (v_line.id is null or d.id = v_line.id) and d.product_type = 'physical' and d.delivery in ('processing', 'shipped'));

  select post.transaction_id into v_id from ledger.post(
    jsonb_build_object('key', 'reversal:' || v_sale.id || ':' || (select l.reversals + 1 from ledger.left_of(v_sale) l), 'kind', 'chargebackReversal',
      'referenceKind', v_sale.reference_kind, 'referenceId', v_sale.reference_id, 'buyerId', v_sale.buyer_id, 'sellerId', v_sale.seller_id,
      'itemKind', v_sale.item_kind, 'itemId', v_sale.item_id, 'itemTitle', v_sale.item_title, 'tokenValue', v_sale.token_value,
      'commissionRate', v_sale.commission_rate, 'gross', -p_chargeback.gross_amount, 'commission', -p_chargeback.commission_amount,
      'net', -p_chargeback.net_amount, 'reversesId', v_sale.id, 'receiver', v_sale.receiver, 'note', p_note, 'actorId', p_actor_id),
    ledger.reversal_lines(v_sale, case when v_waits then 'earningsPending' else 'earningsAvailable' end, null, -p_chargeback.gross_amount,
      -p_chargeback.commission_amount), p_at) as post;

  if v_waits then
    insert into ledger.releases (transaction_id, due_at) values (v_sale.id, 'infinity');
  end if;
  -- Tips and parcels gave no entitlement. The item may have been bought again meanwhile.
  if v_sale.kind like 'purchase%' and v_line.product_type is distinct from 'physical' then
    update entitlements set revoked_at = null, order_id = v_sale.reference_id
    where account_id = v_sale.buyer_id and item_id = v_sale.item_id and revoked_at is not null;
    get diagnostics v_granted = row_count;
  end if;
  return jsonb_build_object('transactionId', v_id, 'reversesId', v_sale.id, 'detailId', v_line.id, 'sellerId', v_sale.seller_id, 'tokens', null,
    'gross', p_chargeback.gross_amount::text, 'net', p_chargeback.net_amount::text, 'isPending', v_waits, 'granted', v_granted, 'balance', null,
    'paidOff', '0');
end $$;

-- Undoes the chargeback of a top-up or of a payment of a debt. The money pays what the buyer owes, as far as the chargeback made them owe it; what is
-- owed no more was paid meanwhile, and comes back as tokens: of a top-up as many as were bought for that money, else at the token's value.
-- Tokens that the chargeback took from the wallet come back; sales that it reversed are not sold again.
create or replace function ledger.reinstate_money(p_order orders, p_chargeback ledger.transactions, p_at timestamptz, p_note text, p_actor_id uuid)
returns jsonb language plpgsql as $$
declare
  v_paid_in ledger.transactions%rowtype;
  v_taken record;
  v_paid bigint;
  v_before bigint;
  v_owed_tokens bigint;
  v_paid_off bigint;
  v_over bigint;
  v_extra bigint;
  v_tokens bigint;
  v_worth bigint;
  v_id uuid;
  v_balance bigint;
begin
  select * into v_paid_in from ledger.transactions where id = p_chargeback.reverses_id;
  select coalesce(sum(e.amount) filter (where a.kind = 'clearing'), 0)::bigint as money,
    coalesce(-sum(e.amount) filter (where a.kind = 'receivable'), 0)::bigint as claimed,
    coalesce(-sum(e.amount) filter (where a.kind = 'wallet'), 0)::bigint as tokens,
    coalesce(-sum(e.amount) filter (where a.kind = 'exchangeCurrency'), 0)::bigint as worth
  into v_taken from ledger.entries e join ledger.accounts a on a.id = e.account_id where e.transaction_id = p_chargeback.id;

  v_paid_off := least(v_taken.claimed, ledger.debt_of(p_order.buyer_id));
  v_over := v_taken.claimed - v_paid_off;
  if v_over = 0 then
    v_extra := 0;
  elsif v_paid_in.tokens_amount is null then
    v_extra := (200 * v_over + p_order.token_value) / (2 * p_order.token_value);
  else
    select coalesce(-sum(e.amount) filter (where e.transaction_id = v_paid_in.id), 0), coalesce(sum(e.amount) filter (where e.transaction_id <> v_paid_in.id), 0)
    into v_paid, v_before
    from ledger.transactions t join ledger.entries e on e.transaction_id = t.id join ledger.accounts a on a.id = e.account_id and a.kind = 'clearing'
    where t.id = v_paid_in.id or (t.reverses_id = v_paid_in.id and t.id < p_chargeback.id);
    v_owed_tokens := ledger.tokens_of_part(v_paid_in.tokens_amount, v_paid, v_before, v_taken.money) - v_taken.tokens;
    v_extra := (2 * v_owed_tokens * v_over + v_taken.claimed) / (2 * v_taken.claimed);
  end if;
  v_tokens := v_taken.tokens + v_extra;
  v_worth := v_taken.worth + (v_extra * p_order.token_value + 50) / 100;

  select post.transaction_id, post.wallet_balance into v_id, v_balance from ledger.post(
    jsonb_build_object('key', 'reversal:' || v_paid_in.id || ':' || (select l.reversals + 1 from ledger.left_of(v_paid_in) l),
      'kind', 'chargebackReversal', 'referenceKind', 'order', 'referenceId', p_order.id, 'buyerId', p_order.buyer_id, 'tokenValue', p_order.token_value,
      'tokens', case when v_tokens > 0 then -v_tokens end, 'reversesId', v_paid_in.id, 'note', p_note,
      'actorId', p_actor_id),
    jsonb_build_array(
      jsonb_build_object('account', 'clearing', 'owner', ledger.clearing_owner_of(v_paid_in.id), 'amount', -v_taken.money),
      jsonb_build_object('account', 'receivable', 'owner', p_order.buyer_id, 'amount', v_paid_off),
      jsonb_build_object('account', 'wallet', 'owner', p_order.buyer_id, 'amount', v_tokens),
      jsonb_build_object('account', 'exchangeTokens', 'amount', -v_tokens),
      jsonb_build_object('account', 'exchangeCurrency', 'amount', v_worth),
      jsonb_build_object('account', 'promotion', 'amount', v_taken.money - v_paid_off - v_worth)),
    p_at) as post;
  return jsonb_build_object('transactionId', v_id, 'reversesId', v_paid_in.id, 'detailId', null, 'sellerId', null, 'tokens', v_tokens::text,
    'gross', v_taken.money::text, 'net', null, 'isPending', false, 'granted', 0, 'balance', v_balance::text, 'paidOff', v_paid_off::text);
end $$;

-- The bank gave back what it took by the chargeback of an order: { orderId, at, note, actorId }. Refused unless the order is charged back, so
-- a repetition does nothing; it can be charged back again afterwards.
create or replace function ledger.reinstate(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_at timestamptz := coalesce((p ->> 'at')::timestamptz, now());
  v_note text := coalesce(p ->> 'note', '');
  v_actor_id uuid := (p ->> 'actorId')::uuid;
  v_order orders%rowtype;
  v_chargeback ledger.transactions%rowtype;
  v_parts jsonb := '[]';
begin
  select * into v_order from orders where id = (p ->> 'orderId')::uuid;
  if not found then
    raise exception 'NOT_FOUND' using errcode = 'SD001';
  end if;
  -- As reversals do: of one buyer, one after the other, and before the order's row.
  perform pg_advisory_xact_lock(hashtext('ledger.reverse'), hashtext(v_order.buyer_id::text));
  select * into v_order from orders where id = v_order.id for update;
  if v_order.state <> 'chargedBack' or v_order.method <> 'card' then
    raise exception 'ORDER_STATE' using errcode = 'SD001', detail = jsonb_build_object('state', v_order.state)::text;
  end if;
  -- Refunds before the chargeback stay. Postage comes last: it looks at the delivery of the lines.
  for v_chargeback in
    select r.* from ledger.transactions t join ledger.transactions r on r.reverses_id = t.id and r.kind = 'chargeback'
    where t.reference_kind = 'order' and t.reference_id = v_order.id
      and not exists (select from ledger.transactions u where u.reverses_id = t.id and u.kind = 'chargebackReversal' and u.id > r.id)
    order by t.kind = 'shipping', t.id
  loop
    v_parts := v_parts || case when v_chargeback.seller_id is null then ledger.reinstate_money(v_order, v_chargeback, v_at, v_note, v_actor_id)
      else ledger.reinstate_sale(v_chargeback, v_at, v_note, v_actor_id) end;
  end loop;
  update orders set state = 'paid', updated_at = v_at where id = v_order.id;
  insert into outbox (event, payload, created_at)
  select 'orders.reinstated', value || jsonb_build_object('orderId', v_order.id, 'buyerId', v_order.buyer_id, 'at', v_at), v_at
  from jsonb_array_elements(v_parts);
  return jsonb_build_object('orderId', v_order.id, 'buyerId', v_order.buyer_id, 'parts', v_parts, 'debt', ledger.debt_of(v_order.buyer_id)::text);
end $$;

revoke all on function
  ledger.reinstate_sale(ledger.transactions, timestamptz, text, uuid),
  ledger.reinstate_money(orders, ledger.transactions, timestamptz, text, uuid),
  ledger.reinstate(jsonb)
from public, stagedoor_app;
grant execute on function
  ledger.reinstate(jsonb)
to stagedoor_app;
