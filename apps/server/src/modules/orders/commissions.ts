import { isKeyOf } from '@stagedoor/contract/keys.values';
import type { CommissionKey } from '@stagedoor/contract/admin-people';
import { KIND_TRAITS, SOLD_KINDS, type SoldKind } from '@stagedoor/contract/items.values';
import { parseHundredths } from '@stagedoor/contract/shapes';
import type { TransactionKind } from '@stagedoor/contract/wallet';
import type { Rate } from '../../ledger/index.ts';
import type { Platform } from '../../platform/platform.ts';

type ItemSale = (typeof KIND_TRAITS)[SoldKind]['sale'];
const OF_ITEMS = Object.fromEntries(
  SOLD_KINDS.map((kind) => [KIND_TRAITS[kind].sale.transaction, KIND_TRAITS[kind].sale.commission satisfies CommissionKey]),
) as Record<ItemSale['transaction'], ItemSale['commission']>;

const ONCE = {
  ...OF_ITEMS,
  purchaseProduct: 'productSaleCommission',
  tip: 'tokenTipCommission',
  gift: 'giftingSaleCommission',
  emoji: 'emojiSaleCommission',
  privateMinute: 'privateChatDefaultCommission',
  groupMinute: 'groupChatDefaultCommission',
} as const satisfies Partial<Record<TransactionKind, CommissionKey>>;

const OF_PERIODS = { monthly: 'monthlySubscriptionCommission', yearly: 'yearlySubscriptionCommission' } as const;

/** Kind of a sale: one of the ledger's; with the period for a subscription. */
export type Sold = { kind: keyof typeof ONCE } | { kind: 'subscriptionStart' | 'subscriptionRenewal'; period: keyof typeof OF_PERIODS };

/** Settings key of the commission on a sale (docs/domains/money.md). */
export const commissionKeyOf = (sold: Sold): CommissionKey => ('period' in sold ? OF_PERIODS[sold.period] : ONCE[sold.kind]);

/** The same for a row of the ledger; undefined when it isn't a sale. @param period of a subscription, from its order */
export const commissionKeyOfRow = (kind: string, period: string | null): CommissionKey | undefined => {
  if (kind === 'subscriptionStart' || kind === 'subscriptionRenewal') return OF_PERIODS[period === 'yearly' ? 'yearly' : 'monthly'];
  return isKeyOf(ONCE, kind) ? ONCE[kind] : undefined;
};

/** The commission rate stored with a sale: the performer's own, or the site's. */
export const rateOf = (platform: Pick<Platform, 'settings'>, sold: Sold, overrides: Record<string, number>): Rate => {
  const key = commissionKeyOf(sold);
  return overrides[key] ?? Number(parseHundredths(platform.settings.get(key)));
};
