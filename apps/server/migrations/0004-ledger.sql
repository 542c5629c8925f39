-- The money kernel: double entry, integers, append only. The application may execute its functions and read
-- its tables, and write nothing here itself.

create schema ledger;
grant usage on schema ledger to stagedoor_app;

-- `wallet` and `hold` are guarded: they may not fall below zero, so they carry a balance and are locked.
-- All other accounts are appended to and summed.
create table ledger.accounts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('wallet', 'hold', 'earningsPending', 'earningsAvailable', 'exchangeTokens', 'exchangeCurrency',
    'commission', 'promotion', 'clearing', 'payoutTransit', 'receivable', 'adjustmentTokens', 'adjustmentCurrency')),
  -- Whose it is; the nil UUID for the site's own.
  owner_id uuid not null default '00000000-0000-0000-0000-000000000000',
  unit text not null check (unit in ('token', 'currency')),
  balance bigint,
  created_at timestamptz not null default now(),
  unique (kind, owner_id),
  check ((kind in ('wallet', 'hold')) = (balance is not null)),
  constraint accounts_no_overdraft check (balance >= 0)
);

create table ledger.transactions (
  id uuid primary key default uuidv7(),
  -- Never two of one key: `order:<id>`, `tip:<id>`, `minute:<session>:<participant>:<n>`.
  key text not null unique,
  kind text not null,
  reference_kind text not null,
  reference_id uuid not null,
  buyer_id uuid,
  seller_id uuid,
  item_kind text,
  item_id uuid,
  item_title text,
  -- Frozen at the sale: hundredths of the currency a token, hundredths of a per cent.
  token_value bigint,
  commission_rate integer,
  -- Tokens that left the buyer's wallet; null when money paid.
  tokens_amount bigint,
  -- Hundredths of the currency; gross = commission + net.
  gross_amount bigint,
  commission_amount bigint,
  net_amount bigint,
  reverses_id uuid references ledger.transactions (id),
  available_at timestamptz,
  note text not null default '',
  actor_id uuid,
  created_at timestamptz not null default now(),
  xid xid8 not null default pg_current_xact_id(),
  check (gross_amount is null or gross_amount = commission_amount + net_amount)
);
create index transactions_seller on ledger.transactions (seller_id, created_at desc, id desc) where seller_id is not null;
create index transactions_buyer on ledger.transactions (buyer_id, created_at desc, id desc);
create index transactions_reference on ledger.transactions (reference_id);

create table ledger.entries (
  transaction_id uuid not null references ledger.transactions (id),
  line smallint not null,
  account_id bigint not null references ledger.accounts (id),
  unit text not null check (unit in ('token', 'currency')),
  amount bigint not null check (amount <> 0),
  -- What a guarded account held after this line.
  balance_after bigint,
  created_at timestamptz not null default now(),
  primary key (transaction_id, line)
);
create index entries_account on ledger.entries (account_id, created_at desc) include (amount);

-- Earnings not yet free to be paid out; a row leaves when its release is posted.
create table ledger.releases (
  transaction_id uuid primary key references ledger.transactions (id),
  due_at timestamptz not null
);
create index releases_due on ledger.releases (due_at);

-- The hash chain over committed transactions.
create table ledger.seals (
  position bigint primary key,
  transaction_id uuid not null unique references ledger.transactions (id),
  hash bytea not null,
  sealed_at timestamptz not null default now()
);

grant select on all tables in schema ledger to stagedoor_app;

-- Each unit of a transaction sums to zero: checked on what a statement wrote, whoever wrote it.
create function ledger.check_zero_sum() returns trigger language plpgsql as $$
begin
  if exists (select from written group by transaction_id, unit having sum(amount) <> 0) then
    raise exception 'ledger: entries do not sum to zero' using errcode = 'SD900';
  end if;
  return null;
end $$;
create trigger entries_zero_sum after insert on ledger.entries
  referencing new table as written for each statement execute function ledger.check_zero_sum();

create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger: % is append only', tg_table_name using errcode = 'SD901';
end $$;
create trigger entries_append_only before update or delete or truncate on ledger.entries
  for each statement execute function ledger.refuse_change();
create trigger transactions_append_only before update or delete or truncate on ledger.transactions
  for each statement execute function ledger.refuse_change();
create trigger seals_append_only before update or delete or truncate on ledger.seals
  for each statement execute function ledger.refuse_change();

create function ledger.unit_of(p_kind text) returns text language sql immutable parallel safe as $$
  select case when p_kind in ('wallet', 'hold', 'exchangeTokens', 'adjustmentTokens') then 'token' else 'currency' end
$$;

-- The account of a kind and owner, made when it doesn't exist.
create function ledger.account(p_kind text, p_owner uuid) returns bigint language plpgsql as $$
declare
  v_id bigint;
begin
  select id into v_id from ledger.accounts where kind = p_kind and owner_id = p_owner;
  if v_id is null then
    insert into ledger.accounts (kind, owner_id, unit, balance)
    values (p_kind, p_owner, ledger.unit_of(p_kind), case when p_kind in ('wallet', 'hold') then 0 end)
    on conflict (kind, owner_id) do nothing
    returning id into v_id;
    if v_id is null then
      select id into v_id from ledger.accounts where kind = p_kind and owner_id = p_owner;
    end if;
  end if;
  return v_id;
end $$;
