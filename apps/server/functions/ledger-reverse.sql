-- Refunds and chargebacks. What a bank gives back after a chargeback is in ledger-reinstate.sql.

-- What a buyer owes the site because a chargeback could not be covered, in hundredths of the currency.
create or replace function ledger.debt_of(p_account_id uuid) returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select coalesce(-sum(e.amount), 0)::bigint from ledger.accounts a join ledger.entries e on e.account_id = a.id
  where a.kind = 'receivable' and a.owner_id = p_account_id
$$;

-- Returns the rest of a sale after its reversals, and their number. The rest of a top-up is money.
create or replace function ledger.left_of(p_sale ledger.transactions, out tokens bigint, out gross bigint, out commission bigint, out reversals integer)
language plpgsql stable as $$
begin
  select p_sale.tokens_amount - coalesce(sum(r.tokens_amount), 0), p_sale.gross_amount - coalesce(sum(r.gross_amount), 0),
    p_sale.commission_amount - coalesce(sum(r.commission_amount), 0), count(*)
  into tokens, gross, commission, reversals
  from ledger.transactions r where r.reverses_id = p_sale.id;
  if p_sale.seller_id is null then
    select -coalesce(sum(e.amount), 0) into gross
    from ledger.entries e join ledger.accounts a on a.id = e.account_id and a.kind = 'clearing'
    where e.transaction_id = p_sale.id or e.transaction_id in (select r.id from ledger.transactions r where r.reverses_id = p_sale.id);
  end if;
end $$;

-- Tells whether nothing is left of a sale. What a coupon made free is given back by a reversal without entries.
create or replace function ledger.is_reversed(p_sale ledger.transactions) returns boolean language sql stable as $$
  select l.reversals > 0 and l.gross = 0 and (p_sale.seller_id is null or coalesce(l.tokens, 0) = 0)
    and (p_sale.gross_amount is distinct from 0
      or (select sum(case r.kind when 'chargebackReversal' then -1 else 1 end) from ledger.transactions r where r.reverses_id = p_sale.id) > 0)
  from ledger.left_of(p_sale) l
$$;

-- Whose clearing account a payment by card is in: the company's or, of one that is older than those accounts, the site's.
create or replace function ledger.clearing_owner_of(p_transaction_id uuid) returns uuid language sql stable as $$
  select a.owner_id from ledger.entries e join ledger.accounts a on a.id = e.account_id where e.transaction_id = p_transaction_id and a.kind = 'clearing'
$$;

-- The lines that give back a part of a sale. With negative amounts they sell it again.
--   p_earnings  the account of its earnings
create or replace function ledger.reversal_lines(p_sale ledger.transactions, p_earnings text, p_tokens bigint, p_gross bigint, p_commission bigint)
returns jsonb language sql stable as $$
  select case
    when p_sale.seller_id is null then jsonb_build_array(
      jsonb_build_object('account', 'clearing', 'owner', ledger.clearing_owner_of(p_sale.id), 'amount', p_gross),
      jsonb_build_object('account', 'receivable', 'owner', p_sale.buyer_id, 'amount', -p_gross))
    when p_sale.receiver = 'performer' then ledger.own_account_lines(p_sale.seller_id, -p_commission)
    else jsonb_build_array(
      jsonb_build_object('account', p_earnings, 'owner', p_sale.seller_id, 'amount', p_commission - p_gross),
      jsonb_build_object('account', 'commission', 'amount', -p_commission)) || case
        when p_sale.tokens_amount is null then jsonb_build_array(
          jsonb_build_object('account', 'clearing', 'owner', ledger.clearing_owner_of(p_sale.id), 'amount', p_gross))
        else jsonb_build_array(
          jsonb_build_object('account', 'wallet', 'owner', p_sale.buyer_id, 'amount', p_tokens),
          jsonb_build_object('account', 'exchangeTokens', 'amount', -p_tokens),
          jsonb_build_object('account', 'exchangeCurrency', 'amount', p_gross)) end end
$$;

-- The commission of an amount: rounded half up once, as a sale's.
create or replace function ledger.commission_of(p_gross bigint, p_rate integer) returns bigint language sql immutable as $$
  select (2 * p_gross * p_rate + 10000) / 20000
$$;

-- Takes away what an order gave its buyer: the item or the subscription.
create or replace function ledger.end_access(p_sale ledger.transactions, p_at timestamptz, out revoked integer, out subscription jsonb)
language plpgsql as $$
begin
  update entitlements set revoked_at = p_at
  where order_id = p_sale.reference_id and account_id = p_sale.buyer_id and item_id = p_sale.item_id and revoked_at is null;
  get diagnostics revoked = row_count;
  subscription := end_subscription(p_sale.reference_id, p_at);
end $$;

-- Reverses a sale, whole or in part: earnings from where they are by now, and, once nothing is left of it, the item or subscription and the delivery.
-- The rest keeps the commission of a sale of that amount. The order's row is locked by the caller.
--   p_part          what goes back of what was paid: tokens, or money by card; null for all that is left
--   p_only_pending  not when its earnings are released; null then
--   p_ends_access   even if something is left
create or replace function ledger.reverse_sale(p_transaction_id uuid, p_kind text, p_only_pending boolean, p_at timestamptz, p_note text, p_actor_id uuid,
  p_part bigint default null, p_ends_access boolean default false)
returns jsonb language plpgsql as $$
declare
  v_sale ledger.transactions%rowtype;
  v_line order_lines%rowtype;
  v_left record;
  v_pending boolean;
  v_is_whole boolean;
  v_tokens bigint;
  v_gross bigint;
  v_commission bigint;
  v_net bigint;
  v_id uuid;
  v_balance bigint;
  v_access record;
begin
  select * into v_sale from ledger.transactions where id = p_transaction_id;
  -- Delivery locks a line, then its release: so do we.
  select * into v_line from order_lines where transaction_id = p_transaction_id for update;
  -- A release that is being posted is waited for; then the earnings are where it put them.
  perform from ledger.releases where transaction_id = p_transaction_id for update;
  v_pending := found;
  if p_only_pending and not v_pending then
    return null;
  end if;

  select * into v_left from ledger.left_of(v_sale);
  v_is_whole := p_part is null or p_part = case when v_sale.tokens_amount is null then v_left.gross else v_left.tokens end;
  if v_is_whole then
    v_tokens := v_left.tokens;
    v_gross := v_left.gross;
    delete from ledger.releases where transaction_id = p_transaction_id;
  elsif v_sale.tokens_amount is null then
    v_gross := p_part;
  else
    v_tokens := p_part;
    -- The rest is worth as much as a sale of that many tokens, rounded half up once.
    v_gross := v_left.gross
      - (2 * v_sale.gross_amount * (v_left.tokens - v_tokens) + v_sale.tokens_amount) / (2 * v_sale.tokens_amount);
  end if;
  v_commission := v_left.commission - ledger.commission_of(v_left.gross - v_gross, v_sale.commission_rate);
  v_net := v_gross - v_commission;

  -- Tokens that a hold paid return to the wallet: the hold may be over.
  select post.transaction_id, post.wallet_balance into v_id, v_balance from ledger.post(
    jsonb_build_object('key', 'reversal:' || v_sale.id || case when v_left.reversals > 0 then ':' || v_left.reversals + 1 else '' end, 'kind', p_kind,
      'referenceKind', v_sale.reference_kind, 'referenceId', v_sale.reference_id, 'buyerId', v_sale.buyer_id, 'sellerId', v_sale.seller_id,
      'itemKind', v_sale.item_kind, 'itemId', v_sale.item_id, 'itemTitle', v_sale.item_title, 'tokenValue', v_sale.token_value,
      'commissionRate', v_sale.commission_rate, 'tokens', v_tokens, 'gross', case when v_sale.gross_amount is not null then v_gross end,
      'commission', v_commission, 'net', v_net, 'reversesId', v_sale.id, 'receiver', v_sale.receiver,
      'note', p_note, 'actorId', p_actor_id),
    ledger.reversal_lines(v_sale, case when v_pending then 'earningsPending' else 'earningsAvailable' end, v_tokens, v_gross, v_commission),
    p_at) as post;

  if v_is_whole and v_line.id is not null then
    update order_lines set delivery = 'refunded', accept_by = null, updated_at = p_at where id = v_line.id;
    -- What was not sent is there to be sold again.
    if v_line.product_type = 'physical' and v_line.delivery in ('created', 'processing') then
      update products set stock = stock + v_line.quantity, updated_at = p_at where id = v_line.product_id and stock is not null;
    end if;
  end if;
  select 0 as revoked, null::jsonb as subscription into v_access;
  if v_is_whole or p_ends_access then
    select * into v_access from ledger.end_access(v_sale, p_at);
  end if;

  return jsonb_build_object('transactionId', v_id, 'reversesId', v_sale.id, 'kind', p_kind,
    'orderId', case v_sale.reference_kind when 'order' then v_sale.reference_id end, 'detailId', v_line.id,
    'buyerId', v_sale.buyer_id, 'sellerId', v_sale.seller_id, 'tokens', v_tokens::text, 'gross', v_gross::text,
    'net', v_net::text, 'receiver', v_sale.receiver, 'wasPending', v_pending, 'revoked', v_access.revoked, 'subscription', v_access.subscription, 'balance', v_balance::text,
    'at', p_at);
end $$;

-- The sales of an order of which something is left.
create or replace function ledger.standing_sales(p_order_id uuid) returns setof uuid language sql stable as $$
  select t.id from ledger.transactions t
  where t.reference_kind = 'order' and t.reference_id = p_order_id and t.reverses_id is null and not ledger.is_reversed(t)
  order by t.id
$$;

-- Replaced below: `create or replace` refuses a parameter's other name.
do $$ begin
  if exists (select from pg_proc where pronamespace = 'ledger'::regnamespace and proname = 'rests_of' and 'p_detail_id' = any(proargnames)) then
    drop function ledger.parts_of_refund(uuid, uuid, bigint), ledger.rests_of(uuid, uuid);
  end if;
end $$;

-- Returns the sales of an order, or of one of its lines, with their rests in what was paid: tokens, or money by card and for a top-up.
create or replace function ledger.rests_of(p_order_id uuid, p_order_line_id uuid) returns table (sale_id uuid, amount bigint) language sql stable as $$
  select t.id, case when t.tokens_amount is null or t.seller_id is null then l.gross else l.tokens end
  from ledger.standing_sales(p_order_id) s join ledger.transactions t on t.id = s cross join lateral ledger.left_of(t) l
  where p_order_line_id is null or s = (select d.transaction_id from order_lines d where d.id = p_order_line_id and d.order_id = p_order_id)
$$;

-- Divides a refund among the sales of an order, in proportion to their rests, by largest remainder.
create or replace function ledger.parts_of_refund(p_order_id uuid, p_order_line_id uuid, p_amount bigint) returns table (sale_id uuid, part bigint)
language plpgsql stable as $$
declare
  v_total numeric;
begin
  select coalesce(sum(r.amount), 0) into v_total from ledger.rests_of(p_order_id, p_order_line_id) r;
  if p_amount <= 0 or p_amount > v_total then
    raise exception 'AMOUNT_OUT_OF_BOUNDS' using errcode = 'SD001',
      detail = jsonb_build_object('minimum', 0.01, 'maximum', round(v_total / 100.0, 2))::text;
  end if;
  return query
    with shares as (
      select r.sale_id as id, floor(p_amount * r.amount / v_total) as share, (p_amount * r.amount) % v_total as remainder
      from ledger.rests_of(p_order_id, p_order_line_id) r
    ), ranked as (
      select id, share, row_number() over (order by remainder desc, id) as place, p_amount - sum(share) over () as missing from shares
    )
    select ranked.id, (share + case when place <= missing then 1 else 0 end)::bigint from ranked order by ranked.id;
end $$;

-- Returns the coupon of an order that was given back before anything of it was sent: it never happened. Downloads and single items are delivered
-- when they are paid, so their coupon stays used. The caller has locked the order and the coupon.
create or replace function ledger.return_coupon(p_order_id uuid) returns void language plpgsql as $$
declare
  v_coupon_id uuid;
begin
  if not exists (select from order_lines where order_id = p_order_id)
    or exists (select from order_lines where order_id = p_order_id
      and (product_type <> 'physical' or shipped_at is not null or delivered_at is not null)) then
    return;
  end if;
  delete from coupon_uses where order_id = p_order_id returning coupon_id into v_coupon_id;
  update coupons set use_count = use_count - 1 where id = v_coupon_id;
end $$;

-- What is left to do once sales of an order are reversed: its state, and what is announced.
create or replace function ledger.finish_reversal(p_order_id uuid, p_state text, p_reversals jsonb, p_at timestamptz) returns text language plpgsql as $$
declare
  v_state text := 'paid';
begin
  if not exists (select from ledger.standing_sales(p_order_id)) then
    v_state := p_state;
    update orders set state = p_state, updated_at = p_at where id = p_order_id;
  end if;
  insert into outbox (event, payload, created_at)
  select 'orders.reversed', value || jsonb_build_object('state', v_state), p_at from jsonb_array_elements(p_reversals);
  return v_state;
end $$;

-- How many tokens of a top-up a part of its money is, after what was given back before; rounded so that all parts together are as many as were
-- bought.
create or replace function ledger.tokens_of_part(p_tokens bigint, p_paid bigint, p_before bigint, p_part bigint) returns bigint
language sql immutable as $$
  select (2 * p_tokens * (p_before + p_part) + p_paid) / (2 * p_paid) - (2 * p_tokens * p_before + p_paid) / (2 * p_paid)
$$;

-- Takes a top-up back, whole or for a part of its money: its tokens are taken from the wallet; with p_claim, then unreleased sales made since, newest first, until it is
-- enough; the rest is the buyer's debt, in the money that was paid for it.
create or replace function ledger.reverse_top_up(p_order orders, p_kind text, p_claim boolean, p_at timestamptz, p_note text, p_actor_id uuid,
  p_part bigint default null)
returns jsonb language plpgsql as $$
declare
  v_top_up ledger.transactions%rowtype;
  v_paid bigint;
  v_worth bigint;
  v_left record;
  v_part bigint;
  v_tokens bigint;
  v_tokens_before bigint;
  v_worth_part bigint;
  v_balance bigint;
  v_sale record;
  v_reversal jsonb;
  v_reversals jsonb := '[]';
  v_taken bigint;
  v_owed bigint;
  v_claimed bigint;
  v_worth_taken bigint;
  v_id uuid;
begin
  select t.* into v_top_up from ledger.transactions t where t.id = p_order.transaction_id;
  select coalesce(-sum(e.amount) filter (where a.kind = 'clearing'), 0), coalesce(sum(e.amount) filter (where a.kind = 'exchangeCurrency'), 0)
  into v_paid, v_worth
  from ledger.entries e join ledger.accounts a on a.id = e.account_id where e.transaction_id = v_top_up.id;
  select * into v_left from ledger.left_of(v_top_up);
  v_part := coalesce(p_part, v_left.gross);
  v_tokens_before := ledger.tokens_of_part(v_top_up.tokens_amount, v_paid, 0, v_paid - v_left.gross);
  v_tokens := ledger.tokens_of_part(v_top_up.tokens_amount, v_paid, v_paid - v_left.gross, v_part);
  v_worth_part := (2 * v_worth * (v_tokens_before + v_tokens) + v_top_up.tokens_amount) / (2 * v_top_up.tokens_amount)
    - (2 * v_worth * v_tokens_before + v_top_up.tokens_amount) / (2 * v_top_up.tokens_amount);
  -- From here on the buyer spends nothing until we are done.
  select balance into v_balance from ledger.accounts where kind = 'wallet' and owner_id = p_order.buyer_id for no key update;
  if p_claim then
    -- What is held for shows is the buyer's still.
    perform ledger.release_hold(jsonb_build_object('holdId', a.owner_id, 'accountId', p_order.buyer_id, 'at', p_at))
    from ledger.accounts a
    where a.kind = 'hold' and a.balance > 0 and a.owner_id in (
      select q.id from stream_requests q where q.fan_id = p_order.buyer_id
      union all select s.hold_id from stream_participants s where s.account_id = p_order.buyer_id);
    select balance into v_balance from ledger.accounts where kind = 'wallet' and owner_id = p_order.buyer_id;
  end if;

  if p_claim and v_balance < v_tokens then
    for v_sale in
      select t.id, t.reference_id, t.reference_kind from ledger.transactions t join ledger.releases r on r.transaction_id = t.id
      where t.buyer_id = p_order.buyer_id and t.reference_kind in ('order', 'minute') and t.seller_id is not null and t.tokens_amount > 0
        and t.reverses_id is null and t.created_at >= v_top_up.created_at
      order by t.created_at desc, t.id desc
    loop
      exit when v_balance >= v_tokens;
      perform from orders where id = v_sale.reference_id for update;
      v_reversal := ledger.reverse_sale(v_sale.id, p_kind, true, p_at, p_note, p_actor_id);
      if v_reversal is not null then
        v_balance := (v_reversal ->> 'balance')::bigint;
        v_reversals := v_reversals || v_reversal;
        if v_sale.reference_kind = 'order' then
          perform ledger.finish_reversal(v_sale.reference_id, case p_kind when 'refund' then 'refunded' else 'chargedBack' end,
            jsonb_build_array(v_reversal), p_at);
        else
          insert into outbox (event, payload, created_at) values ('orders.reversed', v_reversal || jsonb_build_object('state', 'chargedBack'), p_at);
        end if;
      end if;
    end loop;
  end if;

  v_taken := least(v_balance, v_tokens);
  v_owed := v_tokens - v_taken;
  if v_owed > 0 and not p_claim then
    raise exception 'INSUFFICIENT_TOKENS' using errcode = 'SD001',
      detail = jsonb_build_object('balance', round(v_balance / 100.0, 2), 'needed', round(v_tokens / 100.0, 2))::text;
  end if;
  -- A part may be too small for a token's hundredth.
  v_claimed := case when v_tokens = 0 then 0 else (2 * v_part * v_owed + v_tokens) / (2 * v_tokens) end;
  v_worth_taken := case when v_tokens = 0 then 0 else (2 * v_worth_part * v_taken + v_tokens) / (2 * v_tokens) end;

  select post.transaction_id, post.wallet_balance into v_id, v_balance from ledger.post(
    jsonb_build_object('key', 'reversal:' || v_top_up.id || case when v_left.reversals > 0 then ':' || v_left.reversals + 1 else '' end, 'kind', p_kind, 'referenceKind', 'order', 'referenceId', p_order.id,
      'buyerId', v_top_up.buyer_id, 'tokenValue', v_top_up.token_value, 'tokens', v_taken, 'reversesId', v_top_up.id, 'note', p_note,
      'actorId', p_actor_id),
    jsonb_build_array(
      jsonb_build_object('account', 'wallet', 'owner', p_order.buyer_id, 'amount', -v_taken),
      jsonb_build_object('account', 'exchangeTokens', 'amount', v_taken),
      jsonb_build_object('account', 'clearing', 'owner', ledger.clearing_owner_of(v_top_up.id), 'amount', v_part),
      jsonb_build_object('account', 'receivable', 'owner', p_order.buyer_id, 'amount', -v_claimed),
      jsonb_build_object('account', 'exchangeCurrency', 'amount', -v_worth_taken),
      jsonb_build_object('account', 'promotion', 'amount', v_claimed + v_worth_taken - v_part)),
    p_at) as post;
  if v_balance is null then
    select balance into v_balance from ledger.accounts where kind = 'wallet' and owner_id = p_order.buyer_id;
  end if;

  v_reversal := jsonb_build_object('transactionId', v_id, 'reversesId', v_top_up.id, 'kind', p_kind, 'orderId', p_order.id, 'detailId', null,
    'buyerId', p_order.buyer_id, 'sellerId', null, 'tokens', v_taken::text, 'gross', v_part::text, 'net', null, 'receiver', 'site', 'wasPending', false, 'revoked', 0,
    'subscription', null, 'balance', v_balance::text, 'receivable', v_claimed::text, 'at', p_at);
  perform ledger.finish_reversal(p_order.id, case p_kind when 'refund' then 'refunded' else 'chargedBack' end, jsonb_build_array(v_reversal), p_at);
  return jsonb_build_object('reversals', jsonb_build_array(v_reversal) || v_reversals, 'receivable', v_claimed::text);
end $$;

create or replace function ledger.reverse_order(p jsonb, p_kind text, p_claim boolean) returns jsonb language plpgsql as $$
declare
  v_at timestamptz := coalesce((p ->> 'at')::timestamptz, now());
  v_note text := coalesce(p ->> 'note', '');
  v_actor_id uuid := (p ->> 'actorId')::uuid;
  v_order_line_id uuid := (p ->> 'detailId')::uuid;
  v_amount bigint := (p ->> 'amount')::bigint;
  v_ends_access boolean := coalesce((p ->> 'endsAccess')::boolean, false);
  v_part record;
  v_order orders%rowtype;
  v_sale_id uuid;
  v_shipping_id uuid;
  v_reversals jsonb := '[]';
  v_top_up jsonb;
begin
  select * into v_order from orders where id = (p ->> 'orderId')::uuid;
  if not found then
    raise exception 'NOT_FOUND' using errcode = 'SD001';
  end if;
  -- Of one buyer, one after the other: a chargeback of a top-up reaches into other orders.
  perform pg_advisory_xact_lock(hashtext('ledger.reverse'), hashtext(v_order.buyer_id::text));
  select * into v_order from orders where id = v_order.id for update;
  if v_order.state <> 'paid' or (p_kind = 'chargeback' and v_order.method <> 'card') then
    raise exception 'ORDER_STATE' using errcode = 'SD001', detail = jsonb_build_object('state', v_order.state)::text;
  end if;
  -- Locked before the wallet, as in a settlement: the two would wait for each other otherwise.
  perform from coupons where id = v_order.coupon_id for no key update;

  if v_order.kind = 'topUp' then
    if v_amount is not null then
      perform ledger.parts_of_refund(v_order.id, null, v_amount);
    end if;
    v_top_up := ledger.reverse_top_up(v_order, p_kind, p_claim, v_at, v_note, v_actor_id, v_amount);
    v_reversals := v_top_up -> 'reversals';
  elsif v_amount is not null then
    for v_part in select * from ledger.parts_of_refund(v_order.id, v_order_line_id, v_amount) loop
      if v_part.part > 0 then
        v_reversals := v_reversals || ledger.reverse_sale(v_part.sale_id, p_kind, false, v_at, v_note, v_actor_id, v_part.part, v_ends_access);
      end if;
    end loop;
    perform ledger.finish_reversal(v_order.id, 'refunded', v_reversals, v_at);
  else
    for v_sale_id in
      select s from ledger.standing_sales(v_order.id) as s
      where v_order_line_id is null or s = (select d.transaction_id from order_lines d where d.id = v_order_line_id and d.order_id = v_order.id)
    loop
      -- Taken off by itself because nobody accepted it: only when nobody did meanwhile.
      if p ->> 'unlessAccepted' is not null and not exists (
        select from order_lines d where d.transaction_id = v_sale_id and d.delivery = 'created' and d.accept_by <= v_at for update) then
        continue;
      end if;
      -- Called off by one side: only while the seller has not accepted it.
      if p ->> 'callsOff' is not null and not exists (
        select from order_lines d where d.transaction_id = v_sale_id and d.delivery = 'created' for update) then
        raise exception 'DELIVERY_STATE' using errcode = 'SD001';
      end if;
      v_reversals := v_reversals || ledger.reverse_sale(v_sale_id, p_kind, false, v_at, v_note, v_actor_id);
    end loop;
    if v_order_line_id is not null and v_reversals <> '[]' then
      if p ->> 'callsOff' is not null then
        update order_lines set delivery = 'cancelled' where id = v_order_line_id;
      end if;
      -- The postage goes back with the last that this seller was to send of the order.
      select s.transaction_id into v_shipping_id
      from order_lines d join order_shipping s on s.order_id = d.order_id and s.seller_id = d.seller_id
      where d.id = v_order_line_id and d.product_type = 'physical'
        and not exists (select from order_lines o where o.order_id = d.order_id and o.seller_id = d.seller_id and o.product_type = 'physical'
          and o.delivery not in ('refunded', 'cancelled'))
        and s.transaction_id in (select ledger.standing_sales(d.order_id));
      if v_shipping_id is not null then
        v_reversals := v_reversals || ledger.reverse_sale(v_shipping_id, p_kind, false, v_at, v_note, v_actor_id);
      end if;
    end if;
    if v_reversals = '[]' then
      raise exception 'ORDER_STATE' using errcode = 'SD001', detail = jsonb_build_object('state', 'refunded')::text;
    end if;
    perform ledger.finish_reversal(v_order.id, case p_kind when 'refund' then 'refunded' else 'chargedBack' end, v_reversals, v_at);
  end if;
  select * into v_order from orders where id = v_order.id;
  if v_order.state = 'refunded' then
    perform ledger.return_coupon(v_order.id);
  end if;
  return jsonb_build_object('orderId', v_order.id, 'buyerId', v_order.buyer_id, 'state', v_order.state, 'method', v_order.method,
    'gateway', v_order.gateway, 'gatewayPaymentId', v_order.gateway_payment_id, 'currency', v_order.currency, 'reversals', v_reversals,
    -- What paid a debt and is taken back is owed again.
    'receivable', case v_order.kind when 'debt'
      then (select sum((r ->> 'gross')::bigint)::text from jsonb_array_elements(v_reversals) r) else coalesce(v_top_up ->> 'receivable', '0') end);
end $$;

-- Gives a paid order back, or one line of it, at once or not at all:
--   { orderId, detailId, amount, endsAccess, at, note, actorId, claim, unlessAccepted, callsOff }
-- With `amount` only a part, in what it was paid with: hundredths of a token, or of the currency by card and for a top-up.
-- A top-up only when all its tokens are still in the wallet; with `claim` (the gateway gave the money back already) as a chargeback.
create or replace function ledger.refund(p jsonb) returns jsonb
language sql security definer set search_path = ledger, public, pg_temp as $$
  select ledger.reverse_order(p, 'refund', coalesce((p ->> 'claim')::boolean, false))
$$;

-- The buyer's bank took the money back: { orderId, at, note }. See ledger.reverse_top_up for a top-up.
create or replace function ledger.charge_back(p jsonb) returns jsonb
language sql security definer set search_path = ledger, public, pg_temp as $$
  select ledger.reverse_order(p, 'chargeback', true)
$$;

revoke all on function
  ledger.debt_of(uuid),
  ledger.left_of(ledger.transactions),
  ledger.is_reversed(ledger.transactions),
  ledger.clearing_owner_of(uuid),
  ledger.reversal_lines(ledger.transactions, text, bigint, bigint, bigint),
  ledger.tokens_of_part(bigint, bigint, bigint, bigint),
  ledger.commission_of(bigint, integer),
  ledger.end_access(ledger.transactions, timestamptz),
  ledger.reverse_sale(uuid, text, boolean, timestamptz, text, uuid, bigint, boolean),
  ledger.rests_of(uuid, uuid),
  ledger.parts_of_refund(uuid, uuid, bigint),
  ledger.standing_sales(uuid),
  ledger.return_coupon(uuid),
  ledger.finish_reversal(uuid, text, jsonb, timestamptz),
  ledger.reverse_top_up(orders, text, boolean, timestamptz, text, uuid, bigint),
  ledger.reverse_order(jsonb, text, boolean),
  ledger.refund(jsonb),
  ledger.charge_back(jsonb)
from public, stagedoor_app;
grant execute on function
  ledger.debt_of(uuid),
  ledger.refund(jsonb),
  ledger.charge_back(jsonb)
to stagedoor_app;
