-- Performers' own accounts at card companies, as payments were made with them: renewals, refunds, cancellations and callbacks of a sale need the
-- account that it began with, also after the performer has entered another.
create table own_card_accounts (
  id uuid primary key default uuidv7(),
  gateway text not null,
  -- The company's public number of the account: a sub-account of CCBill, a shop of Verotel.
  number text not null,
  performer_id uuid not null references accounts,
  -- Form and key, sealed. The newest row of a performer's number counts first; the company may still sign with an older key.
  sealed bytea not null,
  created_at timestamptz not null
);
create index own_card_accounts_number on own_card_accounts (gateway, number, performer_id, id desc);
create index own_card_accounts_performer on own_card_accounts (performer_id);

-- Notices of refunds name the sale or the payment.
create index gateway_refunds_sale on gateway_refunds (gateway, sale_id) where sale_id is not null;
create index gateway_refunds_payment on gateway_refunds (gateway, payment_id);

-- Null for payments to the site's own account.
alter table orders add column gateway_account text;
alter table orders add constraint orders_gateway_account_check check (gateway_account is null or seller_id is not null);
