-- Limits that accounts set on their own spending (docs/domains/money.md). All amounts in hundredths of the site's currency.

-- The limit that holds at an instant: a raised or removed one only from then on.
create or replace function ledger.limit_at(p_amount bigint, p_next bigint, p_next_at timestamptz, p_at timestamptz) returns bigint
language sql immutable parallel safe as $$
  select case when p_next_at <= p_at then p_next else p_amount end
$$;

-- Replaced below: as rows, which become part of the statement that asks for them.
drop function if exists ledger.spent_since(uuid, timestamptz, uuid);

-- What an account spent since an instant, and since a later one: sales, from the wallet and by card, less those that were given back. With
-- p_stream_id, in that show.
create or replace function ledger.spent_since(p_account_id uuid, p_from timestamptz, p_later timestamptz, p_stream_id uuid)
returns table (spent bigint, spent_later bigint) language sql stable as $$
  select coalesce(sum(s.amount), 0)::bigint, coalesce(sum(s.amount) filter (where s.sold_at >= p_later), 0)::bigint
  from (
    select t.created_at as sold_at, t.gross_amount as amount
    from ledger.transactions t
    where t.buyer_id = p_account_id and t.created_at >= p_from and t.seller_id is not null and t.reverses_id is null
      and (p_stream_id is null or (t.item_kind = 'stream' and t.item_id = p_stream_id))
    union all
    select t.created_at, -r.gross_amount
    from ledger.transactions r join ledger.transactions t on t.id = r.reverses_id
    where r.buyer_id = p_account_id and r.created_at >= p_from and r.reverses_id is not null and t.created_at >= p_from
      and t.seller_id is not null and (p_stream_id is null or (t.item_kind = 'stream' and t.item_id = p_stream_id))
  ) s
$$;

-- What an account paid for tokens since an instant, and what is ordered of them; less what was given back.
create or replace function ledger.topped_up_since(p_account_id uuid, p_from timestamptz) returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select coalesce((
      select sum(o.money_amount - (
          select coalesce(sum(e.amount), 0) from ledger.transactions r join ledger.entries e on e.transaction_id = r.id
          join ledger.accounts a on a.id = e.account_id and a.kind = 'clearing' where r.reverses_id = o.transaction_id))
      from orders o
      -- An order can be paid for a day; a payment that was on its way may come later still.
      where o.buyer_id = p_account_id and o.created_at >= p_from - interval '7 days' and o.kind = 'topUp' and o.state = 'paid'
        and o.paid_at >= p_from), 0)::bigint
    + coalesce((
      select sum(o.money_amount) from orders o
      where o.buyer_id = p_account_id and o.state = 'created' and o.kind = 'topUp' and o.gateway is not null), 0)::bigint
$$;

drop function if exists ledger.reserved_spending(uuid, uuid, uuid);

-- What an account has promised: orders that wait for a card payment, except p_order_id, and tokens held for shows. With p_stream_id, only the
-- latter, of that show.
create or replace function ledger.promised_spending(p_account_id uuid, p_stream_id uuid, p_order_id uuid) returns table (promised bigint)
language sql stable as $$
  select coalesce((
      select sum(o.money_amount) from public.orders o
      where o.buyer_id = p_account_id and o.state = 'created' and o.kind not in ('topUp', 'debt') and o.gateway is not null
        and p_stream_id is null
        and o.id is distinct from p_order_id), 0)::bigint
    + coalesce((
      select sum((a.balance * h.token_value + 50) / 100)
      from (
        select q.id as hold_id, q.id as stream_id, q.token_value from public.stream_requests q
        where q.fan_id = p_account_id and q.state in ('requested', 'accepted', 'active')
        union
        select p.hold_id, p.stream_id, p.token_value from public.stream_participants p where p.account_id = p_account_id and p.left_at is null
      ) h
      join ledger.accounts a on a.kind = 'hold' and a.owner_id = h.hold_id
      where p_stream_id is null or h.stream_id = p_stream_id), 0)::bigint
$$;

-- What an account spent since the beginnings of a month and of a day in it, and what it has promised.
create or replace function ledger.spending_of(p_account_id uuid, p_month timestamptz, p_day timestamptz,
  out of_month bigint, out of_day bigint, out promised bigint)
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select s.spent, s.spent_later, r.promised
  from ledger.spent_since(p_account_id, p_month, p_day, null) s, ledger.promised_spending(p_account_id, null, null) r
$$;

-- What an account spent in a show, and what is held for its minutes.
create or replace function ledger.spent_in_show(p_account_id uuid, p_stream_id uuid, p_at timestamptz, out spent bigint, out reserved bigint)
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select s.spent, r.promised
  from (select coalesce((select s.created_at from streams s where s.id = p_stream_id), p_at) as begun_at) b,
    ledger.spent_since(p_account_id, b.begun_at, b.begun_at, p_stream_id) s,
    ledger.promised_spending(p_account_id, p_stream_id, null) r
$$;

-- The least that is left of an account's limits for a sale, what it has promised not counted as left; null without a limit.
create or replace function ledger.least_room(p_limits spending_limits, p_stream_id uuid, p_order_id uuid, p_at timestamptz,
  out room bigint, out kind text, out amount bigint, out until timestamptz)
language plpgsql stable as $$
declare
  v_daily bigint := ledger.limit_at(p_limits.daily_amount, p_limits.daily_next_amount, p_limits.daily_next_at, p_at);
  v_monthly bigint := ledger.limit_at(p_limits.monthly_amount, p_limits.monthly_next_amount, p_limits.monthly_next_at, p_at);
  v_limit bigint;
  v_day timestamptz := date_trunc('day', p_at, 'UTC');
  v_month timestamptz := date_trunc('month', p_at, 'UTC');
  v_spent record;
  v_left bigint;
begin
  if v_daily is not null or v_monthly is not null then
    -- All in one look; without a monthly limit, at no more than the day.
    select s.spent + r.promised as of_month, s.spent_later + r.promised as of_day into v_spent
    from ledger.spent_since(p_limits.account_id, case when v_monthly is null then v_day else v_month end, v_day, null) s,
      ledger.promised_spending(p_limits.account_id, null, p_order_id) r;
  end if;
  if v_daily is not null then
    room := greatest(0, v_daily - v_spent.of_day); kind := 'daily'; amount := v_daily; until := v_day + interval '1 day';
  end if;
  if v_monthly is not null then
    v_left := greatest(0, v_monthly - v_spent.of_month);
    -- Of two that leave the same, the one that holds longer.
    if room is null or v_left <= room then
      room := v_left; kind := 'monthly'; amount := v_monthly;
      until := (date_trunc('month', p_at at time zone 'UTC') + interval '1 month') at time zone 'UTC';
    end if;
  end if;
  v_limit := ledger.limit_at(p_limits.show_amount, p_limits.show_next_amount, p_limits.show_next_at, p_at);
  if v_limit is not null and p_stream_id is not null then
    select greatest(0, v_limit - s.spent - s.reserved) into v_left from ledger.spent_in_show(p_limits.account_id, p_stream_id, p_at) as s;
    if room is null or v_left <= room then
      room := v_left; kind := 'show'; amount := v_limit; until := null;
    end if;
  end if;
end $$;

-- Refuses what goes beyond an account's limits, and everything during its pause. Locks them, so that they hold among callers at once.
-- An account without any costs one look into an index.
create or replace function ledger.check_spending(p_account_id uuid, p_amount bigint, p_stream_id uuid, p_order_id uuid, p_at timestamptz) returns void
language plpgsql as $$
declare
  v_limits spending_limits%rowtype;
  v_room record;
begin
  select * into v_limits from spending_limits where account_id = p_account_id for no key update;
  if not found then
    return;
  end if;
  if v_limits.cool_off_until > p_at then
    raise exception 'COOL_OFF' using errcode = 'SD001', detail = jsonb_build_object('until', v_limits.cool_off_until)::text;
  end if;
  if p_amount <= 0 then
    return;
  end if;
  select * into v_room from ledger.least_room(v_limits, p_stream_id, p_order_id, p_at);
  if p_amount > v_room.room then
    raise exception 'SPENDING_LIMIT' using errcode = 'SD001', detail = jsonb_build_object('limit', v_room.kind,
      'amount', round(v_room.amount / 100.0, 2), 'left', round(v_room.room / 100.0, 2), 'until', v_room.until)::text;
  end if;
end $$;

-- The same for tokens that are bought: what is paid for them is held to the limits by itself, since the tokens count when they are spent.
create or replace function ledger.check_top_up(p_account_id uuid, p_amount bigint, p_at timestamptz) returns void language plpgsql as $$
declare
  v_limits spending_limits%rowtype;
  v_limit bigint;
  v_left bigint;
begin
  perform ledger.check_spending(p_account_id, 0, null, null, p_at);
  select * into v_limits from spending_limits where account_id = p_account_id;
  if not found then
    return;
  end if;
  v_limit := ledger.limit_at(v_limits.monthly_amount, v_limits.monthly_next_amount, v_limits.monthly_next_at, p_at);
  v_left := greatest(0, v_limit - ledger.topped_up_since(p_account_id, date_trunc('month', p_at, 'UTC')));
  -- `greatest` passes over a null.
  if v_limit is not null and p_amount > v_left then
    raise exception 'SPENDING_LIMIT' using errcode = 'SD001', detail = jsonb_build_object('limit', 'monthly', 'amount', round(v_limit / 100.0, 2),
      'left', round(v_left / 100.0, 2), 'until', (date_trunc('month', p_at at time zone 'UTC') + interval '1 month') at time zone 'UTC')::text;
  end if;
  v_limit := ledger.limit_at(v_limits.daily_amount, v_limits.daily_next_amount, v_limits.daily_next_at, p_at);
  v_left := greatest(0, v_limit - ledger.topped_up_since(p_account_id, date_trunc('day', p_at, 'UTC')));
  if v_limit is not null and p_amount > v_left then
    raise exception 'SPENDING_LIMIT' using errcode = 'SD001', detail = jsonb_build_object('limit', 'daily', 'amount', round(v_limit / 100.0, 2),
      'left', round(v_left / 100.0, 2), 'until', date_trunc('day', p_at, 'UTC') + interval '1 day')::text;
  end if;
end $$;

-- Takes the room of an order that waits for a card payment: it counts for as long as it is open, then as what was spent. What pays a debt was
-- spent before.
create or replace function ledger.reserve_order() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if new.kind = 'topUp' then
    perform ledger.check_top_up(new.buyer_id, new.money_amount, new.created_at);
  elsif new.kind <> 'debt' then
    perform ledger.check_spending(new.buyer_id, new.money_amount, null, null, new.created_at);
  end if;
  return new;
end $$;

-- What limits leave an account for a show besides what is held for it (null without a limit), and whether it pauses from buying.
create or replace function ledger.show_room(p_account_id uuid, p_stream_id uuid, p_at timestamptz, out room bigint, out is_paused boolean)
language plpgsql stable security definer set search_path = ledger, public, pg_temp as $$
declare
  v_limits spending_limits%rowtype;
begin
  is_paused := false;
  select * into v_limits from spending_limits where account_id = p_account_id;
  if found then
    is_paused := coalesce(v_limits.cool_off_until > p_at, false);
    select least.room into room from ledger.least_room(v_limits, p_stream_id, null, p_at) as least;
  end if;
end $$;

revoke all on function
  ledger.limit_at(bigint, bigint, timestamptz, timestamptz),
  ledger.spent_since(uuid, timestamptz, timestamptz, uuid),
  ledger.topped_up_since(uuid, timestamptz),
  ledger.promised_spending(uuid, uuid, uuid),
  ledger.spending_of(uuid, timestamptz, timestamptz),
  ledger.spent_in_show(uuid, uuid, timestamptz),
  ledger.least_room(spending_limits, uuid, uuid, timestamptz),
  ledger.check_spending(uuid, bigint, uuid, uuid, timestamptz),
  ledger.check_top_up(uuid, bigint, timestamptz),
  ledger.reserve_order(),
  ledger.show_room(uuid, uuid, timestamptz)
from public, stagedoor_app;
grant execute on function
  ledger.spending_of(uuid, timestamptz, timestamptz),
  ledger.topped_up_since(uuid, timestamptz),
  ledger.spent_in_show(uuid, uuid, timestamptz),
  ledger.show_room(uuid, uuid, timestamptz)
to stagedoor_app;
