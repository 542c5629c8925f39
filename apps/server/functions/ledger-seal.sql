-- The chain of hashes over committed transactions. The canonical text must never change: existing seals are verified with it.

-- The canonical text of a transaction and its entries, which the chain hashes.
create or replace function ledger.canonical(p_transaction ledger.transactions) returns text language sql stable as $$
  select concat_ws('|', p_transaction.id, p_transaction.key, p_transaction.kind, p_transaction.reference_kind, p_transaction.reference_id,
    coalesce(p_transaction.buyer_id::text, ''), coalesce(p_transaction.seller_id::text, ''), coalesce(p_transaction.tokens_amount::text, ''),
    coalesce(p_transaction.gross_amount::text, ''), coalesce(p_transaction.commission_amount::text, ''), coalesce(p_transaction.net_amount::text, ''),
    extract(epoch from p_transaction.created_at)::numeric(20, 6),
    (select string_agg(concat_ws(':', e.line, e.account_id, e.unit, e.amount, coalesce(e.balance_after::text, '')), ',' order by e.line)
     from ledger.entries e where e.transaction_id = p_transaction.id))
$$;

-- Seals committed transactions in the order of their database transaction, oldest first. Only those below the
-- snapshot's xmin: whatever commits later has a higher number, so nothing can slip in before a seal. A number above the
-- snapshot's xmax is of another cluster, from which this one was restored: committed long ago.
-- Looks at what is younger than the last seal and, with p_slack before it, at what was begun then and committed since: minutes each time,
-- a day once a night.
create or replace function ledger.seal(p_limit integer, p_slack interval) returns integer
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_position bigint;
  v_hash bytea;
  v_since uuid;
  v_row ledger.transactions%rowtype;
  v_count integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('ledger.seal'));
  -- Ids begin with their instant (UUIDv7).
  select position, hash, (lpad(to_hex((extract(epoch from sealed_at - p_slack) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  into v_position, v_hash, v_since from ledger.seals order by position desc limit 1;
  v_position := coalesce(v_position, 0);
  v_hash := coalesce(v_hash, sha256('stagedoor'));
  for v_row in
    select t.* from ledger.transactions t
    where t.id > coalesce(v_since, '00000000-0000-0000-0000-000000000000')
      and not exists (select from ledger.seals s where s.transaction_id = t.id)
      and (t.xid < pg_snapshot_xmin(pg_current_snapshot()) or t.xid >= pg_snapshot_xmax(pg_current_snapshot()))
    order by t.xid, t.id
    limit p_limit
  loop
    v_position := v_position + 1;
    v_hash := sha256(v_hash || convert_to(ledger.canonical(v_row), 'UTF8'));
    insert into ledger.seals (position, transaction_id, hash) values (v_position, v_row.id, v_hash);
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

revoke all on function
  ledger.canonical(ledger.transactions),
  ledger.seal(integer, interval)
from public, stagedoor_app;
grant execute on function
  ledger.seal(integer, interval)
to stagedoor_app;
