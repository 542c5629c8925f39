-- The invariants of the ledger.

-- Checks what must hold of accounts, sales and seals; `detail` counts what was looked at or names the first that breaks it.
create or replace function ledger.verify_sales() returns table (name text, ok boolean, detail text)
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
  from ledger.transactions t
  where t.gross_amount is distinct from 0 and not (t.receiver = 'performer' and t.commission_amount = 0)
    and not exists (select from ledger.entries e where e.transaction_id = t.id);
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
    from (select t.seller_id, sum(case when t.reverses_id is null then x.net else -x.net end) as net
          -- A sale to the performer's own account left its commission to be owed to the site.
          from ledger.transactions t cross join lateral (select case t.receiver when 'performer' then -t.commission_amount else t.net_amount end as net) x
          where t.seller_id is not null group by t.seller_id) s
    full join (select a.owner_id, sum(e.amount) as balance from ledger.accounts a join ledger.entries e on e.account_id = a.id
               where a.kind in ('earningsPending', 'earningsAvailable') group by a.owner_id) b on b.owner_id = s.seller_id
    where coalesce(s.net, 0) <> coalesce(b.balance, 0) + coalesce((select sum(p.amount) from payout_requests p
      where p.performer_id = coalesce(s.seller_id, b.owner_id) and p.state in ('pending', 'approved', 'paid')), 0)
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
    and not exists (select from orders o where o.id = t.reference_id and o.state in ('paid', 'refunded', 'chargedBack')
      and (o.transaction_id = t.id or exists (select from order_lines d where d.order_id = o.id and d.transaction_id = t.id)
        or exists (select from order_shipping s where s.order_id = o.id and s.transaction_id = t.id)));
  return query select 'every transaction of an order has its paid order', v_count = 0, coalesce('first: ' || v_first, 'all');

  select count(*), min(x.id::text) into v_count, v_first
  from (
    select o.id from orders o where o.state = 'paid' and o.kind in ('feed', 'gallery', 'photo', 'video', 'message')
      and not exists (select from entitlements e where e.account_id = o.buyer_id and e.item_id = o.item_id)
    union all
    select d.order_id from order_lines d join orders o on o.id = d.order_id
    where o.state = 'paid' and d.product_type = 'digital' and d.delivery = 'delivered'
      and not exists (select from entitlements e where e.account_id = d.buyer_id and e.item_id = d.product_id)
  ) x;
  return query select 'every paid unlock gives its entitlement', v_count = 0, coalesce('first order: ' || v_first, 'all');

  select count(*), min(x.id::text) into v_count, v_first
  from (
    select o.id from orders o join order_lines d on d.order_id = o.id
    cross join lateral (select coalesce(sum(s.tokens_amount), 0) as tokens, coalesce(sum(s.money_amount), 0) as money,
      coalesce(bool_or(s.transaction_id is null), false) as unpaid from order_shipping s where s.order_id = o.id) post
    where o.state in ('paid', 'refunded', 'chargedBack')
    group by o.id, post.tokens, post.money, post.unpaid
    having sum(d.tokens_amount) + post.tokens <> o.tokens_amount or sum(d.money_amount) + post.money <> o.money_amount
      or sum(d.discount_amount) <> o.discount_amount or bool_or(d.transaction_id is null) or post.unpaid
    union all
    select o.id from orders o where o.state in ('paid', 'refunded', 'chargedBack') and o.kind = 'product'
      and not exists (select from order_lines d where d.order_id = o.id)
  ) x;
  return query select 'the details of every paid order add up to it', v_count = 0, coalesce('first order: ' || v_first, 'all');

  select count(*), min(c.id::text) into v_count, v_first
  from coupons c where c.use_count <> (select count(*) from coupon_uses u where u.coupon_id = c.id) or c.use_count > c.uses_maximum;
  return query select 'every coupon was used as often as it counts', v_count = 0, coalesce('first: ' || v_first, 'all');

  select count(*), min(l.id::text) into v_count, v_first
  from offer_links l
  where l.use_count <> (select count(*) from offer_link_uses u where u.offer_link_id = l.id and u.state = 'used')
    or l.reserved_count <> (select count(*) from offer_link_uses u join orders o on o.id = u.order_id
      where u.offer_link_id = l.id and u.state = 'reserved' and o.state = 'created' and o.offer_link_id = l.id);
  return query select 'every offer link was used and reserved as often as it counts', v_count = 0, coalesce('first: ' || v_first, 'all');

  select count(*), min(o.id::text) into v_count, v_first
  from orders o
  where o.offer_link_id is not null and o.paid_at is not null
    and not exists (select from offer_link_uses u where u.order_id = o.id and u.offer_link_id = o.offer_link_id and u.state = 'used');
  return query select 'every order paid with an offer link has used it', v_count = 0, coalesce('first order: ' || v_first, 'all');

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

-- Each guarded balance follows from the entries, and each entry's balance from the one before.
create or replace function ledger.verify_balances() returns table (name text, ok boolean, detail text)
language plpgsql stable as $$
declare
  v_count bigint;
  v_first text;
begin
  select count(*), min(x.id::text) into v_count, v_first
  from (
    select a.id from ledger.accounts a left join ledger.entries e on e.account_id = a.id
    where a.balance is not null
    group by a.id
    having a.entry_count <> count(e.position) or a.entry_count <> coalesce(max(e.position), 0)
    union
    select moved.id
    from (
      select a.id, e.position, a.linked_from, e.amount, e.balance_after,
        lag(e.balance_after, 1, 0::bigint) over (partition by e.account_id order by e.position) as balance_before
      from ledger.accounts a join ledger.entries e on e.account_id = a.id
      where e.position is not null
    ) moved
    where moved.position >= moved.linked_from and moved.balance_after <> moved.balance_before + moved.amount
  ) x;
  return query select 'every balance follows from the one before', v_count = 0,
    coalesce('first account: ' || v_first, (select count(*) from ledger.entries where position is not null) || ' movements');
end $$;

-- Returns the sales of which something was given back, and whether nothing is left. The same as ledger.is_reversed, for all of them at once.
create or replace function ledger.reversed_sales() returns table (sale_id uuid, order_id uuid, is_whole boolean, is_beyond boolean)
language sql stable as $$
  with given as materialized (
    select r.reverses_id as id, coalesce(sum(r.tokens_amount), 0)::bigint as tokens, coalesce(sum(r.gross_amount), 0)::bigint as gross,
      coalesce(sum(r.commission_amount), 0)::bigint as commission, sum(case r.kind when 'chargebackReversal' then -1 else 1 end) as standing
    from ledger.transactions r where r.reverses_id is not null group by 1
  ), sale as materialized (
    select t.id, t.reference_id, t.seller_id, t.tokens_amount, t.gross_amount, t.commission_amount, t.commission_rate,
      given.tokens, given.gross, given.commission, given.standing
    from given join ledger.transactions t on t.id = given.id
  ), paid as materialized (
    select part.sale_id as id, -sum(e.amount) as amount
    from (
      select sale.id as sale_id, sale.id from sale where sale.seller_id is null
      union all select r.reverses_id, r.id from ledger.transactions r where r.reverses_id is not null and r.seller_id is null
    ) part
    -- By each transaction: planned otherwise, all entries of the clearing account are read for each of them.
    cross join lateral (select x.account_id, x.amount from ledger.entries x where x.transaction_id = part.id offset 0) e
    join ledger.accounts a on a.id = e.account_id and a.kind = 'clearing'
    group by 1
  )
  select sale.id, sale.reference_id,
    case when sale.seller_id is null then coalesce(paid.amount, 0) = 0
      else sale.gross = sale.gross_amount and sale.tokens = coalesce(sale.tokens_amount, 0) and sale.standing > 0 end,
    coalesce(paid.amount < 0, false) or (sale.seller_id is not null and (sale.gross not between 0 and sale.gross_amount or sale.tokens > sale.tokens_amount
      or sale.commission_amount - sale.commission <> ledger.commission_of(sale.gross_amount - sale.gross, sale.commission_rate)))
  from sale left join paid on paid.id = sale.id
$$;

-- What must hold of reversals.
create or replace function ledger.verify_reversals() returns table (name text, ok boolean, detail text)
language plpgsql stable as $$
declare
  v_count bigint;
  v_first text;
begin
  with sales as materialized (select * from ledger.reversed_sales())
  select count(*), min(x.id::text) into v_count, v_first
  from (
    -- Account by account, all reversals of a sale give back no more than it took, and all of it once nothing is left. By each transaction, as above.
    select t.id
    from (
      select s.sale_id, s.sale_id as id, s.is_whole from sales s
      union all select s.sale_id, r.id, s.is_whole from sales s join ledger.transactions r on r.reverses_id = s.sale_id
    ) part
    join ledger.transactions t on t.id = part.sale_id
    cross join lateral (select x.account_id, x.amount, x.transaction_id from ledger.entries x where x.transaction_id = part.id offset 0) e
    join ledger.accounts a on a.id = e.account_id
    -- Bought tokens may be spent: what is missing in the wallet is owed then.
    where t.seller_id is not null or a.kind = 'clearing'
    -- What was pending may have been released meanwhile; what was paid from a hold is given back to the wallet.
    group by t.id, part.is_whole, case when a.kind = 'hold' then t.buyer_id else a.owner_id end,
      case when a.kind like 'earnings%' then 'earnings' when a.kind = 'hold' then 'wallet' else a.kind end
    having sum(e.amount) * sign(sum(e.amount) filter (where e.transaction_id = t.id)) < 0 or (part.is_whole and sum(e.amount) <> 0)
    union all
    select sale_id from sales where is_beyond
    union all
    select r.id from ledger.transactions r join ledger.transactions t on t.id = r.reverses_id
    where (r.buyer_id, r.seller_id, r.reference_id) is distinct from (t.buyer_id, t.seller_id, t.reference_id)
      or r.net_amount is distinct from r.gross_amount - r.commission_amount
      or t.reverses_id is not null or r.kind not in ('refund', 'chargeback', 'chargebackReversal') or r.receiver <> t.receiver
  ) x;
  return query select 'no sale is given back beyond what was paid', v_count = 0,
    coalesce('first: ' || v_first, (select count(*) from ledger.transactions where reverses_id is not null) || ' reversals');

  with reversed as materialized (select * from ledger.reversed_sales())
  select count(*), min(x.id::text) into v_count, v_first
  from (
    select o.id from orders o join ledger.transactions t on t.reference_kind = 'order' and t.reference_id = o.id and t.reverses_id is null
    left join reversed r on r.sale_id = t.id
    where o.state in ('refunded', 'chargedBack') or (o.state = 'paid' and o.id in (select order_id from reversed))
    group by o.id, o.state having (o.state = 'paid') = coalesce(bool_and(coalesce(r.is_whole, false)), false)
  ) x;
  return query select 'nothing is left of refunded and charged back orders', v_count = 0,
    coalesce('first order: ' || v_first, (select count(*) from orders where state in ('refunded', 'chargedBack')) || ' orders');

  select count(*), min(r.transaction_id::text) into v_count, v_first
  from ledger.releases r join ledger.reversed_sales() s on s.sale_id = r.transaction_id where s.is_whole;
  return query select 'nothing reversed waits to be released', v_count = 0, coalesce('first: ' || v_first, 'none');

  select count(*), min(x.id::text) into v_count, v_first
  from (
    select o.id from orders o join entitlements e on e.order_id = o.id and e.revoked_at is null
    where o.state in ('refunded', 'chargedBack')
    union all
    select d.order_id from order_lines d join ledger.reversed_sales() r on r.sale_id = d.transaction_id and r.is_whole
    where d.delivery not in ('refunded', 'cancelled')
    union all
    select d.order_id from order_lines d
    where d.delivery in ('refunded', 'cancelled') and d.paid_at is not null and not exists (select from ledger.transactions r where r.reverses_id = d.transaction_id)
  ) x;
  return query select 'what was given back gives access no more', v_count = 0, coalesce('first order: ' || v_first, 'all');

  select count(*), min(x.owner_id::text) into v_count, v_first
  from (select a.owner_id from ledger.accounts a join ledger.entries e on e.account_id = a.id where a.kind = 'receivable'
        group by a.owner_id having sum(e.amount) > 0) x;
  return query select 'nobody has paid more than they owe', v_count = 0, coalesce('first: ' || v_first, 'all');
end $$;

-- Checks card companies, and disputes that the site won.
create or replace function ledger.verify_gateways() returns table (name text, ok boolean, detail text)
language plpgsql stable as $$
declare
  v_from uuid := (select c.gateways_from from ledger.closing c);
  v_count bigint;
  v_first text;
begin
  select count(*), min(x.place) into v_count, v_first
  from (
    -- Each company's account has the payments, the refunds and the fees of its own orders, and nothing else.
    select 'account ' || a.id as place
    from ledger.accounts a
    where a.gateway is not null and (a.owner_id <> ledger.gateway_owner(a.gateway) or exists (
      select from ledger.entries e join ledger.transactions t on t.id = e.transaction_id
      left join orders o on t.reference_kind in ('order', 'fee') and o.id = t.reference_id
      where e.account_id = a.id and (t.reference_kind not in ('order', 'fee', 'gateway') or (t.kind = 'gatewayFee') <> (t.reference_kind <> 'order')
        or coalesce(o.gateway, a.gateway) <> a.gateway or (t.reference_kind <> 'gateway' and o.id is null))))
    union all
    -- Each order by card brought what it costs, in one account: the company's, or that of before there were any. What was paid to the performer's own
    -- account brought nothing.
    select 'order ' || o.id
    from orders o
    cross join lateral (
      select coalesce(sum(e.amount) filter (where t.reverses_id is null), 0) as taken, count(distinct e.account_id) as accounts,
        bool_and(e.account_id is null or a.gateway is not distinct from o.gateway or (a.gateway is null and coalesce(t.reverses_id, t.id) < v_from)) as is_own,
        bool_or(t.receiver <> o.receiver) as is_other
      from ledger.transactions t
      -- By each transaction: planned otherwise, all entries of the account are read for each of them.
      left join lateral (select x.account_id, x.amount from ledger.entries x join ledger.accounts k on k.id = x.account_id and k.kind = 'clearing'
        where x.transaction_id = t.id offset 0) e on true
      left join ledger.accounts a on a.id = e.account_id
      where t.reference_kind = 'order' and t.reference_id = o.id and (e.account_id is not null or t.reverses_id is null)
    ) c
    where o.method = 'card' and o.state in ('paid', 'refunded', 'chargedBack')
      and (c.taken <> case o.receiver when 'site' then -o.money_amount else 0 end or c.accounts > 1 or not c.is_own or c.is_other)
    union all
    select 'transaction ' || t.id
    from ledger.transactions t left join orders o on t.reference_kind = 'order' and o.id = t.reference_id
    where t.receiver = 'performer' and (coalesce(o.receiver, 'site') <> 'performer' or exists (select from ledger.releases r where r.transaction_id = t.id)
      or exists (select from ledger.entries e join ledger.accounts a on a.id = e.account_id
        where e.transaction_id = t.id and a.kind not in ('earningsAvailable', 'commission')))
    union all
    select 'transaction ' || t.id
    from ledger.transactions t
    where t.kind = 'gatewayFee' and t.key not like 'fee:' || t.item_title || ':%'
  ) x;
  return query select 'every card company’s account equals its orders and fees', v_count = 0,
    coalesce('first: ' || v_first, (select count(*) from ledger.accounts where gateway is not null) || ' accounts');

  select count(*), min(x.id::text) into v_count, v_first
  from (
    -- Chargebacks of a sale and their reversals alternate, with the same amount; the last one says the state of an order by card.
    select r.sale_id as id
    from (
      select t.reverses_id as sale_id, t.kind, t.reference_kind, t.reference_id, t.seller_id, t.gross_amount, row_number() over each as place,
        lead(t.id) over each is null as is_last, lag(t.gross_amount) over each as gross_before
      from ledger.transactions t where t.reverses_id is not null and t.kind in ('chargeback', 'chargebackReversal')
      window each as (partition by t.reverses_id order by t.id)
    ) r
    left join orders o on r.reference_kind = 'order' and o.id = r.reference_id and o.method = 'card'
    where (r.kind = 'chargeback') <> (r.place % 2 = 1) or (r.kind = 'chargebackReversal' and r.seller_id is not null and r.gross_amount is distinct from -r.gross_before)
      or (r.is_last and o.state is not null and (o.state = 'chargedBack') <> (r.kind = 'chargeback') and not (o.state = 'refunded' and r.kind = 'chargebackReversal'))
    union all
    select t.reverses_id
    from ledger.transactions t
    cross join lateral (select x.account_id, x.amount from ledger.entries x where x.transaction_id = t.id offset 0) e
    join ledger.accounts a on a.id = e.account_id and a.kind = 'clearing'
    where t.kind in ('chargeback', 'chargebackReversal') and t.reverses_id is not null
    group by t.reverses_id, t.reference_id
    having sum(e.amount) < 0
  ) x;
  return query select 'every chargeback is undone once at most', v_count = 0,
    coalesce('first: ' || v_first, (select count(*) from ledger.transactions where kind = 'chargebackReversal') || ' disputes');
end $$;

-- What must hold of payouts.
create or replace function ledger.verify_payouts() returns table (name text, ok boolean, detail text)
language plpgsql stable as $$
declare
  v_count bigint;
  v_first text;
begin
  select count(*), min(coalesce(x.owner_id, x.performer_id)::text) into v_count, v_first
  from (
    select * from (select a.owner_id, sum(e.amount) as amount from ledger.accounts a join ledger.entries e on e.account_id = a.id
      where a.kind = 'payoutTransit' group by a.owner_id) t
    full join (select r.performer_id, sum(r.amount) as open_amount from payout_requests r where r.state in ('pending', 'approved')
      group by r.performer_id) o on o.performer_id = t.owner_id
    where coalesce(t.amount, 0) <> coalesce(o.open_amount, 0)
  ) x;
  return query select 'what is in transit equals the open payouts', v_count = 0,
    coalesce('first performer: ' || v_first, (select count(*) from payout_requests where state in ('pending', 'approved')) || ' open payouts');

  select count(*), min(x.id::text) into v_count, v_first
  from (
    select r.id
    from payout_requests r
    left join ledger.transactions t on t.reference_kind = 'payout' and t.reference_id = r.id
    left join ledger.entries e on e.transaction_id = t.id
    left join ledger.accounts a on a.id = e.account_id
    group by r.id
    having coalesce(sum(e.amount) filter (where a.kind = 'earningsAvailable' and a.owner_id = r.performer_id), 0)
        <> case when r.state in ('pending', 'approved', 'paid') then -r.amount else 0 end
      or coalesce(sum(e.amount) filter (where a.kind = 'payoutTransit' and a.owner_id = r.performer_id), 0)
        <> case when r.state in ('pending', 'approved') then r.amount else 0 end
      or coalesce(sum(e.amount) filter (where a.kind = 'clearing' and a.gateway is null), 0) <> case r.state when 'paid' then r.amount - r.fee_amount else 0 end
      or coalesce(sum(e.amount) filter (where a.kind = 'commission'), 0) <> case r.state when 'paid' then r.fee_amount else 0 end
    union all
    select t.id from ledger.transactions t
    where (t.kind like 'payout%' or t.reference_kind = 'payout')
      and (t.reference_kind <> 'payout' or not exists (select from payout_requests r where r.id = t.reference_id))
  ) x;
  return query select 'every payout moved what its state says', v_count = 0,
    coalesce('first: ' || v_first, (select count(*) from payout_requests) || ' payouts');
end $$;

-- What must hold of shows that are paid by the minute.
create or replace function ledger.verify_shows() returns table (name text, ok boolean, detail text)
language plpgsql stable as $$
declare
  v_count bigint;
  v_first text;
begin
  select count(*), min(x.place) into v_count, v_first
  from (
    select format('show %s, account %s', coalesce(p.stream_id, m.stream_id), coalesce(p.account_id, m.account_id)) as place
    from stream_participants p
    full join (
      select t.reference_id as stream_id, t.buyer_id as account_id, count(*) as paid, max(split_part(t.key, ':', 4)::integer) as last
      from ledger.transactions t where t.reference_kind = 'minute' and t.reverses_id is null group by 1, 2
    ) m on m.stream_id = p.stream_id and m.account_id = p.account_id
    where p.stream_id is null or p.minutes <> coalesce(m.paid, 0) or p.minutes <> coalesce(m.last, 0)
  ) x;
  return query select 'every minute of a show was paid once', v_count = 0,
    coalesce('first: ' || v_first, (select count(*) from ledger.transactions where reference_kind = 'minute' and reverses_id is null) || ' minutes');

  select count(*), min(a.owner_id::text) into v_count, v_first
  from ledger.accounts a
  where a.kind = 'hold' and a.balance > 0
    and not exists (select from stream_requests q where q.id = a.owner_id and q.state in ('requested', 'accepted', 'active'))
    and not exists (select from stream_participants p where p.hold_id = a.owner_id and p.left_at is null);
  return query select 'tokens are held for open shows alone', v_count = 0,
    coalesce('first hold: ' || v_first, (select count(*) from ledger.accounts where kind = 'hold' and balance > 0) || ' holds');
end $$;

-- The sums of closed days are those of the journal: see ledger-closing.sql.
create or replace function ledger.verify_closed() returns table (name text, ok boolean, detail text)
language plpgsql stable as $$
declare
  v_closed_before timestamptz;
  v_count bigint;
  v_first text;
begin
  select c.closed_before into v_closed_before from ledger.closing c;
  select count(*), min(x.place) into v_count, v_first
  from (
    select format('seller %s, %s, %s', seller_id, day, kind) as place
    from ledger.earning_days d
    full join (
      select t.seller_id, (t.created_at at time zone 'UTC')::date as day, t.kind,
        sum(case when t.reverses_id is null then t.gross_amount else -t.gross_amount end) as gross_amount,
        sum(case when t.reverses_id is null then t.commission_amount else -t.commission_amount end) as commission_amount,
        sum(case when t.reverses_id is null then t.net_amount else -t.net_amount end) as net_amount, count(*) as lines,
        coalesce(sum(case when t.reverses_id is null then t.gross_amount else -t.gross_amount end) filter (where t.receiver = 'performer'), 0) as own_gross_amount
      from ledger.transactions t where t.seller_id is not null and t.created_at < v_closed_before
      group by 1, 2, 3
    ) s using (seller_id, day, kind)
    where (d.gross_amount, d.commission_amount, d.net_amount, d.lines, d.own_gross_amount)
      is distinct from (coalesce(s.gross_amount, 0), coalesce(s.commission_amount, 0), coalesce(s.net_amount, 0), s.lines, s.own_gross_amount)
    union all
    select format('seller %s, fan %s', seller_id, buyer_id)
    from ledger.fan_totals f
    full join (
      select t.seller_id, t.buyer_id, count(*) as lines,
        sum(case when t.reverses_id is null then t.gross_amount else -t.gross_amount end) as gross_amount
      from ledger.transactions t where t.seller_id is not null and t.buyer_id is not null and t.created_at < v_closed_before
      group by 1, 2
    ) s using (seller_id, buyer_id)
    where (f.gross_amount, f.lines) is distinct from (coalesce(s.gross_amount, 0), s.lines)
    union all
    select 'account ' || a.id
    from ledger.accounts a
    left join (
      select e.account_id, sum(e.amount) as amount, count(*) as entries from ledger.entries e where e.created_at < v_closed_before group by 1
    ) s on s.account_id = a.id
    where a.balance is null and (a.closed_balance, a.closed_entries) is distinct from (coalesce(s.amount, 0), coalesce(s.entries, 0))
  ) x;
  return query select 'closed days equal the ledger', v_count = 0,
    coalesce('first: ' || v_first, (select count(*) from ledger.earning_days) || ' sums');
end $$;

-- Checks every invariant, and the chain of the audit log (audit-seal.sql).
create or replace function ledger.verify() returns table (name text, ok boolean, detail text)
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select * from ledger.verify_sales() union all select * from ledger.verify_balances() union all select * from ledger.verify_reversals()
    union all select * from ledger.verify_gateways() union all select * from ledger.verify_payouts() union all select * from ledger.verify_closed() union all select * from ledger.verify_shows()
    union all select * from public.verify_audit()
$$;

revoke all on function
  ledger.verify_sales(),
  ledger.verify_balances(),
  ledger.reversed_sales(),
  ledger.verify_reversals(),
  ledger.verify_gateways(),
  ledger.verify_payouts(),
  ledger.verify_closed(),
  ledger.verify_shows(),
  ledger.verify()
from public, stagedoor_app;
grant execute on function
  ledger.verify()
to stagedoor_app;
