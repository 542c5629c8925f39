-- Tip menus, goals in a row, and shows that an admin stopped (docs/domains/streams.md).
alter table streams
  -- What an admin wrote when stopping it; the performer reads it.
  add column end_note text not null default '',
  -- The goals after the first one, in their order: [{"title", "amount"}], amounts in hundredths of a token.
  add column next_goals jsonb not null default '[]';

-- Acts that a performer does for a tip.
create table tip_menu_acts (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references performers (account_id),
  position integer not null,
  title text not null,
  -- Hundredths of a token.
  price_amount bigint not null check (price_amount > 0),
  created_at timestamptz not null default now()
);
create index tip_menu_acts_performer on tip_menu_acts (performer_id, position);
