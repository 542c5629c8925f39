-- Payouts: what performers ask to be paid, batches in which admins pay them, and the signed statements of paid ones.

-- Payouts that an admin pays together: one file for the bank, or for PayPal.
create table payout_batches (
  id uuid primary key default uuidv7(),
  number bigint generated always as identity unique,
  method text not null check (method in ('banking', 'paypal')),
  state text not null default 'open' check (state in ('open', 'paid', 'cancelled')),
  created_by uuid not null references accounts (id),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index payout_batches_created on payout_batches (created_at desc, id desc);

-- `sealed`: the payout details as they were when they were given, encrypted (docs/domains/payouts.md); `destination` is what is shown of
-- them. `cutoff_at`: up to when the performer's earnings are on its statement. Amounts in hundredths.
create table payout_requests (
  id uuid primary key default uuidv7(),
  number bigint generated always as identity (start with 1001) unique,
  performer_id uuid not null references performers (account_id),
  state text not null default 'pending' check (state in ('pending', 'approved', 'paid', 'rejected', 'cancelled', 'returned')),
  method text not null check (method in ('banking', 'paypal')),
  destination text not null,
  sealed bytea,
  sealed_at timestamptz not null,
  amount bigint not null check (amount > fee_amount),
  fee_amount bigint not null check (fee_amount >= 0),
  currency text not null,
  note text not null default '',
  reason text not null default '',
  payment_reference text not null default '',
  revision integer not null default 0,
  batch_id uuid references payout_batches (id),
  cutoff_at timestamptz not null,
  approved_at timestamptz,
  paid_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state in ('paid', 'returned')) = (paid_at is not null)),
  check ((state in ('rejected', 'cancelled', 'returned')) = (closed_at is not null))
);
-- One at a time is on its way.
create unique index payout_requests_open on payout_requests (performer_id) where state in ('pending', 'approved');
create index payout_requests_performer on payout_requests (performer_id, created_at desc, id desc);
create index payout_requests_state on payout_requests (state, created_at, id);
create index payout_requests_batch on payout_requests (batch_id) where batch_id is not null;
create index payout_requests_created on payout_requests (created_at desc, id desc);

-- What is downloaded, to the byte; it never changes.
create table payout_statements (
  payout_id uuid primary key references payout_requests (id),
  content text not null,
  sha256 text not null,
  created_at timestamptz not null
);
