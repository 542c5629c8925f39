import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slipsBetween } from './slips.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ñ'), maxLength: 8 });

describe('slips between words', () => {
  test.each([
    ['luna', 'luna', 0],
    ['lnua', 'luna', 1],
    ['lunna', 'luna', 1],
    ['lua', 'luna', 1],
    ['lina', 'luna', 1],
    ['saxofone', 'saxophone', 2],
    ['abc', 'xyz', 3],
  ])('%s and %s: %i', (one, other, slips) => {
    expect(slipsBetween(one, other, 4)).toBe(slips);
  });

  test('are the same both ways, none only for the same word, and never more than one above what is allowed', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (one, other, most) => {
        const slips = slipsBetween(one, other, most);
        expect(slipsBetween(other, one, most)).toBe(slips);
        expect(slips).toBeLessThanOrEqual(most + 1);
        expect(slips === 0).toBe(one === other);
        expect(slips).toBe(Math.min(slipsBetween(one, other, 20), most + 1));
      }),
    );
  });
});
