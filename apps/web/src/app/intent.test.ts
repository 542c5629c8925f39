import { beforeEach, expect, test, vi } from 'vitest';
import { saveIntent, takeIntent } from './intent.ts';

const HOUR_MS = 3_600_000;
const follow = { objectType: 'performer', objectId: 'p1', action: 'follow' } as const;
let stored: string | null = null;
beforeEach(() => {
  stored = null;
  vi.stubGlobal('localStorage', {
    getItem: () => stored,
    setItem: (_key: string, value: string) => {
      stored = value;
    },
    removeItem: () => {
      stored = null;
    },
  });
});

test('an intent is taken once, and only within two hours', () => {
  saveIntent('/ines?purchase=subscribe', follow, 0);
  expect([takeIntent(HOUR_MS), takeIntent(HOUR_MS)]).toEqual([{ returnTo: '/ines?purchase=subscribe', reaction: follow }, null]);
  saveIntent('/ines', null, 0);
  expect(takeIntent(2 * HOUR_MS)).toBeNull();
});

test('another site, another action or something broken is no intent', () => {
  for (const returnTo of ['https://example.org/', '//example.org', String.raw`/\example.org`, '/auth/login', 'ines']) {
    saveIntent(returnTo, follow, 0);
    expect([returnTo, takeIntent(1)]).toEqual([returnTo, null]);
  }
  saveIntent('/ines', { ...follow, action: 'purchase' } as never, 0);
  expect(takeIntent(1)).toEqual({ returnTo: '/ines', reaction: null });
  for (const text of ['{', '[]', '"/ines"', '{"returnTo":"/ines"}']) {
    stored = text;
    expect([text, takeIntent(1)]).toEqual([text, null]);
  }
});
