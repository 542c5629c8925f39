-- A clearing account and an account of fees for each card company; sales that a company pays to the performer itself.

alter table ledger.accounts drop constraint accounts_kind_check;
alter table ledger.accounts add constraint accounts_kind_check check (kind in ('wallet', 'hold', 'earningsPending', 'earningsAvailable',
  'exchangeTokens', 'exchangeCurrency', 'commission', 'promotion', 'clearing', 'gatewayFees', 'payoutTransit', 'receivable', 'adjustmentTokens',
  'adjustmentCurrency'));
-- The card company whose clearing or fees these are; its owner is `ledger.gateway_owner` of the name. Null for the bank's clearing.
alter table ledger.accounts add column gateway text;
alter table ledger.accounts add constraint accounts_gateway_check check (gateway is null or kind in ('clearing', 'gatewayFees'));

-- Payments by card posted since then are in their company's account; older ones stay where they are. Ids begin with their instant (UUIDv7).
alter table ledger.closing add column gateways_from uuid not null default uuidv7();

-- The receiver of a card payment: the site, or the performer's own account at the company. Then only the commission is posted.
alter table orders add column receiver text not null default 'site' check (receiver in ('site', 'performer'));
alter table orders add constraint orders_own_account_check check (receiver = 'site' or (method = 'card' and seller_id is not null));
alter table ledger.transactions add column receiver text not null default 'site' check (receiver in ('site', 'performer'));

-- The part of a day's net earnings that the performer got in their own account: gross, of which the commission is owed.
alter table ledger.earning_days add column own_gross_amount bigint not null default 0;
