-- Limits that accounts set on their own spending (docs/domains/money.md). All amounts in hundredths of the site's currency.

-- The limit that holds at an instant: a raised or removed one only from then on.
create or replace function ledger.limit_at(p_amount bigint, p_next bigint, p_next_at timestamptz, p_at timestamptz) returns bigint
language sql immutable parallel safe as $$
  select case when p_next_at <= p_at then p_next else p_amount end
$$;

-- What an account spent since an instant: sales, from the wallet and by card, less those that were given back. With p_stream_id, in that show.
create or replace function ledger.spent_since(p_account_id uuid, p_from timestamptz, p_stream_id uuid) returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select coalesce((
      select sum(t.gross_amount) from ledger.transactions t
      where t.buyer_id = p_account_id and t.created_at >= p_from and t.seller_id is not null and t.reverses_id is null
        and (p_stream_id is null or (t.item_kind = 'stream' and t.item_id = p_stream_id))), 0)::bigint
    - coalesce((
      select sum(t.gross_amount) from ledger.transactions r join ledger.transactions t on t.id = r.reverses_id
      where r.buyer_id = p_account_id and r.created_at >= p_from and r.reverses_id is not null and t.created_at >= p_from
        and t.seller_id is not null and (p_stream_id is null or (t.item_kind = 'stream' and t.item_id = p_stream_id))), 0)::bigint
$$;

-- What an account paid for tokens since an instant, and what is ordered of them; less what was given back.
create or replace function ledger.topped_up_since(p_account_id uuid, p_from timestamptz) returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select coalesce((
      select sum(o.money_amount) from orders o
      -- An order can be paid for a day; a payment that was on its way may come later still.
      where o.buyer_id = p_account_id and o.created_at >= p_from - interval '7 days' and o.kind = 'topUp' and o.state = 'paid'
        and o.paid_at >= p_from), 0)::bigint
    + coalesce((
      select sum(o.money_amount) from orders o
      where o.buyer_id = p_account_id and o.state = 'created' and o.kind = 'topUp' and o.gateway is not null), 0)::bigint
$$;

-- What an account has promised: orders that wait for a card payment, and tokens held for shows. With p_stream_id, only the latter, of that show.
-- p_order_id is not counted.
create or replace function ledger.reserved_spending(p_account_id uuid, p_stream_id uuid, p_order_id uuid) returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select coalesce((
      select sum(o.money_amount) from orders o
      where o.buyer_id = p_account_id and o.state = 'created' and o.kind not in ('topUp', 'debt') and o.gateway is not null
        and p_stream_id is null
        and o.id is distinct from p_order_id), 0)::bigint
    + coalesce((
      select sum((a.balance * h.token_value + 50) / 100)
      from (
        select q.id as hold_id, q.id as stream_id, q.token_value from stream_requests q
        where q.fan_id = p_account_id and q.state in ('requested', 'accepted', 'active')
        union
        select p.hold_id, p.stream_id, p.token_value from stream_participants p where p.account_id = p_account_id and p.left_at is null
      ) h
      join ledger.accounts a on a.kind = 'hold' and a.owner_id = h.hold_id
      where p_stream_id is null or h.stream_id = p_stream_id), 0)::bigint
$$;

-- What an account spent in a show, and what is held for its minutes.
create or replace function ledger.spent_in_show(p_account_id uuid, p_stream_id uuid, p_at timestamptz, out spent bigint, out reserved bigint)
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select ledger.spent_since(p_account_id, coalesce((select s.created_at from streams s where s.id = p_stream_id), p_at), p_stream_id),
    ledger.reserved_spending(p_account_id, p_stream_id, null)
$$;

-- The least that is left of an account's limits for a sale, what it has promised not counted as left; null without a limit.
create or replace function ledger.least_room(p_limits spending_limits, p_stream_id uuid, p_order_id uuid, p_at timestamptz,
  out room bigint, out kind text, out amount bigint, out until timestamptz)
language plpgsql stable as $$
declare
  v_limit bigint;
  v_reserved bigint;
  v_left bigint;
  v_until timestamptz;
begin
  v_limit := ledger.limit_at(p_limits.daily_amount, p_limits.daily_next_amount, p_limits.daily_next_at, p_at);
  if v_limit is not null then
    v_reserved := ledger.reserved_spending(p_limits.account_id, null, p_order_id);
    v_left := greatest(0, v_limit - v_reserved - ledger.spent_since(p_limits.account_id, date_trunc('day', p_at, 'UTC'), null));
    room := v_left; kind := 'daily'; amount := v_limit; until := date_trunc('day', p_at, 'UTC') + interval '1 day';
  end if;
  v_limit := ledger.limit_at(p_limits.monthly_amount, p_limits.monthly_next_amount, p_limits.monthly_next_at, p_at);
  if v_limit is not null then
    v_until := (date_trunc('month', p_at at time zone 'UTC') + interval '1 month') at time zone 'UTC';
    v_reserved := coalesce(v_reserved, ledger.reserved_spending(p_limits.account_id, null, p_order_id));
    v_left := greatest(0, v_limit - v_reserved - ledger.spent_since(p_limits.account_id, date_trunc('month', p_at, 'UTC'), null));
    -- Of two that leave the same, the one that holds longer.
    if room is null or v_left <= room then
      room := v_left; kind := 'monthly'; amount := v_limit; until := v_until;
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
  ledger.spent_since(uuid, timestamptz, uuid),
  ledger.topped_up_since(uuid, timestamptz),
  ledger.reserved_spending(uuid, uuid, uuid),
  ledger.spent_in_show(uuid, uuid, timestamptz),
  ledger.least_room(spending_limits, uuid, uuid, timestamptz),
  ledger.check_spending(uuid, bigint, uuid, uuid, timestamptz),
  ledger.check_top_up(uuid, bigint, timestamptz),
  ledger.reserve_order(),
  ledger.show_room(uuid, uuid, timestamptz)
from public, stagedoor_app;
grant execute on function
  ledger.spent_since(uuid, timestamptz, uuid),
  ledger.topped_up_since(uuid, timestamptz),
  ledger.reserved_spending(uuid, uuid, uuid),
  ledger.spent_in_show(uuid, uuid, timestamptz),
  ledger.show_room(uuid, uuid, timestamptz)
to stagedoor_app;
