-- Review before publishing: what was decided about an item, and whether what it holds now was approved. An item waits while its state is `review`.
create table item_reviews (
  item_id uuid primary key references items (id),
  performer_id uuid not null references accounts (id),
  -- Raised when it is to be reviewed and when what is reviewed changes: a decision names the one that was looked at.
  version integer not null default 1,
  requested_at timestamptz not null,
  -- What it holds now was approved: it can be published again without a review.
  is_approved boolean not null default false,
  -- The first approval: new performers have few.
  approved_at timestamptz,
  decision text check (decision in ('approved', 'rejected')),
  reason text,
  note text not null default '',
  decided_by uuid references accounts (id),
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((decision is null) = (decided_at is null)),
  check ((decision is not distinct from 'rejected') = (reason is not null))
);
create index item_reviews_approved on item_reviews (performer_id) where approved_at is not null;
create index items_in_review on items (id) where state = 'review';
