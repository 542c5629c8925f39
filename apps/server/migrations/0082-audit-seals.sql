-- The log of admins' acts gets a chain of hashes like the ledger's (functions/audit-seal.sql), so that a changed or removed entry is noticed.
alter table audit_log add column xid xid8 not null default pg_current_xact_id();
create index audit_log_xid on audit_log (xid);

create table audit_seals (
  position bigint primary key check (position > 0),
  -- No foreign key: an entry that was removed must leave its seal behind.
  entry_id uuid not null unique,
  hash bytea not null,
  sealed_at timestamptz not null default now()
);
-- Written by seal_audit alone.
revoke insert, update, delete on audit_seals from stagedoor_app;
