-- Statements of months: what was posted to a performer's available earnings in one, signed. They never change, like those of payouts.
create table monthly_statements (
  performer_id uuid not null references performers (account_id),
  -- Its first day (UTC).
  month date not null check (extract(day from month) = 1),
  content text not null,
  sha256 text not null,
  created_at timestamptz not null,
  primary key (performer_id, month)
);
