import { beforeEach, expect, test, vi } from 'vitest';
import { readDraft, removeDraftsOf, removeOldDrafts, writeDraft } from './draft-store.ts';
import { changedFields, stillApplying } from './form-fields.ts';

const createStorage = (): Storage => {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
};

const DAY_MS = 86_400_000;
beforeEach(() => {
  vi.stubGlobal('localStorage', createStorage());
  vi.stubGlobal('sessionStorage', createStorage());
});

test('a draft belongs to one account, is kept for two weeks, and goes at the log-out', () => {
  const draft = { saved: { bio: '' }, typed: { bio: 'Cello' } };
  expect(writeDraft('ana', 'profile', draft, 0)).toBe(true);
  expect(readDraft('ana', 'profile', 14 * DAY_MS - 1)).toMatchObject(draft);
  expect([readDraft('ana', 'profile', 14 * DAY_MS), readDraft('ben', 'profile', 1), readDraft(null, 'profile', 1)]).toEqual([
    null,
    null,
    null,
  ]);
  writeDraft('ben', 'profile', draft, DAY_MS);
  localStorage.setItem('ui.siteName', 'Loft');
  removeOldDrafts(14 * DAY_MS);
  expect([localStorage.length, readDraft('ben', 'profile', DAY_MS)]).toEqual([2, expect.objectContaining(draft)]);
  removeDraftsOf('ben');
  expect([localStorage.length, localStorage.getItem('ui.siteName')]).toEqual([1, 'Loft']);
});

test('a visitor’s draft stays in the tab; what isn’t a draft, or can’t be stored, is none', () => {
  writeDraft(null, 'contact', { saved: {}, typed: { message: 'Hello' } });
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 1]);
  localStorage.setItem('draft.ana.profile', '{"typed":');
  expect(readDraft('ana', 'profile')).toBeNull();
  localStorage.setItem('draft.ana.profile', '{"typed":{}}');
  expect(readDraft('ana', 'profile')).toBeNull();
  vi.stubGlobal('localStorage', undefined);
  expect([writeDraft('ana', 'profile', { saved: {}, typed: {} }), readDraft('ana', 'profile')]).toEqual([false, null]);
});

test('a field changed elsewhere since keeps its newer value, the others are restored', () => {
  const draft = { saved: { name: 'Luna', bio: '', craft: 'Dance' }, typed: { name: 'Luna M.', bio: 'Cello', craft: 'Dance' } };
  expect(changedFields(draft.saved, draft.typed)).toEqual({ name: 'Luna M.', bio: 'Cello' });
  expect(stillApplying(draft, { name: 'Luna', bio: '', craft: 'Music' })).toEqual({ name: 'Luna M.', bio: 'Cello' });
  expect(stillApplying(draft, { name: 'Moon', bio: '', craft: 'Dance' })).toEqual({ bio: 'Cello' });
  // Saved meanwhile: there is nothing to restore.
  expect(stillApplying(draft, { name: 'Luna M.', bio: 'Cello', craft: 'Dance' })).toEqual({});
});
