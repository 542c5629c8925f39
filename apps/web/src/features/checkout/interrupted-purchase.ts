/** A purchase that had to wait for a top-up. */
export type InterruptedPurchase =
  | { kind: 'subscribe'; performer: string; period: 'monthly' | 'yearly' }
  | { kind: 'unlock'; feed: string; coupon: string | null }
  /** What is in the cart of this browser. */
  | { kind: 'cart' }
  | { kind: 'tip'; performer: string; feed: string | null /** The show it is for. */; stream: string | null; amount: string }
  | { kind: 'gift'; performer: string; feed: string | null; stream: string | null; gift: string; quantity: number };

const NAMES = ['purchase', 'performer', 'feed', 'stream', 'period', 'amount', 'gift', 'quantity', 'coupon'] as const;

/** Names the purchase in the address of the page it was begun on: the gateway leads back there, and it goes on. */
export const withPurchase = (address: { pathname: string; search: string }, purchase: InterruptedPurchase): string => {
  const query = withoutPurchase(address.search);
  query.set('purchase', purchase.kind);
  if (purchase.kind === 'cart') return `${address.pathname}?${query}`;
  if (purchase.kind !== 'unlock') query.set('performer', purchase.performer);
  if (purchase.kind === 'unlock' && purchase.coupon) query.set('coupon', purchase.coupon);
  if (purchase.kind === 'subscribe') query.set('period', purchase.period);
  if (purchase.kind === 'tip') query.set('amount', purchase.amount);
  if (purchase.kind === 'gift') {
    query.set('gift', purchase.gift);
    query.set('quantity', String(purchase.quantity));
  }
  if ((purchase.kind === 'tip' || purchase.kind === 'gift') && purchase.stream) query.set('stream', purchase.stream);
  if (purchase.kind !== 'subscribe' && purchase.feed) query.set('feed', purchase.feed);
  return `${address.pathname}?${query}`;
};

/** A performer's profile with the monthly subscription open on it. */
export const subscribeAddress = (username: string): string =>
  withPurchase({ pathname: `/${username}`, search: '' }, { kind: 'subscribe', performer: username, period: 'monthly' });

/** The address without it, once it has been taken up. */
export const withoutPurchase = (search: string): URLSearchParams => {
  const query = new URLSearchParams(search);
  for (const name of NAMES) query.delete(name);
  return query;
};

/** The purchase an address names; null when it names none, or only half of one. */
export const purchaseOf = (search: string): InterruptedPurchase | null => {
  const query = new URLSearchParams(search);
  const performer = query.get('performer') ?? '';
  const feed = query.get('feed');
  switch (query.get('purchase')) {
    case 'subscribe':
      return performer ? { kind: 'subscribe', performer, period: query.get('period') === 'yearly' ? 'yearly' : 'monthly' } : null;
    case 'unlock':
      return feed ? { kind: 'unlock', feed, coupon: query.get('coupon') } : null;
    case 'cart':
      return { kind: 'cart' };
    case 'tip':
      return performer ? { kind: 'tip', performer, feed, stream: query.get('stream'), amount: query.get('amount') ?? '' } : null;
    case 'gift': {
      const gift = query.get('gift');
      const quantity = Number(query.get('quantity') ?? '1');
      if (!performer || !gift || !Number.isInteger(quantity) || quantity < 1) return null;
      return { kind: 'gift', performer, feed, stream: query.get('stream'), gift, quantity };
    }
    default:
      return null;
  }
};

const WORDS_KEY = 'tip.words';

/** The words of a tip or a gift wait in this tab: they are nobody's business in an address. */
export const keepWords = (words: string): void => {
  try {
    sessionStorage.setItem(WORDS_KEY, words);
  } catch {
    // Without storage only the amount comes back.
  }
};

/** The words that waited; they wait once. */
export const takeWords = (): string => {
  try {
    const words = sessionStorage.getItem(WORDS_KEY) ?? '';
    sessionStorage.removeItem(WORDS_KEY);
    return words;
  } catch {
    return '';
  }
};
