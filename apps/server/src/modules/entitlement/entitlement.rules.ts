import type { Access, Audience, WayIn } from '@stagedoor/contract/entitlement';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { moneyOf } from '../../ledger/index.ts';

/** What an item asks of its viewers. Amounts are hundredths of a token. */
export interface ItemTerms {
  audience: Audience;
  priceAmount: bigint | null;
  /** Off sale: only those entitled already get in. */
  onSale: boolean;
  /** The performer's monthly price; zero is a free subscription. */
  monthlyPriceAmount: bigint;
}

/** What is known of the viewer and the item. */
export interface Facts {
  isOwner: boolean;
  isAdmin: boolean;
  follows: boolean;
  subscribes: boolean;
  /** Bought or given for good. */
  isEntitled: boolean;
}

export const NO_FACTS: Facts = { isOwner: false, isAdmin: false, follows: false, subscribes: false, isEntitled: false };

/**
 * The one decision over who may see what, for every kind of item: may this viewer see it, why not, and the ways
 * in, cheapest first. Bought is bought: an entitlement outlives re-pricing and deletion.
 *
 * @param tokenValue hundredths of the currency a token
 */
export const decideAccess = (terms: ItemTerms, facts: Facts, tokenValue: bigint): Access => {
  if (facts.isOwner) return { allowed: true, reason: 'own' };
  if (facts.isAdmin) return { allowed: true, reason: 'admin' };
  if (facts.isEntitled) return { allowed: true, reason: 'buyer' };
  if (terms.onSale) {
    if (terms.audience === 'everyone') return { allowed: true, reason: 'free' };
    if (facts.subscribes && terms.audience !== 'buyers') return { allowed: true, reason: 'subscriber' };
    if (facts.follows && terms.audience === 'followers') return { allowed: true, reason: 'follower' };
  }
  const reason = terms.audience === 'everyone' ? 'buyers' : terms.audience;
  return { allowed: false, reason, waysIn: terms.onSale ? waysInto(terms, tokenValue) : [] };
};

const waysInto = (terms: ItemTerms, tokenValue: bigint): WayIn[] => {
  const way = (kind: WayIn['kind'], period: WayIn['period'], price: bigint) => ({ kind, period, price, money: moneyOf(price, tokenValue) });
  const ways: ReturnType<typeof way>[] = [];
  if (terms.audience === 'followers') ways.push(way('follow', null, 0n));
  if (terms.audience === 'followers' || terms.audience === 'subscribers') ways.push(way('subscribe', 'month', terms.monthlyPriceAmount));
  if (terms.audience !== 'everyone' && terms.priceAmount !== null) ways.push(way('buy', null, terms.priceAmount));
  return ways
    .sort((a, b) => (a.price === b.price ? 0 : a.price < b.price ? -1 : 1))
    .map(({ kind, period, price, money }) => ({ kind, period, price: hundredthsToNumber(price), money: hundredthsToNumber(money) }));
};
