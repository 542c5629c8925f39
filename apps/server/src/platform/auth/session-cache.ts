import type { Listener } from '../database/listener.ts';
import type { AccountViewer } from './viewer.ts';

/** How long a session is cached. */
const CACHE_MS = 5_000;
const CACHE_MAX = 50_000;

/** The handlers of a node that follow changes of sessions. */
interface Followers {
  revoked: ((sessionId: string) => void)[];
  accountChanged: ((accountId: string) => void)[];
  gap: (() => void)[];
}

/**
 * The viewers of recently used tokens, by the token's hash. Owns the cache and its followers: a notification of any node invalidates it before the
 * followers are called.
 */
export const createSessionCache = (listener: Listener | undefined) => {
  const cache = new Map<string, { viewer: AccountViewer | null; until: number }>();
  const followers: Followers = { revoked: [], accountChanged: [], gap: [] };
  /** Counts invalidations: a row read before one must not be cached after it. */
  let invalidations = 0;

  const invalidate = (matches: (viewer: AccountViewer) => boolean): void => {
    invalidations += 1;
    for (const [key, { viewer }] of cache) if (viewer && matches(viewer)) cache.delete(key);
  };
  const invalidateAll = (): void => {
    invalidations += 1;
    cache.clear();
  };
  listener?.listen('sessions', (sessionId) => {
    if (sessionId === undefined) {
      invalidateAll();
      for (const handler of followers.gap) handler();
      return;
    }
    invalidate((viewer) => viewer.sessionId === sessionId);
    for (const handler of followers.revoked) handler(sessionId);
  });
  listener?.listen('accounts', (accountId) => {
    if (accountId === undefined) return invalidateAll();
    invalidate((viewer) => viewer.accountId === accountId || viewer.actingAdminId === accountId);
    for (const handler of followers.accountChanged) handler(accountId);
  });

  return {
    followers,
    invalidate,
    /** Returns the viewer that is cached for a token, null for an unknown one; undefined when it must be loaded. */
    get(key: string): AccountViewer | null | undefined {
      const cached = cache.get(key);
      return cached && cached.until > Date.now() ? cached.viewer : undefined;
    },
    /** Loads a viewer and caches it, unless something was invalidated meanwhile. */
    async load(key: string, read: () => Promise<AccountViewer | null>): Promise<{ viewer: AccountViewer | null; isCached: boolean }> {
      const invalidationsBefore = invalidations;
      const viewer = await read();
      if (invalidations !== invalidationsBefore) return { viewer, isCached: false };
      if (cache.size >= CACHE_MAX) cache.clear();
      cache.set(key, { viewer, until: Date.now() + CACHE_MS });
      return { viewer, isCached: true };
    },
  };
};
