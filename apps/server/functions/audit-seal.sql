-- The chain of hashes over the log of admins' acts. The canonical text must never change: existing seals are verified with it.

-- The canonical text of an entry, which the chain hashes. Entries of the console have its name at the end; concat_ws leaves null out, so that the
-- texts of all others stay as they were before the column.
create or replace function audit_canonical(p_entry audit_log) returns text language sql stable as $$
  select concat_ws('|', p_entry.id, coalesce(p_entry.actor_id::text, ''), p_entry.action, p_entry.object_kind, coalesce(p_entry.object_id::text, ''),
    p_entry.detail, extract(epoch from p_entry.created_at)::numeric(20, 6), p_entry.via)
$$;

-- Seals committed entries in the order of their database transaction, as ledger.seal does: only those below the snapshot's xmin, because whatever
-- commits later has a higher number. Looks at entries written since the last seal: by the number of their transaction and, in a cluster that this
-- one was restored into, by their time less p_slack.
create or replace function seal_audit(p_limit integer, p_slack interval) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_position bigint;
  v_hash bytea;
  v_since uuid;
  v_xid xid8;
  v_row audit_log%rowtype;
  v_count integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('audit.seal'));
  -- Ids begin with their instant (UUIDv7).
  select position, hash, (lpad(to_hex((extract(epoch from sealed_at - p_slack) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  into v_position, v_hash, v_since from audit_seals order by position desc limit 1;
  select l.xid into v_xid from audit_seals s join audit_log l on l.id = s.entry_id order by s.position desc limit 1;
  v_position := coalesce(v_position, 0);
  v_hash := coalesce(v_hash, sha256('stagedoor.audit'));
  for v_row in
    select l.* from audit_log l
    where (l.id > coalesce(v_since, '00000000-0000-0000-0000-000000000000') or l.xid >= v_xid)
      and not exists (select from audit_seals s where s.entry_id = l.id)
      and (l.xid < pg_snapshot_xmin(pg_current_snapshot()) or l.xid >= pg_snapshot_xmax(pg_current_snapshot()))
    order by l.xid, l.id
    limit p_limit
  loop
    v_position := v_position + 1;
    v_hash := sha256(v_hash || convert_to(audit_canonical(v_row), 'UTF8'));
    insert into audit_seals (position, entry_id, hash) values (v_position, v_row.id, v_hash);
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

-- Checks that no sealed entry was changed or removed, and that no seal is missing between others.
create or replace function verify_audit() returns table (name text, ok boolean, detail text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_count bigint := 0;
  v_first text;
  v_hash bytea := sha256('stagedoor.audit');
  v_seal record;
begin
  for v_seal in select s.position, s.hash, s.entry_id, audit_canonical(l) as text
    from audit_seals s left join audit_log l on l.id = s.entry_id order by s.position
  loop
    v_count := v_count + 1;
    v_hash := sha256(v_hash || convert_to(coalesce(v_seal.text, ''), 'UTF8'));
    if v_seal.position <> v_count or v_hash <> v_seal.hash then
      v_first := v_seal.entry_id::text;
      exit;
    end if;
  end loop;
  return query select 'the audit log is unbroken', v_first is null, coalesce('first: ' || v_first, v_count || ' entries');
end $$;

revoke all on function audit_canonical(audit_log), seal_audit(integer, interval), verify_audit() from public, stagedoor_app;
grant execute on function seal_audit(integer, interval) to stagedoor_app;
