import { AUDIENCES } from '@stagedoor/contract/entitlement';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ItemTerms, NO_FACTS, decideAccess } from './access.rules.ts';

const terms: fc.Arbitrary<ItemTerms> = fc
  .record({
    audience: fc.constantFrom(...AUDIENCES),
    priceAmount: fc.option(fc.bigInt({ min: 1n, max: 100_000n })),
    onSale: fc.boolean(),
    monthlyPriceAmount: fc.bigInt({ min: 0n, max: 100_000n }),
  })
  .filter(({ audience, priceAmount }) => audience !== 'buyers' || priceAmount !== null);
const facts = fc.record({
  isOwner: fc.boolean(),
  isReviewer: fc.boolean(),
  follows: fc.boolean(),
  subscribes: fc.boolean(),
  isEntitled: fc.boolean(),
});

test.each([
  ['everyone', [true, true, true]],
  ['followers', [false, true, true]],
  ['subscribers', [false, false, true]],
  ['buyers', [false, false, false]],
] as const)('an item for %s is open to its audience while it is on sale', (audience, expected) => {
  const item: ItemTerms = { audience, priceAmount: 500n, onSale: true, monthlyPriceAmount: 900n };
  const viewers = [NO_FACTS, { ...NO_FACTS, follows: true }, { ...NO_FACTS, subscribes: true }];
  expect(viewers.map((facts) => decideAccess(item, facts, 100n).allowed)).toEqual(expected);
  expect(viewers.map((facts) => decideAccess({ ...item, onSale: false }, facts, 100n).allowed)).toEqual([false, false, false]);
});

test('an item is open to its owner and to admins who review content, whatever its terms are', () => {
  fc.assert(
    fc.property(terms, facts, (item, known) => {
      expect(decideAccess(item, { ...known, isOwner: true }, 100n)).toEqual({ allowed: true, reason: 'own' });
      expect(decideAccess(item, { ...NO_FACTS, isReviewer: true }, 100n)).toEqual({ allowed: true, reason: 'admin' });
    }),
  );
});

test('an entitlement gives access whatever the current terms are', () => {
  fc.assert(
    fc.property(terms, (item) => {
      expect(decideAccess(item, { ...NO_FACTS, isEntitled: true }, 100n)).toEqual({ allowed: true, reason: 'buyer' });
    }),
  );
});

test('subscribing and following never remove access', () => {
  fc.assert(
    fc.property(terms, facts, (item, known) => {
      const less = decideAccess(item, { ...known, subscribes: false, follows: false }, 100n);
      fc.pre(less.allowed);
      expect(decideAccess(item, known, 100n).allowed).toBe(true);
    }),
  );
});

test('a locked item has access options, cheapest first, and one that is off sale has none', () => {
  fc.assert(
    fc.property(terms, facts, (item, known) => {
      const access = decideAccess(item, known, 100n);
      fc.pre(!access.allowed);
      const prices = access.allowed ? [] : access.waysIn.map(({ price }) => price);
      expect(prices).toEqual(prices.toSorted((a, b) => a - b));
      expect(prices.length > 0).toBe(item.onSale);
    }),
  );
});

test('an item for followers costs nothing to follow, and is in the subscription', () => {
  const item: ItemTerms = { audience: 'followers', priceAmount: 650n, onSale: true, monthlyPriceAmount: 900n };
  expect(decideAccess(item, NO_FACTS, 150n)).toEqual({
    allowed: false,
    reason: 'followers',
    waysIn: [
      { kind: 'follow', period: null, price: 0, money: 0 },
      { kind: 'buy', period: null, price: 6.5, money: 9.75 },
      { kind: 'subscribe', period: 'month', price: 9, money: 13.5 },
    ],
  });
});

test('an item for buyers costs subscribers too', () => {
  const item: ItemTerms = { audience: 'buyers', priceAmount: 650n, onSale: true, monthlyPriceAmount: 900n };
  expect(decideAccess(item, { ...NO_FACTS, subscribes: true, follows: true }, 150n)).toEqual({
    allowed: false,
    reason: 'buyers',
    waysIn: [{ kind: 'buy', period: null, price: 6.5, money: 9.75 }],
  });
});
