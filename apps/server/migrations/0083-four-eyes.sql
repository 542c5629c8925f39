-- Payouts and new owners by two admins (settings payoutsByTwo, ownersByTwo).
alter table payout_requests add column approved_by uuid references accounts (id);
update payout_requests r set approved_by = (
  select l.actor_id from audit_log l
  where l.object_kind = 'payout' and l.object_id = r.id and l.action = 'payouts.approved'
  order by l.id desc limit 1)
where r.approved_at is not null;

-- An owner wants somebody to be an owner; another owner confirms it.
create table owner_proposals (
  account_id uuid primary key references accounts (id) on delete cascade,
  proposed_by uuid not null references accounts (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
