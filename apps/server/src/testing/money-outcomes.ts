import type { ErrorCode } from '@stagedoor/contract/errors';
import type { MoneyState } from './money-state.ts';

type Growth = Partial<MoneyState>;

/** Expected outcome of the same call sent several times concurrently, each time with its own key. */
export interface Outcome {
  /** Effect of one successful call. */
  once: Growth;
  /**
   * How many have the effect: `every` one; `one`, and the others get the same response; or one, and the others are refused with this code.
   */
  same: 'every' | 'one' | ErrorCode;
  /**
   * For card orders: how many of several for the same item are settled when all are paid concurrently, and the effect of one settlement.
   */
  card?: { settled: 'every' | 'one'; once: Growth };
}

/** Effect of paying an open order by card. */
const settled = (clearing: number, growth: Growth = {}): Growth => ({ created: -1, paid: 1, transactions: 1, clearing, ...growth });
const byCard = (once: Growth, card: 'every' | 'one'): Outcome => ({
  once: { created: 1 },
  same: 'every',
  card: { settled: card, once },
});
const fromWallet = (tokens: number, growth: Growth = {}): Growth => ({ transactions: 1, paid: 1, wallets: -tokens, ...growth });
const tip = (tokens: number): Outcome => ({ once: fromWallet(tokens), same: 'every' });
const bought: Outcome = { once: fromWallet(2, { items: 1 }), same: 'ALREADY_PURCHASED' };
const boughtByCard = byCard(settled(2, { items: 1 }), 'one');
const overwritten: Outcome = { once: {}, same: 'one' };

/** Outcomes of every money call; a test fails for missing ones. */
export const OUTCOMES: Record<string, Outcome> = {
  'POST /payment-wallet/send-tip-wallet/{id}': tip(2),
  'POST /payment-wallet/tip-feed': tip(1),
  'POST /payment-wallet/tip-gallery': tip(1),
  'POST /payment-wallet/tip-video': tip(1),
  'POST /payment-wallet/tip-product': tip(1),
  'POST /payment-wallet/gifting': tip(4),
  'POST /payment-wallet/emoji': tip(1),
  'POST /payment-wallet/purchase-feed': bought,
  'POST /payment-wallet/purchase-gallery': bought,
  'POST /payment-wallet/purchase-video': bought,
  'POST /payment-wallet/purchase-products': bought,
  'POST /wallet-transactions/pay-wallet/{id}': { once: fromWallet(2, { created: -1 }), same: 'ORDER_STATE' },
  'POST /payment-wallet/send-private-chat/{id}': { once: { transactions: 1, wallets: -2 }, same: 'one' },

  'POST /payment/purchase-tokens': byCard(settled(10, { wallets: 10 }), 'every'),
  'POST /payment/purchase-wallet/custom-amount': byCard(settled(20, { wallets: 20 }), 'every'),
  'POST /payment/debt': byCard(settled(7, { owed: -7 }), 'one'),
  'POST /payment/send-tip': byCard(settled(3), 'every'),
  'POST /payment/subscribe-performer': byCard(settled(2, { subscriptions: 1, gatewayRenews: 1 }), 'one'),
  'POST /payment/purchase-feed': boughtByCard,
  'POST /payment/purchase-gallery': boughtByCard,
  'POST /payment/purchase-video': boughtByCard,
  'POST /payment/purchase-single-photo': boughtByCard,
  'POST /payment/purchase-message/{id}': boughtByCard,
  'POST /payment/purchase-products': boughtByCard,
  'POST /gateways/sandbox/payments/{id}': { once: settled(20, { wallets: 20 }), same: 'ORDER_STATE' },

  'POST /subscriptions/free-subscribe': { once: { subscriptions: 1 }, same: 'ALREADY_SUBSCRIBED' },
  'POST /subscriptions/cancel/{id}': { once: { subscriptions: -1, endings: 1 }, same: 'one' },
  'PUT /subscriptions/{id}': overwritten,
  'PUT /subscriptions/{id}/plan': { once: fromWallet(2), same: 'PLAN_STATE' },
  'DELETE /subscriptions/{id}/plan': overwritten,
  'PUT /orders/{id}/update': { once: { deliveries: 1 }, same: 'DELIVERY_STATE' },
  'POST /orders/{id}/cancel': {
    once: { deliveries: 1, transactions: 1, paid: -1, refunded: 1, stock: 1, wallets: 2 },
    same: 'DELIVERY_STATE',
  },
  'POST /orders/{id}/confirm': { once: { deliveries: 1 }, same: 'DELIVERY_STATE' },
  'POST /orders/{id}/complain': { once: { deliveries: 1 }, same: 'DELIVERY_STATE' },
  'POST /admin/complaints/{id}/decide': {
    once: { deliveries: 1, transactions: 1, paid: -1, refunded: 1, wallets: 2 },
    same: 'DELIVERY_STATE',
  },

  'POST /payout-requests/calculate': overwritten,
  'POST /payout-requests/stats': overwritten,
  'POST /payout-requests/check-pending': overwritten,
  'POST /payout-requests': { once: { transactions: 1 }, same: 'PAYOUT_PENDING' },
  'PUT /payout-requests/{id}': { once: { transactions: 1 }, same: 'one' },
  'POST /admin/payouts/{id}/approve': { once: {}, same: 'PAYOUT_STATE' },
  'POST /admin/payouts/{id}/reject': { once: { transactions: 1 }, same: 'PAYOUT_STATE' },
  'POST /admin/payouts/{id}/pay': { once: { transactions: 1, clearing: -24 }, same: 'PAYOUT_STATE' },
  'POST /admin/payouts/{id}/return': { once: { transactions: 1, clearing: 24 }, same: 'PAYOUT_STATE' },
  'POST /admin/payout-batches': { once: {}, same: 'PAYOUT_STATE' },
  'POST /admin/payout-batches/{id}/pay': { once: { transactions: 1, clearing: -24 }, same: 'PAYOUT_STATE' },
  'POST /admin/payout-batches/{id}/cancel': { once: {}, same: 'PAYOUT_STATE' },

  'POST /admin/orders/{id}/refund': { once: { transactions: 1, paid: -1, refunded: 1, wallets: 1 }, same: 'ORDER_STATE' },
  'POST /admin/subscriptions/{id}/cancel': { once: { subscriptions: -1, endings: 1 }, same: 'SUBSCRIPTION_STATE' },
  'POST /admin/ledger/checks': { once: { checks: 1 }, same: 'every' },
  'POST /payment/orders/{id}/page': { once: {}, same: 'every' },
  'POST /admin/clock': { once: { clockHours: 1 }, same: 'every' },

  'POST /coupons/{code}/apply-coupon': overwritten,
  'POST /orders/quote': overwritten,
  'POST /admin/coupons': { once: { catalogue: 1, onSale: 1 }, same: 'COUPON_TAKEN' },
  'PUT /admin/coupons/{id}': overwritten,
  'POST /admin/wallet-packages': { once: { catalogue: 1 }, same: 'every' },
  'PUT /admin/wallet-packages/{id}': overwritten,
  'POST /gift/image': { once: { catalogue: 1 }, same: 'every' },
  'POST /gift': { once: { catalogue: 1, onSale: 1 }, same: 'FILE_NOT_YOURS' },
  'PUT /gift/{id}': overwritten,
  'PUT /gift/order': overwritten,
  'DELETE /gift/{id}': { once: { catalogue: -1, onSale: -1 }, same: 'NOT_FOUND' },
  'POST /admin/gifts/image': { once: { catalogue: 1 }, same: 'every' },
  'POST /admin/gifts': { once: { catalogue: 1, onSale: 1 }, same: 'FILE_NOT_YOURS' },
  'PUT /admin/gifts/{id}': overwritten,
  'PUT /admin/gifts/order': overwritten,
  'POST /admin/emojis': { once: { catalogue: 1, onSale: 1 }, same: 'EMOJI_CODE_TAKEN' },
  'PUT /admin/emojis/{id}': overwritten,
  'PUT /admin/emojis/order': overwritten,
};

/** Effect of a late card payment: nothing is posted, the money is refunded. */
export const LATE_CARD_PAYMENT: Growth = { created: -1, cancelled: 1, moneyBack: 1 };
