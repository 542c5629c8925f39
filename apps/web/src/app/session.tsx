import type { CurrentUser } from '@stagedoor/contract/users';
import { createContext, use, useSyncExternalStore } from 'react';

type Listener = () => void;

/** Who is logged in on this page; null is a visitor. */
export interface SessionStore {
  get: () => CurrentUser | null;
  set: (user: CurrentUser | null) => void;
  /** Changes some of it: the balance after a payment. */
  update: (change: Partial<CurrentUser>) => void;
  /**
   * The session is over: the whole page is left for the log-in, so that nothing of it stays in memory.
   * After a 401 the way back is kept; after a log-out it is not.
   */
  end: (returnTo?: string) => void;
  subscribe: (listener: Listener) => Listener;
}

export const createSessionStore = (initial: CurrentUser | null): SessionStore => {
  let user = initial;
  const listeners = new Set<Listener>();
  let ending = false;
  const set = (next: CurrentUser | null) => {
    user = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => user,
    set,
    update: (change) => {
      if (user) set({ ...user, ...change });
    },
    end: (returnTo) => {
      if (ending) return;
      ending = true;
      location.assign(returnTo ? `/login?returnTo=${encodeURIComponent(returnTo)}` : '/auth/login');
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** The browser's one session. On the server each request makes its own. */
export const session = createSessionStore(null);

const SessionContext = createContext<SessionStore>(session);
export const SessionProvider = SessionContext.Provider;

/** The store itself, for what changes it. */
export const useSessionStore = (): SessionStore => use(SessionContext);

/** The current user, or null for a visitor. */
export const useSession = (): CurrentUser | null => {
  const store = use(SessionContext);
  return useSyncExternalStore(store.subscribe, store.get, store.get);
};

/** The current user on pages that need one; the guard keeps visitors away from them. */
export const useCurrentUser = (): CurrentUser => {
  const user = useSession();
  if (!user) throw new Error('This page needs a session.');
  return user;
};
