-- Sums of closed days (UTC), derived from the journal: earnings by seller, day and kind, what each fan spent with a seller, and the balances
-- of accounts that are summed.
--
-- First `closing_before` announces up to where days will be closed: from then on, whoever posts before it locks the row of `ledger.closing`.
-- Once nobody is left who may not have seen the announcement, each day is summed under that lock, in a database transaction of its own.
-- What is posted into a closed day later (an instant is taken before it is written) is added to the sums by ledger.post itself. So the sums
-- and `closed_before` that a snapshot shows always belong together, and nothing depends on clocks.

-- Adds a transaction to the sums if its day is closed. Callers wait for each other: only stragglers come here.
create or replace function ledger.add_to_closed(p_transaction_id uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  v_closed_before timestamptz;
begin
  select c.closed_before into v_closed_before from ledger.closing c for update;
  if p_at >= v_closed_before then
    return;
  end if;
  insert into ledger.earning_days as d (seller_id, day, kind, gross_amount, commission_amount, net_amount, lines, own_gross_amount)
  select t.seller_id, (t.created_at at time zone 'UTC')::date, t.kind, x.sign * coalesce(t.gross_amount, 0),
    x.sign * coalesce(t.commission_amount, 0), x.sign * coalesce(t.net_amount, 0), 1,
    case t.receiver when 'performer' then x.sign * t.gross_amount else 0 end
  from ledger.transactions t cross join lateral (select case when t.reverses_id is null then 1 else -1 end as sign) x
  where t.id = p_transaction_id and t.seller_id is not null
  on conflict (seller_id, day, kind) do update set gross_amount = d.gross_amount + excluded.gross_amount,
    commission_amount = d.commission_amount + excluded.commission_amount, net_amount = d.net_amount + excluded.net_amount,
    lines = d.lines + excluded.lines, own_gross_amount = d.own_gross_amount + excluded.own_gross_amount;
  insert into ledger.fan_totals as f (seller_id, buyer_id, gross_amount, lines)
  select t.seller_id, t.buyer_id, coalesce(case when t.reverses_id is null then t.gross_amount else -t.gross_amount end, 0), 1
  from ledger.transactions t where t.id = p_transaction_id and t.seller_id is not null and t.buyer_id is not null
  on conflict (seller_id, buyer_id) do update set gross_amount = f.gross_amount + excluded.gross_amount, lines = f.lines + excluded.lines;
  update ledger.accounts a set closed_balance = a.closed_balance + e.amount, closed_entries = a.closed_entries + 1
  from ledger.entries e where e.transaction_id = p_transaction_id and a.id = e.account_id and a.balance is null;
end $$;

-- Takes the next step to having the days before p_until closed: announces it, or sums one day. Says `more` until it is done; `waits` while
-- a database transaction that may not have seen the announcement is open, anywhere in the cluster.
create or replace function ledger.close_days(p_until timestamptz) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_until timestamptz := date_trunc('day', p_until, 'UTC');
  v_closing ledger.closing%rowtype;
  v_first timestamptz;
  v_to timestamptz;
begin
  select * into v_closing from ledger.closing for update;
  if v_closing.closed_before = v_closing.closing_before then
    if v_until <= v_closing.closed_before then
      return 'done';
    end if;
    update ledger.closing set closing_before = v_until, closing_xid = null;
    return 'more';
  end if;
  -- A number taken after the announcement was committed. One above our own is of another cluster, from which this one was restored.
  if v_closing.closing_xid is null or v_closing.closing_xid > pg_current_xact_id() then
    update ledger.closing set closing_xid = pg_current_xact_id();
    return 'more';
  end if;
  if pg_snapshot_xmin(pg_current_snapshot()) < v_closing.closing_xid then
    return 'waits';
  end if;

  select min(t.created_at) into v_first from ledger.transactions t
  where t.created_at >= v_closing.closed_before and t.created_at < v_closing.closing_before;
  -- Days without transactions need no step of their own. 24 hours: a day of the session's time zone may have another length.
  v_to := least(date_trunc('day', v_first, 'UTC') + interval '24 hours', v_closing.closing_before);
  if v_first is not null then
    insert into ledger.earning_days (seller_id, day, kind, gross_amount, commission_amount, net_amount, lines, own_gross_amount)
    select t.seller_id, (t.created_at at time zone 'UTC')::date, t.kind,
      coalesce(sum(case when t.reverses_id is null then t.gross_amount else -t.gross_amount end), 0),
      coalesce(sum(case when t.reverses_id is null then t.commission_amount else -t.commission_amount end), 0),
      coalesce(sum(case when t.reverses_id is null then t.net_amount else -t.net_amount end), 0), count(*),
      coalesce(sum(case when t.reverses_id is null then t.gross_amount else -t.gross_amount end) filter (where t.receiver = 'performer'), 0)
    from ledger.transactions t
    where t.created_at >= v_closing.closed_before and t.created_at < v_to and t.seller_id is not null
    group by 1, 2, 3;
    insert into ledger.fan_totals as f (seller_id, buyer_id, gross_amount, lines)
    select t.seller_id, t.buyer_id, coalesce(sum(case when t.reverses_id is null then t.gross_amount else -t.gross_amount end), 0), count(*)
    from ledger.transactions t
    where t.created_at >= v_closing.closed_before and t.created_at < v_to and t.seller_id is not null and t.buyer_id is not null
    group by 1, 2
    on conflict (seller_id, buyer_id) do update set gross_amount = f.gross_amount + excluded.gross_amount, lines = f.lines + excluded.lines;
    update ledger.accounts a set closed_balance = a.closed_balance + s.amount, closed_entries = a.closed_entries + s.entries
    from (
      select e.account_id, sum(e.amount) as amount, count(*) as entries
      from ledger.transactions t join ledger.entries e on e.transaction_id = t.id
      where t.created_at >= v_closing.closed_before and t.created_at < v_to
      group by 1
    ) s
    where a.id = s.account_id and a.balance is null;
  end if;
  update ledger.closing set closed_before = v_to;
  return 'more';
end $$;

-- Forgets all sums, for instance when rows were written around ledger.post; ledger.close_days makes them anew. For the operator.
create or replace function ledger.reopen_days() returns void language plpgsql as $$
begin
  perform from ledger.closing for update;
  delete from ledger.earning_days;
  delete from ledger.fan_totals;
  update ledger.accounts set closed_balance = 0, closed_entries = 0 where closed_entries <> 0;
  update ledger.closing set closed_before = '-infinity';
end $$;

revoke all on function
  ledger.add_to_closed(uuid, timestamptz),
  ledger.close_days(timestamptz),
  ledger.reopen_days()
from public, stagedoor_app;
grant execute on function
  ledger.close_days(timestamptz)
to stagedoor_app;
