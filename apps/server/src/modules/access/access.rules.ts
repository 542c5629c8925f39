import type { Access, Audience, AccessOption } from '@stagedoor/contract/entitlement';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { moneyOf } from '../../ledger/index.ts';

/** An item's access terms. Amounts are hundredths of a token. */
export interface ItemTerms {
  audience: Audience;
  priceAmount: bigint | null;
  /** Off sale: only those already entitled have access. */
  onSale: boolean;
  /** The performer's monthly price; zero is a free subscription. */
  monthlyPriceAmount: bigint;
}

/** The viewer's relation to the item. */
export interface Facts {
  isOwner: boolean;
  /** An admin who reviews content. */
  isReviewer: boolean;
  follows: boolean;
  subscribes: boolean;
  /** Bought or granted permanently. */
  isEntitled: boolean;
}

export const NO_FACTS: Facts = { isOwner: false, isReviewer: false, follows: false, subscribes: false, isEntitled: false };

/**
 * The access decision for every kind of item: whether this viewer may see it, why not, and the options for getting access, cheapest first.
 * An entitlement outlives re-pricing and deletion.
 *
 * @param tokenValue hundredths of the currency a token
 */
export const decideAccess = (terms: ItemTerms, facts: Facts, tokenValue: bigint): Access => {
  if (facts.isOwner) return { allowed: true, reason: 'own' };
  if (facts.isReviewer) return { allowed: true, reason: 'admin' };
  if (facts.isEntitled) return { allowed: true, reason: 'buyer' };
  if (terms.onSale) {
    if (terms.audience === 'everyone') return { allowed: true, reason: 'free' };
    if (facts.subscribes && terms.audience !== 'buyers') return { allowed: true, reason: 'subscriber' };
    if (facts.follows && terms.audience === 'followers') return { allowed: true, reason: 'follower' };
  }
  const reason = terms.audience === 'everyone' ? 'buyers' : terms.audience;
  return { allowed: false, reason, waysIn: terms.onSale ? accessOptionsOf(terms, tokenValue) : [] };
};

const accessOptionsOf = (terms: ItemTerms, tokenValue: bigint): AccessOption[] => {
  const option = (kind: AccessOption['kind'], period: AccessOption['period'], price: bigint) => ({
    kind,
    period,
    price,
    money: moneyOf(price, tokenValue),
  });
  const options: ReturnType<typeof option>[] = [];
  if (terms.audience === 'followers') options.push(option('follow', null, 0n));
  if (terms.audience === 'followers' || terms.audience === 'subscribers')
    options.push(option('subscribe', 'month', terms.monthlyPriceAmount));
  if (terms.audience !== 'everyone' && terms.priceAmount !== null) options.push(option('buy', null, terms.priceAmount));
  return options
    .sort((a, b) => (a.price === b.price ? 0 : a.price < b.price ? -1 : 1))
    .map(({ kind, period, price, money }) => ({ kind, period, price: hundredthsToNumber(price), money: hundredthsToNumber(money) }));
};
