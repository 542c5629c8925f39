import { expect, test } from 'vitest';
import { teaserSpanOf } from './teaser.ts';

test('a teaser begins after a tenth of the film, and lasts at most a fifth of it and ten seconds', () => {
  for (let filmMs = 5000; filmMs < 4_000_000; filmMs += 373) {
    const { beginMs, lengthMs } = teaserSpanOf(filmMs)!;
    expect(beginMs).toBeGreaterThanOrEqual(filmMs / 10);
    expect(beginMs).toBeLessThan(filmMs / 10 + 1);
    expect(lengthMs).toBeLessThanOrEqual(Math.min(10_000, filmMs / 5));
    expect(lengthMs).toBeGreaterThan(Math.min(10_000, filmMs / 5) - 1.01);
    expect(beginMs + lengthMs).toBeLessThanOrEqual(filmMs);
  }
  expect(teaserSpanOf(60_000)).toEqual({ beginMs: 6000, lengthMs: 10_000 });
});

test('too short a film has no teaser', () => {
  expect([0, 300, 4999].map(teaserSpanOf)).toEqual([null, null, null]);
});
