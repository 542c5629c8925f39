import { describe, expect, it } from 'vitest';
import { fittingTopUp, missingFor, topUpFor } from './fitting-top-up.ts';

// As an admin may order them: not by size.
const PACKAGES = [
  { _id: 'large', tokens: 100, price: 90 },
  { _id: 'small', tokens: 10, price: 10 },
  { _id: 'middle', tokens: 50, price: 47.5 },
];
const LIMITS = { minimum: 5, maximum: 1000 };

describe('a top-up for a purchase that waits', () => {
  it('is only for what is missing', () => {
    expect([missingFor(24.5, 23.5), missingFor(0.3, 0.1), missingFor(5, 9)]).toEqual([1, 0.2, 0]);
  });

  it('begins with the smallest package that is enough', () => {
    const chosen = [1, 10, 10.01, 100].map((missing) => fittingTopUp(PACKAGES, missing, LIMITS).packageId);
    expect(chosen).toEqual(['small', 'small', 'middle', 'large']);
  });

  it('begins with exactly what is missing where no package is enough, within the limits', () => {
    expect(fittingTopUp(PACKAGES, 120.5, LIMITS)).toEqual({ packageId: null, custom: '120.5' });
    expect(fittingTopUp(PACKAGES, 5000, LIMITS).custom).toBe('1000');
    expect(fittingTopUp([], 2, LIMITS).custom).toBe('5');
  });

  it('is a package of their order where nothing waits', () => {
    expect([fittingTopUp(PACKAGES, 0, LIMITS).packageId, fittingTopUp([], 0, LIMITS).packageId]).toEqual(['small', null]);
  });

  it('costs what the form then asks for', () => {
    const bounds = { ...LIMITS, tokenValue: 1.5 };
    expect([9, 45, 120.5, 5000].map((missing) => topUpFor(PACKAGES, missing, bounds))).toEqual([
      { tokens: 10, money: 10 },
      { tokens: 50, money: 47.5 },
      { tokens: 120.5, money: 180.75 },
      { tokens: 1000, money: 1500 },
    ]);
    expect(topUpFor([], 2, bounds)).toEqual({ tokens: 5, money: 7.5 });
  });
});
