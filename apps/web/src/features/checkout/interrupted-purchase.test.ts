import { describe, expect, it } from 'vitest';
import { type InterruptedPurchase, purchaseOf, withoutPurchase, withPurchase } from './interrupted-purchase.ts';

const PURCHASES: readonly InterruptedPurchase[] = [
  { kind: 'subscribe', performer: 'ines.valdemar', period: 'yearly', renews: true },
  { kind: 'unlock', item: { kind: 'feed', _id: '019a0000-0000-7000-8000-000000000001' }, coupon: null },
  { kind: 'unlock', item: { kind: 'gallery', _id: '019a0000-0000-7000-8000-000000000001' }, coupon: 'ENCORE 10' },
  { kind: 'cart', only: null },
  { kind: 'cart', only: '019a0000-0000-7000-8000-000000000004' },
  { kind: 'subscribe', performer: 'ines.valdemar', period: 'monthly', renews: null },
  { kind: 'tip', performer: 'ines.valdemar', item: null, stream: null, amount: '12.5' },
  { kind: 'tip', performer: 'ines.valdemar', item: null, stream: '019a0000-0000-7000-8000-000000000002', amount: '10' },
  {
    kind: 'tip',
    performer: 'ines.valdemar',
    item: { kind: 'video', _id: '019a0000-0000-7000-8000-000000000001' },
    stream: null,
    amount: '25',
  },
  {
    kind: 'gift',
    performer: 'ines.valdemar',
    item: null,
    stream: '019a0000-0000-7000-8000-000000000002',
    gift: '019a0000-0000-7000-8000-000000000003',
    quantity: 10,
  },
];

describe('an interrupted purchase', () => {
  it.each(PURCHASES)('is named in the address and read from it again: $kind', (purchase) => {
    const address = new URL(withPurchase({ pathname: '/', search: '?tab=discover' }, purchase), 'https://example.org');
    expect(purchaseOf(address.search)).toEqual(purchase);
    expect(withoutPurchase(address.search).toString()).toBe('tab=discover');
    // The server stores 300 characters of a return address.
    expect(address.pathname.length + address.search.length).toBeLessThan(300);
  });

  it('replaces a previous one', () => {
    const [first, second] = PURCHASES;
    const search = new URL(withPurchase({ pathname: '/', search: '' }, first!), 'https://example.org').search;
    const address = withPurchase({ pathname: '/', search }, second!);
    expect(address).toBe('/?purchase=unlock&feed=019a0000-0000-7000-8000-000000000001');
  });

  it('is null when it is incomplete', () => {
    expect(['', '?purchase=unlock', '?purchase=tip&amount=5', '?purchase=subscribe', '?purchase=gift&feed=1'].map(purchaseOf)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});
