import type { CurrentUser } from '@stagedoor/contract/users';
import { createContext, use, useSyncExternalStore } from 'react';

type Listener = () => void;

/** The account logged in on this page; null for a visitor. */
export interface SessionStore {
  get: () => CurrentUser | null;
  set: (user: CurrentUser | null) => void;
  /** Updates parts of it, such as the balance after a payment. */
  update: (change: Partial<CurrentUser>) => void;
  /**
   * The session is over: a full navigation to the log-in, so that no data stays in memory.
   * After a 401 the return address is kept; after a log-out it is not.
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

/** The browser's single session store. On the server each request creates its own. */
export const session = createSessionStore(null);

const SessionContext = createContext<SessionStore>(session);
export const SessionProvider = SessionContext.Provider;

/** The store itself, for code that changes it. */
export const useSessionStore = (): SessionStore => use(SessionContext);

/** The current user, or null for a visitor. */
export const useSession = (): CurrentUser | null => {
  const store = use(SessionContext);
  return useSyncExternalStore(store.subscribe, store.get, store.get);
};

/** The current user on pages that require one; the guard redirects visitors. */
export const useCurrentUser = (): CurrentUser => {
  const user = useSession();
  if (!user) throw new Error('This page needs a session.');
  return user;
};
