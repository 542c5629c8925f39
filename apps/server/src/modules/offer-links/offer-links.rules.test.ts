import { expect, test } from 'vitest';
import { discountedPrice, stateOf } from './offer-links.rules.ts';

test('a discount is rounded half up, and leaves at least a hundredth of a token to pay', () => {
  expect([discountedPrice(900n, 50), discountedPrice(999n, 33), discountedPrice(5n, 50)]).toEqual([450n, 669n, 2n]);
  expect([discountedPrice(1n, 99), discountedPrice(1n, 1), discountedPrice(10_000n, 99)]).toEqual([1n, 1n, 100n]);
  const prices = Array.from({ length: 60 }, (_, index) => 1n + BigInt(index) * 7n);
  const percents = Array.from({ length: 99 }, (_, index) => index + 1);
  const wrong = prices.flatMap((price) =>
    percents.filter((percent) => {
      const paid = discountedPrice(price, percent);
      return paid < 1n || paid > price;
    }),
  );
  expect(wrong).toEqual([]);
});

test('the state names what lasts longest', () => {
  const now = new Date('2026-11-25T10:00:00Z');
  const open = { uses_maximum: 2, use_count: 1, reserved_count: 0, ends_at: null, paused_at: null, closed_at: null };
  const full = { ...open, reserved_count: 1 };
  const paused = { ...full, paused_at: now };
  const ended = { ...paused, ends_at: now };
  expect([open, { ...open, paused_at: now }, full, paused, ended, { ...ended, closed_at: now }].map((link) => stateOf(link, now))).toEqual([
    'open',
    'paused',
    'usedUp',
    'usedUp',
    'ended',
    'closed',
  ]);
  expect(stateOf({ ...open, uses_maximum: null, use_count: 9999 }, now)).toBe('open');
});
