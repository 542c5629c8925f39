import { describe, expect, test } from 'vitest';
import { changeLimit, limitAt } from './limits.rules.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const LATER = new Date('2026-03-02T12:00:00Z');
const none = { amount: null, nextAmount: null, nextAt: null };
const set = (amount: bigint) => ({ ...none, amount });

describe('a limit', () => {
  test('that is the first or lower holds at once', () => {
    expect(changeLimit(none, 500n, NOW)).toEqual(set(500n));
    expect(changeLimit(set(500n), 499n, NOW)).toEqual(set(499n));
    expect(changeLimit({ amount: 500n, nextAmount: 900n, nextAt: LATER }, 300n, NOW)).toEqual(set(300n));
  });

  test('that is higher or removed holds a day later', () => {
    expect(changeLimit(set(500n), 501n, NOW)).toEqual({ amount: 500n, nextAmount: 501n, nextAt: LATER });
    expect(changeLimit(set(500n), null, NOW)).toEqual({ amount: 500n, nextAmount: null, nextAt: LATER });
  });

  test('keeps the instant of the same change, and starts anew for another', () => {
    const soon = new Date('2026-03-01T13:00:00Z');
    expect(changeLimit({ amount: 500n, nextAmount: 900n, nextAt: soon }, 900n, NOW).nextAt).toEqual(soon);
    expect(changeLimit({ amount: 500n, nextAmount: null, nextAt: soon }, null, NOW).nextAt).toEqual(soon);
    expect(changeLimit({ amount: 500n, nextAmount: 900n, nextAt: soon }, 901n, NOW).nextAt).toEqual(LATER);
  });

  test('is withdrawn by the amount that holds', () => {
    expect(changeLimit({ amount: 500n, nextAmount: 900n, nextAt: LATER }, 500n, NOW)).toEqual(set(500n));
    expect(changeLimit({ amount: 500n, nextAmount: null, nextAt: LATER }, 500n, NOW)).toEqual(set(500n));
    expect(changeLimit(none, null, NOW)).toEqual(none);
  });

  test('that was to come holds from its instant on', () => {
    const stored = { amount: 500n, nextAmount: 900n, nextAt: LATER };
    expect(limitAt(stored, NOW)).toEqual(stored);
    expect(limitAt(stored, LATER)).toEqual(set(900n));
    expect(limitAt({ ...stored, nextAmount: null }, LATER)).toEqual(none);
  });
});
