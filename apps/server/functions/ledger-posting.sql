-- The journal: accounts, transactions and their entries. Its tables are written by these functions alone.

-- Each unit of a transaction sums to zero: checked on what a statement wrote, whoever wrote it.
create or replace function ledger.check_zero_sum() returns trigger language plpgsql as $$
begin
  if exists (select from written group by transaction_id, unit having sum(amount) <> 0) then
    raise exception 'ledger: entries do not sum to zero' using errcode = 'SD900';
  end if;
  return null;
end $$;

-- Entries, transactions and seals are never changed or removed.
create or replace function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger: % is append only', tg_table_name using errcode = 'SD901';
end $$;

create or replace function ledger.unit_of(p_kind text) returns text language sql immutable parallel safe as $$
  select case when p_kind in ('wallet', 'hold', 'exchangeTokens', 'adjustmentTokens') then 'token' else 'currency' end
$$;

-- The owner of a card company's accounts, from the company's name; without a company the site, whose clearing account is the bank's.
create or replace function ledger.gateway_owner(p_name text) returns uuid language sql immutable parallel safe as $$
  select case when p_name is null then '00000000-0000-0000-0000-000000000000'::uuid else md5('gateway:' || p_name)::uuid end
$$;

-- Replaced below, with one parameter more.
drop function if exists ledger.account(text, uuid);

-- The account of a kind and owner, made when it doesn't exist; of a card company with its name.
create or replace function ledger.account(p_kind text, p_owner uuid, p_gateway text default null) returns bigint language plpgsql as $$
declare
  v_id bigint;
begin
  select id into v_id from ledger.accounts where kind = p_kind and owner_id = p_owner;
  if v_id is null then
    insert into ledger.accounts (kind, owner_id, unit, balance, gateway)
    values (p_kind, p_owner, ledger.unit_of(p_kind), case when p_kind in ('wallet', 'hold') then 0 end,
      case when p_kind in ('clearing', 'gatewayFees') and p_owner = ledger.gateway_owner(p_gateway) then p_gateway end)
    on conflict (kind, owner_id) do nothing
    returning id into v_id;
    if v_id is null then
      select id into v_id from ledger.accounts where kind = p_kind and owner_id = p_owner;
    end if;
  end if;
  return v_id;
end $$;

-- Writes one transaction and its lines; `id` names it, or one is made. Guarded accounts (those of `wallet` and `hold` carry a balance) are
-- locked in the order of their ids, so that two transactions over the same accounts can't deadlock. `gateway` is the card company whose
-- clearing and fees are meant where a line has no owner. Returns the id and what the wallet is left with.
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
  v_position bigint;
  v_positions bigint[] := '{}';
begin
  -- Accounts that are not there yet have no id and come first; their balance is theirs alone until the end.
  for v_line in
    select l.kind, l.owner, l.amount,
      -- Not a join: that would be planned for a hundred lines, and read all accounts.
      (select a.id from ledger.accounts a where a.kind = l.kind and a.owner_id = l.owner) as id
    from (
      select given.account as kind, case when given.owner is not null then given.owner
          when given.account in ('clearing', 'gatewayFees') then ledger.gateway_owner(p_transaction ->> 'gateway')
          else '00000000-0000-0000-0000-000000000000'::uuid end as owner, sum(given.amount)::bigint as amount
      from jsonb_to_recordset(p_lines) as given(account text, owner uuid, amount bigint)
      group by 1, 2
      having sum(given.amount) <> 0
    ) l
    order by 4 nulls first, l.owner, l.kind
  loop
    v_id := coalesce(v_line.id, ledger.account(v_line.kind, v_line.owner, p_transaction ->> 'gateway'));
    v_balance := null;
    v_position := null;
    if v_line.kind in ('wallet', 'hold') then
      update ledger.accounts set balance = balance + v_line.amount, entry_count = entry_count + 1
      where id = v_id and balance + v_line.amount >= 0
      returning balance, entry_count into v_balance, v_position;
      if not found then
        select balance into v_balance from ledger.accounts where id = v_id;
        raise exception 'INSUFFICIENT_TOKENS' using errcode = 'SD001',
          detail = jsonb_build_object('balance', round(v_balance / 100.0, 2), 'needed', round(-v_line.amount / 100.0, 2))::text;
      end if;
      if v_line.kind = 'wallet' then wallet_balance := v_balance; end if;
    end if;
    v_accounts := v_accounts || v_id;
    v_units := v_units || ledger.unit_of(v_line.kind);
    v_amounts := v_amounts || v_line.amount;
    v_after := v_after || v_balance;
    v_positions := v_positions || v_position;
  end loop;
  -- A sale that a coupon made free moves nothing, nor does one without commission that was paid to the performer's own account.
  if cardinality(v_accounts) = 0 and (p_transaction ->> 'gross')::bigint is distinct from 0
    and not (coalesce(p_transaction ->> 'receiver', 'site') = 'performer' and (p_transaction ->> 'commission')::bigint = 0) then
    raise exception 'ledger: a transaction needs entries' using errcode = 'SD902';
  end if;

  transaction_id := coalesce((p_transaction ->> 'id')::uuid, uuidv7());
  insert into ledger.transactions (id, key, kind, reference_kind, reference_id, buyer_id, seller_id, item_kind, item_id, item_title,
    token_value, commission_rate, tokens_amount, gross_amount, commission_amount, net_amount, reverses_id, available_at, note, actor_id, receiver, created_at)
  values (
    transaction_id, p_transaction ->> 'key', p_transaction ->> 'kind', p_transaction ->> 'referenceKind', (p_transaction ->> 'referenceId')::uuid,
    (p_transaction ->> 'buyerId')::uuid, (p_transaction ->> 'sellerId')::uuid, p_transaction ->> 'itemKind', (p_transaction ->> 'itemId')::uuid,
    p_transaction ->> 'itemTitle', (p_transaction ->> 'tokenValue')::bigint, (p_transaction ->> 'commissionRate')::integer,
    (p_transaction ->> 'tokens')::bigint, (p_transaction ->> 'gross')::bigint, (p_transaction ->> 'commission')::bigint,
    (p_transaction ->> 'net')::bigint, (p_transaction ->> 'reversesId')::uuid, (p_transaction ->> 'availableAt')::timestamptz,
    coalesce(p_transaction ->> 'note', ''), (p_transaction ->> 'actorId')::uuid, coalesce(p_transaction ->> 'receiver', 'site'), p_at);

  insert into ledger.entries (transaction_id, line, account_id, unit, amount, balance_after, position, created_at)
  select post.transaction_id, u.line, u.account_id, u.unit, u.amount, u.balance_after, u.position, p_at
  from unnest(v_accounts, v_units, v_amounts, v_after, v_positions)
    with ordinality as u(account_id, unit, amount, balance_after, position, line);

  if p_transaction ->> 'availableAt' is not null then
    insert into ledger.releases (transaction_id, due_at) values (transaction_id, (p_transaction ->> 'availableAt')::timestamptz);
  end if;

  -- Last, when this database transaction has its number: see ledger.close_days.
  if p_at < (select c.closing_before from ledger.closing c) then
    perform ledger.add_to_closed(transaction_id, p_at);
  end if;
end $$;

-- The lines of a sale whose money went to the performer's own account at the card company: the site's commission, which the performer owes.
create or replace function ledger.own_account_lines(p_seller_id uuid, p_commission bigint) returns jsonb language sql immutable as $$
  select jsonb_build_array(
    jsonb_build_object('account', 'earningsAvailable', 'owner', p_seller_id, 'amount', -p_commission),
    jsonb_build_object('account', 'commission', 'amount', p_commission))
$$;

revoke all on function
  ledger.check_zero_sum(),
  ledger.refuse_change(),
  ledger.unit_of(text),
  ledger.gateway_owner(text),
  ledger.account(text, uuid, text),
  ledger.own_account_lines(uuid, bigint),
  ledger.post(jsonb, jsonb, timestamptz)
from public, stagedoor_app;
