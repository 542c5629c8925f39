-- When the payout details in a payout's copy were last changed: a payout is held for some days after that (decision 72).

alter table payout_requests add column details_changed_at timestamptz;
-- Details that were changed since the copy was made have lost their earlier time: the copy's own is the latest it can be.
update payout_requests r set details_changed_at = coalesce((
  select d.updated_at from payout_details d where d.performer_id = r.performer_id and d.kind = r.method and d.updated_at <= r.sealed_at), r.sealed_at);
alter table payout_requests alter column details_changed_at set not null;
