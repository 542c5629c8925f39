import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heldUntil, leastOf, quoteOf, referenceOf, termsOf } from './payouts.rules.ts';

const free = { isPending: false, hasDetails: true };

test('settings become hundredths, and something always arrives', () => {
  expect(termsOf({ payoutMinimum: 20, payoutFee: 0.1, currency: 'USD' })).toEqual({ minimum: 2000n, fee: 10n, step: 1n });
  expect(termsOf({ payoutMinimum: 2000, payoutFee: 0, currency: 'JPY' }).step).toBe(100n);
  expect(leastOf({ minimum: 0n, fee: 200n, step: 100n })).toBe(300n);
  expect(leastOf({ minimum: 2000n, fee: 0n, step: 1n })).toBe(2000n);
  expect(leastOf({ minimum: 0n, fee: 0n, step: 1n })).toBe(1n);
  expect(leastOf({ minimum: 100n, fee: 100n, step: 1n })).toBe(101n);
  expect(referenceOf(1001n)).toBe('PO-1001');
});

test('without an amount it is all there is', () => {
  const terms = { minimum: 2000n, fee: 150n, step: 1n };
  expect(quoteOf(5000n, undefined, terms, free)).toEqual({ amount: 5000n, fee: 150n, net: 4850n, obstacle: null });
  expect(quoteOf(-300n, undefined, terms, free)).toEqual({ amount: 0n, fee: 0n, net: 0n, obstacle: 'AMOUNT_OUT_OF_BOUNDS' });
});

test('the first obstacle is the one to act on', () => {
  const terms = { minimum: 2000n, fee: 0n, step: 1n };
  expect(quoteOf(100n, undefined, terms, { isPending: true, hasDetails: false }).obstacle).toBe('PAYOUT_PENDING');
  expect(quoteOf(100n, undefined, terms, { isPending: false, hasDetails: false }).obstacle).toBe('PAYOUT_DETAILS_MISSING');
  expect(quoteOf(100n, undefined, terms, free).obstacle).toBe('AMOUNT_OUT_OF_BOUNDS');
});

test('a request without an obstacle is within what is available, and fee and net sum to it', () => {
  const amounts = fc.bigInt({ min: -10_000n, max: 1_000_000n });
  fc.assert(
    fc.property(
      amounts,
      fc.bigInt({ min: 1n, max: 1_000_000n }),
      fc.bigInt({ min: 0n, max: 5000n }),
      fc.bigInt({ min: 0n, max: 5000n }),
      (available, given, minimum, fee) => {
        const quote = quoteOf(available, given, { minimum, fee, step: 1n }, free);
        if (quote.obstacle !== null) return;
        expect(quote.amount).toBeLessThanOrEqual(available);
        expect(quote.amount).toBeGreaterThanOrEqual(minimum);
        expect(quote.fee + quote.net).toBe(quote.amount);
        expect(quote.net).toBeGreaterThan(0n);
      },
    ),
  );
});

test('an open payout is held for whole days after its details changed, to the millisecond; a decided one never', () => {
  const changed = new Date('2026-03-28T12:00:00Z');
  const until = new Date('2026-03-31T12:00:00Z');
  expect(heldUntil('pending', changed, 3, new Date(until.getTime() - 1))).toEqual(until);
  expect(heldUntil('approved', changed, 3, new Date(until.getTime() - 1))).toEqual(until);
  expect(heldUntil('pending', changed, 3, until)).toBeNull();
  expect(heldUntil('pending', changed, 0, changed)).toBeNull();
  for (const state of ['paid', 'rejected', 'cancelled', 'returned'] as const) expect(heldUntil(state, changed, 3, changed)).toBeNull();
});
