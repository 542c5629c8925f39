import { describe, expect, it } from 'vitest';
import { LIFETIMES } from '../caching/limits.ts';
import { GENERAL, createPurges } from '../caching/purges.ts';
import { createResponseCache } from './response-cache.ts';

const setUp = (options: { freshMs?: number; maxBytes?: number } = {}) => {
  let time = 0;
  const purges = createPurges();
  const cache = createResponseCache({ purges, now: () => time, ...options });
  return {
    cache,
    purges,
    pass: (ms: number) => (time += ms),
    store: (key: string, tags: string[], body = key) => cache.begin(key)(Buffer.from(body), tags),
    has: (key: string) => cache.get(key) !== undefined,
  };
};

describe('the response cache', () => {
  it('loses what shows a purged performer, and nothing else', () => {
    const { purges, store, has } = setUp();
    store('a', ['ada']);
    store('b', ['bo']);
    store('both', ['ada', 'bo']);
    purges.purge(['ada']);
    expect(['a', 'b', 'both'].map(has)).toEqual([false, true, false]);
  });

  it('keeps nothing that was being made when it was purged or outdated', () => {
    const { cache, purges, has } = setUp();
    const stores = ['a', 'b', 'c'].map((key) => cache.begin(key));
    purges.purge(['ada']);
    purges.outdate(['cy']);
    for (const [index, tag] of ['ada', 'bo', 'cy'].entries()) stores[index]!(Buffer.from('x'), [tag]);
    expect(['a', 'b', 'c'].map(has)).toEqual([false, true, false]);
  });

  it('keeps lists for seconds and what shows named performers for longer', () => {
    const { pass, store, has } = setUp();
    store('list', [GENERAL, 'ada']);
    store('profile', ['ada']);
    pass(LIFETIMES.general.freshMs);
    expect(['list', 'profile'].map(has)).toEqual([false, true]);
    pass(LIFETIMES.ofPerformers.freshMs);
    expect(has('profile')).toBe(false);
  });

  it('holds no more bytes than it may, and nothing when it is off', () => {
    const { cache, store, has } = setUp({ maxBytes: 10_000 });
    for (const key of ['a', 'b', 'c']) store(key, ['ada'], 'x'.repeat(4000));
    expect([cache.size() <= 10_000, has('a'), has('c')]).toEqual([true, false, true]);
    const off = setUp({ freshMs: 0 });
    off.store('a', ['ada']);
    expect(off.has('a')).toBe(false);
  });
});
