import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draftOf, forgetDraft, NO_ADDRESS, saveDraft } from './saved-address.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const DRAFT = { accountId: 'ana', address: { ...NO_ADDRESS, name: 'Ana Ruiz', city: 'Lisbon' }, couponCode: 'SPRING' };

it('what was typed at the checkout is there each time it opens, until it is paid', () => {
  saveDraft(DRAFT);
  expect([draftOf('ana'), draftOf('ana')]).toEqual([DRAFT, DRAFT]);
  forgetDraft();
  expect(draftOf('ana')).toBeNull();
});

it('another account in the same tab doesn’t see it', () => {
  saveDraft(DRAFT);
  expect(draftOf('ben')).toBeNull();
});
