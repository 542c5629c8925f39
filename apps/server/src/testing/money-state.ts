import { sql } from 'kysely';
import type { TestApp } from './test-app.ts';

/** Figures that money calls change: sums of tokens and money, and counts. */
export type MoneyState = Record<
  | 'transactions'
  | 'created'
  | 'paid'
  | 'failed'
  | 'cancelled'
  | 'refunded'
  | 'chargedBack'
  | 'items'
  | 'subscriptions'
  | 'wallets'
  | 'clearing'
  | 'owed'
  | 'couponUses'
  | 'stock'
  | 'moneyBack'
  | 'gatewayRenews'
  | 'deliveries'
  | 'endings'
  | 'catalogue'
  | 'onSale'
  | 'checks'
  | 'clockHours',
  number
>;

/**
 * Counts orders by state, what buyers have (items, subscriptions, tokens in wallets), money collected by gateways (`clearing`) and owed by
 * buyers, coupon uses, stock, refunds requested from gateways, subscriptions renewed by a gateway, events of deliveries and ended
 * subscriptions, the catalogue (coupons, packages, gifts, emoji and pictures of gifts), and checks requested by an admin.
 */
export const moneyState = async (app: TestApp): Promise<MoneyState> => {
  const { rows } = await sql<MoneyState>`
    select
      (select count(*) from ledger.transactions)::int as transactions,
      (select count(*) from orders where state = 'created')::int as created,
      (select count(*) from orders where state = 'paid')::int as paid,
      (select count(*) from orders where state = 'failed')::int as failed,
      (select count(*) from orders where state = 'cancelled')::int as cancelled,
      (select count(*) from orders where state = 'refunded')::int as refunded,
      (select count(*) from orders where state = 'chargedBack')::int as "chargedBack",
      (select count(*) from entitlements where revoked_at is null)::int as items,
      (select count(*) from subscriptions where state = 'active')::int as subscriptions,
      (select coalesce(sum(balance), 0) / 100 from ledger.accounts where kind = 'wallet')::float as wallets,
      (select coalesce(-sum(e.amount), 0) / 100 from ledger.entries e join ledger.accounts a on a.id = e.account_id
        where a.kind = 'clearing')::float as clearing,
      (select coalesce(-sum(e.amount), 0) / 100 from ledger.entries e join ledger.accounts a on a.id = e.account_id
        where a.kind = 'receivable')::float as owed,
      (select count(*) from coupon_uses)::int as "couponUses",
      (select coalesce(sum(stock), 0) from products)::int as stock,
      (select count(*) from gateway_refunds)::int as "moneyBack",
      (select count(*) from sandbox_subscriptions where state = 'active')::int as "gatewayRenews",
      (select count(*) from outbox where event = 'orders.delivery')::int as deliveries,
      (select count(*) from outbox where event = 'subscriptions.cancelled')::int as endings,
      (select count(*) from coupons)::int + (select count(*) from wallet_packages)::int + (select count(*) from emojis)::int
        + (select count(*) from gifts where deleted_at is null)::int + (select count(*) from files where purpose = 'gift')::int as catalogue,
      (select count(*) from coupons where active)::int + (select count(*) from wallet_packages where active)::int
        + (select count(*) from emojis where active)::int + (select count(*) from gifts where active and deleted_at is null)::int as "onSale",
      (select count(*) from ledger_checks where actor_id is not null)::int as checks,
      (select offset_ms / 3600000 from site_clock)::int as "clockHours"`.execute(app.platform.database);
  return rows[0]!;
};
