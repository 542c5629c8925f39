import { describe, expect, it } from 'vitest';
import { fittingTopUp, missingFor } from './fitting-top-up.ts';

// As an admin may order them: not by size.
const PACKAGES = [
  { _id: 'large', tokens: 100 },
  { _id: 'small', tokens: 10 },
  { _id: 'middle', tokens: 50 },
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
});
