-- Review before publishing: what was decided about an item, and whether what it holds now was approved. An item waits while its state is `review`.
create table item_reviews (
  item_id uuid primary key references items (id),
  -- Raised when it is sent for review and when what it holds changes: a decision names the one that was looked at.
  version integer not null default 1,
  -- When it was sent last.
  requested_at timestamptz not null,
  -- What it holds now was approved: it is published without another review.
  is_approved boolean not null default false,
  -- Published before, it holds what was not approved: those who bought it don't see it.
  is_withheld boolean not null default false,
  decision text check (decision in ('approved', 'rejected')),
  -- Why it was rejected.
  note text not null default '',
  decided_by uuid references accounts (id),
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((decision is null) = (decided_at is null)),
  check ((decision is not distinct from 'rejected') = (note <> ''))
);
create index items_in_review on items (id) where state = 'review';
