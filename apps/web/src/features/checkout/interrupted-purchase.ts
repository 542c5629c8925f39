import { PURCHASE_PARAMETER } from '../../app/named-purchase.ts';
import { ITEM_KINDS, type ItemKind, isSoldKind, isTippedKind, type TippedKind } from '@stagedoor/contract/items.values';

/** What is bought. */
interface PurchasedItem {
  kind: ItemKind;
  _id: string;
}
/** What is tipped for or given a gift for. */
interface TippedItem {
  kind: TippedKind;
  _id: string;
}

/** A purchase interrupted by a top-up. */
export type InterruptedPurchase =
  | { kind: 'subscribe'; performer: string; period: 'monthly' | 'yearly'; renews: boolean | null /** Null: nothing was chosen yet. */ }
  | { kind: 'unlock'; item: PurchasedItem; coupon: string | null }
  /** The contents of this browser's cart, or one of its products alone. */
  | { kind: 'cart'; only: string | null }
  | { kind: 'tip'; performer: string; item: TippedItem | null /** The show it is for. */; stream: string | null; amount: string }
  | { kind: 'gift'; performer: string; item: TippedItem | null; stream: string | null; gift: string; quantity: number };

/** An item is named by its kind: `feed={id}`. */
const ITEMS = ITEM_KINDS.filter((kind) => isTippedKind(kind) || isSoldKind(kind));
const NAMES = [PURCHASE_PARAMETER, 'performer', ...ITEMS, 'stream', 'period', 'renews', 'amount', 'gift', 'quantity', 'coupon'] as const;

const itemIn = <K extends string>(query: URLSearchParams, isOfKind: (kind: string) => kind is K): { kind: K; _id: string } | null => {
  for (const kind of ITEMS) {
    const id = query.get(kind);
    if (id && isOfKind(kind)) return { kind, _id: id };
  }
  return null;
};

/** Adds the purchase to the address of its page: the gateway redirects back there, and it is resumed. */
export const withPurchase = (address: { pathname: string; search: string }, purchase: InterruptedPurchase): string => {
  const query = withoutPurchase(address.search);
  query.set(PURCHASE_PARAMETER, purchase.kind);
  if (purchase.kind === 'cart') {
    if (purchase.only) query.set('product', purchase.only);
    return `${address.pathname}?${query}`;
  }
  if (purchase.kind !== 'unlock') query.set('performer', purchase.performer);
  if (purchase.kind === 'unlock' && purchase.coupon) query.set('coupon', purchase.coupon);
  if (purchase.kind === 'subscribe') query.set('period', purchase.period);
  if (purchase.kind === 'subscribe' && purchase.renews !== null) query.set('renews', String(purchase.renews));
  if (purchase.kind === 'tip') query.set('amount', purchase.amount);
  if (purchase.kind === 'gift') {
    query.set('gift', purchase.gift);
    query.set('quantity', String(purchase.quantity));
  }
  if ((purchase.kind === 'tip' || purchase.kind === 'gift') && purchase.stream) query.set('stream', purchase.stream);
  if (purchase.kind !== 'subscribe' && purchase.item) query.set(purchase.item.kind, purchase.item._id);
  return `${address.pathname}?${query}`;
};

/** A performer's profile with the monthly subscription sheet open. */
export const subscribeAddress = (username: string): string =>
  withPurchase({ pathname: `/${username}`, search: '' }, { kind: 'subscribe', performer: username, period: 'monthly', renews: null });

/** The address without the purchase, once resumed. */
export const withoutPurchase = (search: string): URLSearchParams => {
  const query = new URLSearchParams(search);
  for (const name of NAMES) query.delete(name);
  return query;
};

/** The purchase an address names; null if there is none or it is incomplete. */
export const purchaseOf = (search: string): InterruptedPurchase | null => {
  const query = new URLSearchParams(search);
  const performer = query.get('performer') ?? '';
  const item = itemIn(query, isTippedKind);
  switch (query.get(PURCHASE_PARAMETER)) {
    case 'subscribe':
      if (!performer) return null;
      return {
        kind: 'subscribe',
        performer,
        period: query.get('period') === 'yearly' ? 'yearly' : 'monthly',
        renews: query.has('renews') ? query.get('renews') === 'true' : null,
      };
    case 'unlock': {
      const sold = itemIn(query, isSoldKind);
      return sold ? { kind: 'unlock', item: sold, coupon: query.get('coupon') } : null;
    }
    case 'cart':
      return { kind: 'cart', only: query.get('product') };
    case 'tip':
      return performer ? { kind: 'tip', performer, item, stream: query.get('stream'), amount: query.get('amount') ?? '' } : null;
    case 'gift': {
      const gift = query.get('gift');
      const quantity = Number(query.get('quantity') ?? '1');
      if (!performer || !gift || !Number.isInteger(quantity) || quantity < 1) return null;
      return { kind: 'gift', performer, item, stream: query.get('stream'), gift, quantity };
    }
    default:
      return null;
  }
};

const MESSAGE_KEY = 'tip.words';

/** The message of a tip or a gift is kept in session storage: it is private and must not be in an address. */
export const saveMessage = (words: string): void => {
  try {
    sessionStorage.setItem(MESSAGE_KEY, words);
  } catch {
    // Without storage only the amount is restored.
  }
};

/** Returns the stored message and removes it. */
export const takeMessage = (): string => {
  try {
    const words = sessionStorage.getItem(MESSAGE_KEY) ?? '';
    sessionStorage.removeItem(MESSAGE_KEY);
    return words;
  } catch {
    return '';
  }
};
