-- Fees that a card company keeps of the payments it takes.

-- Books a fee, or with an amount below zero one that was given back, once: { gateway, key, orderId (may be null), amount, at }.
-- Answers whether it was new.
create or replace function ledger.post_gateway_fee(p jsonb) returns boolean
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_gateway text := p ->> 'gateway';
  v_key text := 'fee:' || v_gateway || ':' || (p ->> 'key');
  v_order_id uuid := (p ->> 'orderId')::uuid;
  v_amount bigint := (p ->> 'amount')::bigint;
begin
  if v_amount = 0 then
    return false;
  end if;
  -- Two notices of one fee at once: the second finds it.
  perform pg_advisory_xact_lock(hashtext('ledger.gatewayFee'), hashtext(v_key));
  if exists (select from ledger.transactions t where t.key = v_key) then
    return false;
  end if;
  if v_order_id is not null and not exists (select from orders o where o.id = v_order_id and o.gateway = v_gateway) then
    raise exception 'NOT_FOUND' using errcode = 'SD001';
  end if;
  perform ledger.post(
    jsonb_build_object('key', v_key, 'kind', 'gatewayFee', 'referenceKind', case when v_order_id is null then 'gateway' else 'fee' end,
      'referenceId', coalesce(v_order_id, ledger.gateway_owner(v_gateway)), 'itemTitle', v_gateway, 'gateway', v_gateway),
    jsonb_build_array(
      jsonb_build_object('account', 'clearing', 'amount', v_amount),
      jsonb_build_object('account', 'gatewayFees', 'amount', -v_amount)),
    (p ->> 'at')::timestamptz);
  return true;
end $$;

revoke all on function
  ledger.post_gateway_fee(jsonb)
from public, stagedoor_app;
grant execute on function
  ledger.post_gateway_fee(jsonb)
to stagedoor_app;
