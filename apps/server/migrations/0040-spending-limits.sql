-- Limits that fans set themselves on what they spend, and their pauses from buying.

-- Amounts in hundredths of the site's currency; null: no limit. `*_next_amount` takes effect at `*_next_at`, null: the limit is removed then.
create table spending_limits (
  account_id uuid primary key references accounts (id),
  daily_amount bigint check (daily_amount > 0),
  daily_next_amount bigint check (daily_next_amount > 0),
  daily_next_at timestamptz,
  monthly_amount bigint check (monthly_amount > 0),
  monthly_next_amount bigint check (monthly_next_amount > 0),
  monthly_next_at timestamptz,
  show_amount bigint check (show_amount > 0),
  show_next_amount bigint check (show_next_amount > 0),
  show_next_at timestamptz,
  cool_off_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (daily_next_at is not null or daily_next_amount is null),
  check (monthly_next_at is not null or monthly_next_amount is null),
  check (show_next_at is not null or show_next_amount is null)
);

-- What an account has open: orders that wait for a card payment, seats in shows. Only created orders are in the first.
create index orders_waiting on orders (buyer_id) where state = 'created';
create index stream_participants_present on stream_participants (account_id) where left_at is null;

alter table stream_participants drop constraint stream_participants_left_reason_check;
alter table stream_participants add constraint stream_participants_left_reason_check
  check (left_reason in ('left', 'ended', 'outOfTokens', 'limitReached', 'removed'));

-- An order for a card payment takes its room when it is made; its body is in functions/ledger-limits.sql.
create function ledger.reserve_order() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger orders_reserve before insert on orders for each row
  when (new.state = 'created' and new.gateway is not null and new.kind <> 'renewal')
  execute function ledger.reserve_order();
