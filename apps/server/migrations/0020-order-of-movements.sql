-- Each movement of a guarded account knows the how-manieth it is. The clock doesn't tell: it is read before the account is locked, so that of two
-- payments at the same moment the later one may carry the earlier instant, and a history sorted by it contradicts its own balances.

-- `entry_count`: how many entries moved it. `linked_from`: the position from which each balance is known to follow from the one before;
-- what was written before positions existed is sorted by its instant.
alter table ledger.accounts add column entry_count bigint not null default 0;
alter table ledger.accounts add column linked_from bigint not null default 1;
alter table ledger.entries add column position bigint;

-- What is sealed doesn't change by it: positions are not hashed (ledger.canonical).
alter table ledger.entries disable trigger entries_append_only;
with placed as (
  select e.transaction_id, e.line, row_number() over (partition by e.account_id order by e.created_at, t.xid, t.id) as position
  from ledger.entries e join ledger.transactions t on t.id = e.transaction_id
  where e.balance_after is not null
)
update ledger.entries e set position = placed.position from placed where placed.transaction_id = e.transaction_id and placed.line = e.line;
alter table ledger.entries enable trigger entries_append_only;
update ledger.accounts a set entry_count = moved.entries, linked_from = moved.entries + 1
from (select e.account_id, count(*) as entries from ledger.entries e where e.position is not null group by 1) moved
where moved.account_id = a.id;

create unique index entries_position on ledger.entries (account_id, position) where position is not null;
alter table ledger.entries add constraint entries_guarded_position check ((position is null) = (balance_after is null));

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
  v_position bigint;
  v_positions bigint[] := '{}';
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
    v_position := null;
    if v_line.kind in ('wallet', 'hold') then
      update ledger.accounts set balance = balance + v_line.amount, entry_count = entry_count + 1
      where id = v_id and balance + v_line.amount >= 0
      returning balance, entry_count into v_balance, v_position;
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
    v_positions := v_positions || v_position;
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

  insert into ledger.entries (transaction_id, line, account_id, unit, amount, balance_after, position, created_at)
  select post.transaction_id, u.line, u.account_id, u.unit, u.amount, u.balance_after, u.position, p_at
  from unnest(v_accounts, v_units, v_amounts, v_after, v_positions)
    with ordinality as u(account_id, unit, amount, balance_after, position, line);

  if p_transaction ->> 'availableAt' is not null then
    insert into ledger.releases (transaction_id, due_at) values (transaction_id, (p_transaction ->> 'availableAt')::timestamptz);
  end if;
end $$;

create function ledger.verify_balances() returns table (name text, ok boolean, detail text)
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

create or replace function ledger.verify() returns table (name text, ok boolean, detail text)
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select * from ledger.verify_sales() union all select * from ledger.verify_balances() union all select * from ledger.verify_reversals()
$$;
revoke all on function ledger.verify_balances() from public;
