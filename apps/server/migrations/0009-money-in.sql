-- Money in: everything that is sold, orders with details, coupons, gifts and emoji, subscriptions that renew, and the settlement of an
-- order that has several sellers.

-- What is sold besides feeds; what each costs and who may see it is in `items`, by the same id.

create table galleries (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references performers (account_id),
  title text not null,
  description text not null default '',
  state text not null default 'draft' check (state in ('draft', 'active', 'taken-down', 'deleted')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index galleries_performer on galleries (performer_id, id desc);

create table photos (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references performers (account_id),
  gallery_id uuid references galleries (id),
  file_id uuid references files (id),
  title text not null default '',
  description text not null default '',
  state text not null default 'draft' check (state in ('draft', 'active', 'taken-down', 'deleted')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index photos_performer on photos (performer_id, id desc);
create index photos_gallery on photos (gallery_id);

create table videos (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references performers (account_id),
  file_id uuid references files (id),
  teaser_file_id uuid references files (id),
  title text not null,
  description text not null default '',
  state text not null default 'draft' check (state in ('draft', 'active', 'taken-down', 'deleted')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index videos_performer on videos (performer_id, id desc);

create table products (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references performers (account_id),
  type text not null check (type in ('physical', 'digital')),
  name text not null,
  description text not null default '',
  -- How many are left; null when there is no end to them. Digital ones have no end.
  stock integer check (stock >= 0),
  -- What a buyer of a digital one downloads.
  file_id uuid references files (id),
  image_file_id uuid references files (id),
  state text not null default 'draft' check (state in ('draft', 'active', 'taken-down', 'deleted')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (type = 'physical' or stock is null)
);
create index products_performer on products (performer_id, id desc);

-- Coupons are the site's.
create table coupons (
  id uuid primary key default uuidv7(),
  -- As it is typed, in capitals.
  code text not null unique check (code = upper(code)),
  name text not null default '',
  -- Hundredths of a per cent, or hundredths of a token.
  percent integer check (percent between 1 and 10000),
  amount bigint check (amount > 0),
  -- Of what: kinds of items.
  item_kinds text[] not null check (cardinality(item_kinds) > 0 and item_kinds <@ array['product', 'feed', 'video', 'gallery']),
  starts_at timestamptz,
  ends_at timestamptz,
  uses_maximum integer check (uses_maximum > 0),
  uses_per_account integer check (uses_per_account > 0),
  use_count integer not null default 0,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((percent is null) <> (amount is null))
);

create table coupon_uses (
  order_id uuid primary key references orders (id),
  coupon_id uuid not null references coupons (id),
  account_id uuid not null references accounts (id),
  -- Hundredths of a token that were taken off.
  discount_amount bigint not null check (discount_amount > 0),
  created_at timestamptz not null default now()
);
create index coupon_uses_account on coupon_uses (coupon_id, account_id);

-- A gift is a performer's own, or the site's when it names none.
create table gifts (
  id uuid primary key default uuidv7(),
  performer_id uuid references performers (account_id),
  name text not null,
  -- Hundredths of a token.
  price_amount bigint not null check (price_amount > 0),
  price_version integer not null default 1,
  -- Its picture: an address of ours for what came with the product, or a file.
  image_file_id uuid references files (id),
  image text,
  animation text not null default 'float' check (animation in ('float', 'burst', 'shower', 'spotlight')),
  position integer not null default 0,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index gifts_performer on gifts (performer_id, position) where deleted_at is null;

create table emojis (
  id uuid primary key default uuidv7(),
  -- What is written in a chat between colons.
  code text not null unique check (code ~ '^[a-z0-9_-]{2,32}$'),
  name text not null,
  symbol text not null,
  -- Hundredths of a token; null for those that cost nothing.
  price_amount bigint check (price_amount > 0),
  price_version integer not null default 1,
  position integer not null default 0,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check check (purpose in (
  'avatar', 'cover', 'document', 'feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'welcomeVideo', 'recording', 'branding', 'promo', 'gift',
  'productFile', 'productImage'));

-- A gift or an emoji given during a show is told in its chat, as a tip is.
alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind in ('text', 'tip', 'gift', 'emoji'));
alter table messages drop constraint messages_check;
-- What was given, as it was then; `tip_amount` is what was paid for all of it.
alter table messages add column gift jsonb;
alter table messages add constraint messages_paid_check
  check ((kind <> 'text') = (transaction_id is not null and tip_amount is not null) and (kind in ('gift', 'emoji')) = (gift is not null));
drop index messages_tips;
create index messages_tips on messages (conversation_id, sender_id) include (tip_amount) where tip_amount is not null;

-- Orders.

alter table orders drop constraint orders_kind_check;
alter table orders add constraint orders_kind_check
  check (kind in ('topUp', 'subscription', 'renewal', 'feed', 'gallery', 'photo', 'video', 'product', 'message', 'tip', 'gift', 'emoji'));
alter table orders add column coupon_id uuid references coupons (id);
-- Hundredths of a token that a coupon takes off; `tokens_amount` is what is left to pay.
alter table orders add column discount_amount bigint not null default 0 check (discount_amount >= 0);
-- Where what is sent by post goes, sealed: names and addresses are for seller and buyer alone.
alter table orders add column delivery_address bytea;

-- How often each gift and emoji was given.
create index orders_gifts on orders ((detail ->> 'giftId')) where kind in ('gift', 'emoji');

-- One kind of product of an order of products: its seller, its price, its delivery, its transaction.
create table order_details (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders (id),
  line smallint not null,
  buyer_id uuid not null references accounts (id),
  seller_id uuid not null references accounts (id),
  product_id uuid not null references products (id),
  product_type text not null check (product_type in ('physical', 'digital')),
  title text not null,
  price_version integer not null,
  quantity integer not null check (quantity > 0),
  -- Hundredths of a token, each; then for all, after the discount.
  unit_amount bigint not null check (unit_amount > 0),
  discount_amount bigint not null default 0 check (discount_amount >= 0),
  tokens_amount bigint not null check (tokens_amount > 0),
  -- Hundredths of the currency.
  money_amount bigint not null check (money_amount > 0),
  commission_rate integer not null,
  transaction_id uuid unique,
  delivery text not null default 'created'
    check (delivery in ('created', 'processing', 'shipped', 'delivered', 'cancelled', 'refunded')),
  -- Who carries it and by what number, as the seller says.
  shipping_note text not null default '',
  paid_at timestamptz,
  -- When it refunds itself because nobody accepted it.
  accept_by timestamptz,
  shipped_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (order_id, line)
);
create index order_details_seller on order_details (seller_id, id desc) where paid_at is not null;
create index order_details_buyer on order_details (buyer_id, id desc) where paid_at is not null;
create index order_details_waiting on order_details (accept_by) where delivery = 'created' and accept_by is not null;

-- Subscriptions that renew.

-- Days a first subscription costs nothing; zero for none.
alter table performers add column trial_days smallint not null default 0 check (trial_days between 0 and 90);

-- `price_amount` is what the fan has agreed to: a raised price reaches nobody who hasn't. `expires_at` ends access; what was paid for ends at `paid_until`. In the days between, a renewal that failed is tried again.
alter table subscriptions add column paid_until timestamptz;
update subscriptions set paid_until = expires_at;
alter table subscriptions alter column paid_until set not null;
alter table subscriptions add column is_trial boolean not null default false;
-- A trial is given once; this outlives the subscription.
alter table subscriptions add column trial_used_at timestamptz;
alter table subscriptions add column renewal_attempts smallint not null default 0;
alter table subscriptions add column next_attempt_at timestamptz;
alter table subscriptions add column reminded_at timestamptz;
-- The gateway's own name of what it renews.
alter table subscriptions add column gateway text;
alter table subscriptions add column gateway_subscription_id text;
create index subscriptions_due on subscriptions (next_attempt_at) where next_attempt_at is not null;
create unique index subscriptions_gateway on subscriptions (gateway, gateway_subscription_id) where gateway_subscription_id is not null;

-- Settles an order, whole or not at all:
--   idempotency { accountId, route, key, inputHash }   the first answer is kept with the key
--   order { id } an open order to pay, or { create: {…} } a new one
--   coupon { id, accountId, discount }                  used once more, within its bounds
--   sales [ {                                           one, or one for each detail of an order of products
--     price { source: item | performer | gift | emoji, id, version }   the version the buyer saw
--     entitlement { accountId, itemId, itemKind }       once per buyer and item
--     subscription { fanId, performerId, type, renewsBy, price, expiresAt, nextAttemptAt, isTrial }, or
--       { renews: id, paidUntil, expiresAt, price, nextAttemptAt } of one that was paid until then
--     detail { line, … }                                a detail of the order; with stock, as many are taken from it
--     transaction, lines                                see ledger.post
--     event { name, payload }                           its outbox row
--   } ]
drop function ledger.settle(jsonb);
create function ledger.settle(p jsonb) returns jsonb
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
  v_first_id uuid;
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
    perform ledger.check_price(v_sale -> 'price');
  end loop;

  if v_create is not null then
    insert into orders (kind, buyer_id, seller_id, item_kind, item_id, item_title, detail, price_version, tokens_amount, money_amount, currency,
      token_value, commission_rate, buyer_country, method, state, coupon_id, discount_amount, delivery_address, created_at, updated_at, paid_at)
    values (v_create ->> 'kind', (v_create ->> 'buyerId')::uuid, (v_create ->> 'sellerId')::uuid, v_create ->> 'itemKind', (v_create ->> 'itemId')::uuid,
      coalesce(v_create ->> 'itemTitle', ''), coalesce(v_create -> 'detail', '{}'), (v_create ->> 'priceVersion')::integer, (v_create ->> 'tokens')::bigint,
      (v_create ->> 'money')::bigint, v_create ->> 'currency', (v_create ->> 'tokenValue')::bigint,
      (p -> 'sales' -> 0 -> 'transaction' ->> 'commissionRate')::integer, v_create ->> 'buyerCountry', v_create ->> 'method',
      'paid', (v_coupon ->> 'id')::uuid, coalesce((v_coupon ->> 'discount')::bigint, 0), decode(v_create ->> 'deliveryAddress', 'hex'), v_at, v_at, v_at)
    returning id into v_order_id;
  end if;

  if v_coupon is not null then
    perform ledger.use_coupon(v_coupon, v_order_id, v_at);
  end if;

  for v_sale in select value from jsonb_array_elements(p -> 'sales') loop
    select post.transaction_id, post.wallet_balance into v_transaction_id, v_left from ledger.post(
      v_sale -> 'transaction' || jsonb_build_object('referenceKind', 'order', 'referenceId', v_order_id,
        'key', 'order:' || v_order_id || coalesce(':' || (v_sale -> 'detail' ->> 'line'), '')),
      v_sale -> 'lines', v_at) as post;
    v_first_id := coalesce(v_first_id, v_transaction_id);
    v_balance := coalesce(v_left, v_balance);
    if v_sale -> 'detail' is not null and v_sale -> 'detail' <> 'null' then
      perform ledger.sell_detail(v_sale -> 'detail', v_order_id, v_transaction_id, v_at);
    end if;
    perform ledger.give(v_sale, v_order_id, v_at);
    insert into outbox (event, payload, created_at)
    values (v_sale -> 'event' ->> 'name', coalesce(v_sale -> 'event' -> 'payload', '{}') || jsonb_build_object('transactionId', v_transaction_id,
      'orderId', v_order_id, 'balance', v_balance::text, 'at', v_at), v_at);
  end loop;

  if v_create is not null then
    update orders set transaction_id = v_first_id where id = v_order_id;
  else
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

-- Refuses a price that is no longer the one the buyer saw.
create function ledger.check_price(p_price jsonb) returns void language plpgsql as $$
declare
  v_id uuid := (p_price ->> 'id')::uuid;
  v_version integer;
begin
  if p_price is null or p_price = 'null' then
    return;
  end if;
  case p_price ->> 'source'
    when 'item' then select price_version into v_version from items where id = v_id and on_sale;
    when 'performer' then select price_version into v_version from performers where account_id = v_id and state = 'approved';
    when 'gift' then select price_version into v_version from gifts where id = v_id and active and deleted_at is null;
    when 'emoji' then select price_version into v_version from emojis where id = v_id and active;
  end case;
  if v_version is distinct from (p_price ->> 'version')::integer then
    raise exception '%', case when v_version is null then 'NOT_FOR_SALE' else 'PRICE_CHANGED' end using errcode = 'SD001';
  end if;
end $$;

-- Uses a coupon once more; its row is locked, so that its bounds hold among callers at once.
create function ledger.use_coupon(p_coupon jsonb, p_order_id uuid, p_at timestamptz) returns void language plpgsql as $$
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

-- A paid detail of an order: taken from the stock, written or marked as paid. Earnings of what is sent by post wait for its delivery.
create function ledger.sell_detail(p_detail jsonb, p_order_id uuid, p_transaction_id uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  v_product products%rowtype;
  v_quantity integer := (p_detail ->> 'quantity')::integer;
  v_delivery text;
begin
  update products set stock = stock - v_quantity
  where id = (p_detail ->> 'productId')::uuid and (stock is null or stock >= v_quantity)
  returning * into v_product;
  if not found then
    raise exception 'OUT_OF_STOCK' using errcode = 'SD001', detail = jsonb_build_object('productId', p_detail ->> 'productId')::text;
  end if;
  v_delivery := case v_product.type when 'digital' then 'delivered' else 'created' end;
  insert into order_details (order_id, line, buyer_id, seller_id, product_id, product_type, title, price_version, quantity, unit_amount,
    discount_amount, tokens_amount, money_amount, commission_rate, transaction_id, delivery, paid_at, accept_by, delivered_at, created_at, updated_at)
  values (p_order_id, (p_detail ->> 'line')::smallint, (p_detail ->> 'buyerId')::uuid, (p_detail ->> 'sellerId')::uuid, v_product.id, v_product.type,
    p_detail ->> 'title', (p_detail ->> 'priceVersion')::integer, v_quantity, (p_detail ->> 'unitAmount')::bigint, (p_detail ->> 'discount')::bigint,
    (p_detail ->> 'tokens')::bigint, (p_detail ->> 'money')::bigint, (p_detail ->> 'commissionRate')::integer, p_transaction_id, v_delivery, p_at,
    case when v_product.type = 'physical' then (p_detail ->> 'acceptBy')::timestamptz end,
    case when v_product.type = 'digital' then p_at end, p_at, p_at)
  on conflict (order_id, line) do update set transaction_id = excluded.transaction_id, delivery = excluded.delivery, paid_at = excluded.paid_at,
    accept_by = excluded.accept_by, delivered_at = excluded.delivered_at, updated_at = excluded.updated_at;
  if v_product.type = 'physical' then
    insert into ledger.releases (transaction_id, due_at) values (p_transaction_id, 'infinity')
    on conflict (transaction_id) do update set due_at = excluded.due_at;
  end if;
end $$;

-- What a sale gives its buyer: an item for good, or a subscription begun or renewed.
create function ledger.give(p_sale jsonb, p_order_id uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  v_entitlement jsonb := nullif(p_sale -> 'entitlement', 'null');
  v_subscription jsonb := nullif(p_sale -> 'subscription', 'null');
begin
  if v_entitlement is not null then
    insert into entitlements (account_id, item_id, item_kind, source, order_id, created_at)
    values ((v_entitlement ->> 'accountId')::uuid, (v_entitlement ->> 'itemId')::uuid, v_entitlement ->> 'itemKind', 'purchase', p_order_id, p_at)
    on conflict (account_id, item_id) do update set revoked_at = null, order_id = excluded.order_id, created_at = excluded.created_at
      where entitlements.revoked_at is not null;
    if not found then
      raise exception 'ALREADY_PURCHASED' using errcode = 'SD001';
    end if;
  end if;

  if v_subscription ->> 'renews' is not null then
    -- Only from the end it was renewed from: of two renewals of one period, one finds it moved.
    update subscriptions set paid_until = (v_subscription ->> 'expiresAt')::timestamptz, expires_at = (v_subscription ->> 'expiresAt')::timestamptz,
      price_amount = (v_subscription ->> 'price')::bigint, next_attempt_at = (v_subscription ->> 'nextAttemptAt')::timestamptz,
      order_id = p_order_id, renewal_attempts = 0, reminded_at = null, is_trial = false, updated_at = p_at
    where id = (v_subscription ->> 'renews')::uuid and paid_until = (v_subscription ->> 'paidUntil')::timestamptz;
    if not found then
      raise exception 'ALREADY_SUBSCRIBED' using errcode = 'SD001';
    end if;
  elsif v_subscription is not null then
    insert into subscriptions as s (fan_id, performer_id, type, state, renews_by, price_amount, order_id, started_at, expires_at, paid_until,
      next_attempt_at)
    values ((v_subscription ->> 'fanId')::uuid, (v_subscription ->> 'performerId')::uuid, v_subscription ->> 'type', 'active',
      v_subscription ->> 'renewsBy', (v_subscription ->> 'price')::bigint, p_order_id, p_at, (v_subscription ->> 'expiresAt')::timestamptz,
      (v_subscription ->> 'expiresAt')::timestamptz, (v_subscription ->> 'nextAttemptAt')::timestamptz)
    on conflict (fan_id, performer_id) do update set type = excluded.type, state = 'active', renews_by = excluded.renews_by,
      price_amount = excluded.price_amount, order_id = excluded.order_id, started_at = excluded.started_at, expires_at = excluded.expires_at,
      paid_until = excluded.paid_until, next_attempt_at = excluded.next_attempt_at, renewal_attempts = 0, reminded_at = null, is_trial = false,
      gateway = null, gateway_subscription_id = null, cancelled_at = null, updated_at = p_at
      -- A free one or a trial may become a paid one before it ends.
      where s.expires_at <= p_at or s.price_amount = 0 or s.is_trial;
    if not found then
      raise exception 'ALREADY_SUBSCRIBED' using errcode = 'SD001';
    end if;
  end if;
end $$;

-- When the earnings of a sale are free: what is sent by post, some days after its delivery.
create function ledger.set_release(p_transaction_id uuid, p_due_at timestamptz) returns boolean
language sql security definer set search_path = ledger, public, pg_temp as $$
  update ledger.releases set due_at = p_due_at where transaction_id = p_transaction_id returning true
$$;

-- Checks every invariant; `detail` counts what was looked at or names the first that breaks it.
create or replace function ledger.verify() returns table (name text, ok boolean, detail text)
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
    and not exists (select from orders o where o.id = t.reference_id and o.state in ('paid', 'refunded', 'chargedBack')
      and (o.transaction_id = t.id or exists (select from order_details d where d.order_id = o.id and d.transaction_id = t.id)));
  return query select 'every transaction of an order has its paid order', v_count = 0, coalesce('first: ' || v_first, 'all');

  select count(*), min(x.id::text) into v_count, v_first
  from (
    select o.id from orders o where o.state = 'paid' and o.kind in ('feed', 'gallery', 'photo', 'video', 'message')
      and not exists (select from entitlements e where e.account_id = o.buyer_id and e.item_id = o.item_id)
    union all
    select d.order_id from order_details d join orders o on o.id = d.order_id
    where o.state = 'paid' and d.product_type = 'digital' and d.delivery = 'delivered'
      and not exists (select from entitlements e where e.account_id = d.buyer_id and e.item_id = d.product_id)
  ) x;
  return query select 'every paid unlock gives its entitlement', v_count = 0, coalesce('first order: ' || v_first, 'all');

  select count(*), min(x.id::text) into v_count, v_first
  from (
    select o.id from orders o join order_details d on d.order_id = o.id
    where o.state in ('paid', 'refunded', 'chargedBack')
    group by o.id
    having sum(d.tokens_amount) <> o.tokens_amount or sum(d.money_amount) <> o.money_amount or sum(d.discount_amount) <> o.discount_amount
      or bool_or(d.transaction_id is null)
    union all
    select o.id from orders o where o.state in ('paid', 'refunded', 'chargedBack') and o.kind = 'product'
      and not exists (select from order_details d where d.order_id = o.id)
  ) x;
  return query select 'the details of every paid order add up to it', v_count = 0, coalesce('first order: ' || v_first, 'all');

  select count(*), min(c.id::text) into v_count, v_first
  from coupons c where c.use_count <> (select count(*) from coupon_uses u where u.coupon_id = c.id) or c.use_count > c.uses_maximum;
  return query select 'every coupon was used as often as it counts', v_count = 0, coalesce('first: ' || v_first, 'all');

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
grant execute on function ledger.settle(jsonb), ledger.set_release(uuid, timestamptz) to stagedoor_app;
grant execute on function ledger.release_due(timestamptz, integer), ledger.seal(integer), ledger.verify() to stagedoor_app;
-- Written by the ledger's functions alone.
revoke insert, update, delete on coupon_uses from stagedoor_app;
