/**
 * What is typed and not saved yet, kept on this device: an account's in local storage until its log-out or for two
 * weeks, a visitor's in the tab alone. Never passwords, codes or files.
 */
const PREFIX = 'draft.';
const KEPT_MS = 14 * 24 * 3_600_000;

/** A form's fields by name. A field is restored only if its saved value is still the one it was typed over. */
export interface Draft<T> {
  saved: T;
  typed: T;
}

interface Stored<T> extends Draft<T> {
  at: number;
}

const storageOf = (accountId: string | null): Storage => (accountId === null ? sessionStorage : localStorage);
const keyOf = (accountId: string | null, name: string): string => `${PREFIX}${accountId ?? ''}.${name}`;

const isStored = (value: unknown): value is Stored<unknown> =>
  typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'number' && 'saved' in value && 'typed' in value;

const parse = (text: string | null): Stored<unknown> | null => {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isStored(value) ? value : null;
  } catch {
    return null;
  }
};

/** @returns null without one, or without storage */
export const readDraft = <T>(accountId: string | null, name: string, now = Date.now()): Draft<T> | null => {
  try {
    const stored = parse(storageOf(accountId).getItem(keyOf(accountId, name)));
    return stored && now - stored.at < KEPT_MS ? (stored as Stored<T>) : null;
  } catch {
    return null;
  }
};

/** @returns whether it is kept: storage may be full or unavailable */
export const writeDraft = <T>(accountId: string | null, name: string, draft: Draft<T>, now = Date.now()): boolean => {
  try {
    storageOf(accountId).setItem(keyOf(accountId, name), JSON.stringify({ ...draft, at: now }));
    return true;
  } catch {
    return false;
  }
};

export const removeDraft = (accountId: string | null, name: string): void => {
  try {
    storageOf(accountId).removeItem(keyOf(accountId, name));
  } catch {
    // Without storage there is none.
  }
};

const keysWhere = (condition: (key: string) => boolean): string[] => {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '').filter(condition);
  } catch {
    // Without storage there are none.
    return [];
  }
};

/** The name of an account's draft under a key of the storage; null of anything else. */
export const draftNameOf = (accountId: string, key: string): string | null =>
  key.startsWith(keyOf(accountId, '')) ? key.slice(keyOf(accountId, '').length) : null;

/** Names of an account's drafts that begin so. */
export const draftNames = (accountId: string, prefix: string): string[] =>
  keysWhere((key) => key.startsWith(keyOf(accountId, prefix))).map((key) => key.slice(keyOf(accountId, '').length));

/** Removes an account's drafts at its log-out. */
export const removeDraftsOf = (accountId: string): void => removeWhere((key) => key.startsWith(keyOf(accountId, '')));

/** Removes the drafts of all accounts that are no longer kept. */
export const removeOldDrafts = (now = Date.now()): void =>
  removeWhere((key, text) => key.startsWith(PREFIX) && now - (parse(text)?.at ?? 0) >= KEPT_MS);

const removeWhere = (condition: (key: string, text: string | null) => boolean): void => {
  try {
    for (const key of keysWhere(() => true)) if (condition(key, localStorage.getItem(key))) localStorage.removeItem(key);
  } catch {
    // Without storage there are none.
  }
};
