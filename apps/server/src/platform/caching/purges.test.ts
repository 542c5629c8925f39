import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GENERAL, createPurges } from './purges.ts';

describe('purges', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('take what began before and has the tag, and leave the rest', () => {
    const purges = createPurges();
    const before = purges.now();
    purges.purge(['ada']);
    expect(purges.standingOf(['ada', 'bo'], before)).toBe('purged');
    expect(purges.standingOf(['bo', GENERAL], before)).toBe('current');
    expect(purges.standingOf(['ada'], purges.now())).toBe('current');
    purges.purgeAll();
    expect(purges.standingOf(['bo'], before)).toBe('purged');
  });

  it('outdate without taking away', () => {
    const purges = createPurges();
    const before = purges.now();
    purges.outdate(['ada']);
    expect(purges.standingOf(['ada'], before)).toBe('outdated');
    purges.purge(['ada']);
    expect(purges.standingOf(['ada'], before)).toBe('purged');
  });

  it('remember a bounded number of tags: beyond it everything is purged', () => {
    const purges = createPurges(() => 0, 3);
    const before = purges.now();
    for (const tag of ['a', 'b', 'c']) purges.purge([tag]);
    expect(purges.standingOf(['z'], before)).toBe('current');
    purges.purge(['d']);
    expect(purges.standingOf(['z'], before)).toBe('purged');
  });

  it('of the general tag happen at once, then at most once a second', () => {
    const purges = createPurges(() => Date.now());
    const isPurged = (since: number): boolean => purges.standingOf([GENERAL], since) === 'purged';
    const first = purges.now();
    purges.purgeGeneralSoon();
    expect(isPurged(first)).toBe(true);
    const second = purges.now();
    for (let time = 0; time < 900; time += 100) {
      vi.advanceTimersByTime(100);
      purges.purgeGeneralSoon();
      expect(isPurged(second)).toBe(false);
    }
    vi.advanceTimersByTime(100);
    expect(isPurged(second)).toBe(true);
    const third = purges.now();
    vi.advanceTimersByTime(5000);
    expect(isPurged(third)).toBe(false);
    purges.purgeGeneralSoon();
    expect(isPurged(third)).toBe(true);
  });
});
