-- Uses of offer links: taken under a lock on the link, so that its limits hold among callers at once (docs/domains/offer-links.md).

-- Why a fan may not use a link now, as an error code; null when they may. The one place of this decision. With no fan: a visitor.
-- What a fan has reserved is theirs until its order is closed, whatever became of the link.
create or replace function offer_link_refusal(p_link offer_links, p_fan_id uuid, p_at timestamptz) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_own text;
begin
  select state into v_own from offer_link_uses where offer_link_id = p_link.id and fan_id = p_fan_id;
  return case
    when v_own = 'used' then 'OFFER_USED'
    when v_own is null and (p_link.closed_at is not null or p_link.ends_at <= p_at) then 'OFFER_ENDED'
    when p_link.only_new
      and exists (select from subscriptions where fan_id = p_fan_id and performer_id = p_link.performer_id) then 'OFFER_NOT_NEW'
    when v_own = 'reserved' then null
    when p_link.paused_at is not null then 'OFFER_PAUSED'
    when p_link.use_count + p_link.reserved_count >= p_link.uses_maximum then 'OFFER_USED_UP'
  end;
end $$;

-- Takes a fan's use of a link, or turns the fan's reserved one into a used one. A reservation belongs to the fan's latest order.
create or replace function take_offer_link(p_link_id uuid, p_fan_id uuid, p_order_id uuid, p_state text, p_at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_link offer_links%rowtype;
  v_refusal text;
  v_had integer;
begin
  -- Two links for new subscribers, used by one fan at once, are used one after the other: the second finds the subscription.
  perform pg_advisory_xact_lock(hashtext('offer_links'), hashtext(p_fan_id::text || performer_id::text)) from offer_links where id = p_link_id;
  -- Orders that name it hold its key already: a lock on that too, and they would wait for each other.
  select * into v_link from offer_links where id = p_link_id for no key update;
  if not found then
    raise exception 'OFFER_ENDED' using errcode = 'SD001';
  end if;
  v_refusal := offer_link_refusal(v_link, p_fan_id, p_at);
  if v_refusal is not null then
    raise exception '%', v_refusal using errcode = 'SD001';
  end if;
  select count(*) into v_had from offer_link_uses where offer_link_id = p_link_id and fan_id = p_fan_id;
  insert into offer_link_uses (offer_link_id, fan_id, performer_id, order_id, state, created_at, updated_at)
  values (p_link_id, p_fan_id, v_link.performer_id, p_order_id, p_state, p_at, p_at)
  on conflict (offer_link_id, fan_id) do update set order_id = excluded.order_id, state = excluded.state, updated_at = excluded.updated_at;
  update offer_links set use_count = use_count + (p_state = 'used')::int,
    reserved_count = reserved_count + (p_state = 'reserved')::int - v_had
  where id = p_link_id;
end $$;

-- An order with a link reserves a use for as long as it is open; closed unpaid, it returns it, unless a later order of the fan has taken it over.
create or replace function reserve_offer_link() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform take_offer_link(new.offer_link_id, new.buyer_id, new.id, 'reserved', new.created_at);
    return null;
  end if;
  -- The link before the use, as everywhere.
  perform from offer_links where id = new.offer_link_id for no key update;
  delete from offer_link_uses where offer_link_id = new.offer_link_id and order_id = new.id and state = 'reserved';
  if found then
    update offer_links set reserved_count = reserved_count - 1 where id = new.offer_link_id;
  end if;
  return null;
end $$;

create or replace trigger orders_reserve_offer_link after insert on orders
  for each row when (new.offer_link_id is not null and new.state = 'created') execute function reserve_offer_link();
create or replace trigger orders_release_offer_link after update of state on orders
  for each row when (new.offer_link_id is not null and old.state = 'created' and new.state in ('failed', 'cancelled', 'expired'))
  execute function reserve_offer_link();
