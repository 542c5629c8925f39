import type { CurrentUser } from '@stagedoor/contract/users';

type Listener = () => void;

/** The account logged in on this page; null for a visitor. */
export interface SessionStore {
  get: () => CurrentUser | null;
  set: (user: CurrentUser | null) => void;
  /** Updates parts of it, such as the balance after a payment. */
  update: (change: Partial<CurrentUser>) => void;
  /** Replaces it by what `load` returns; updates made while that was under way are kept, as the response may be older. */
  refresh: (load: () => Promise<CurrentUser>) => Promise<CurrentUser>;
  /**
   * The session is over: a full navigation to the log-in, so that no data stays in memory.
   * After a 401 the return address is kept; after a log-out it is not.
   */
  end: (returnTo?: string) => void;
  /** The user logs out: the refusals that calls and the socket meet from now on keep no return address. */
  beginLogOut: () => void;
  isLoggingOut: () => boolean;
  /** Why the session ends, for the log-in page, if it ends now. */
  setEndReason: (reason: 'idle') => void;
  subscribe: (listener: Listener) => Listener;
}

export const createSessionStore = (initial: CurrentUser | null): SessionStore => {
  let user = initial;
  const listeners = new Set<Listener>();
  let ending = false;
  let loggingOut = false;
  let reason: 'idle' | null = null;
  /** What was updated since each refresh under way began. */
  const newer = new Set<Partial<CurrentUser>>();
  const set = (next: CurrentUser | null) => {
    user = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => user,
    set,
    update: (change) => {
      for (const changes of newer) Object.assign(changes, change);
      if (user) set({ ...user, ...change });
    },
    refresh: async (load) => {
      const changes: Partial<CurrentUser> = {};
      newer.add(changes);
      try {
        const current = { ...(await load()), ...changes };
        set(current);
        return current;
      } finally {
        newer.delete(changes);
      }
    },
    end: (returnTo) => {
      if (ending) return;
      ending = true;
      const why = reason ? `&reason=${reason}` : '';
      location.assign(returnTo && !loggingOut ? `/login?returnTo=${encodeURIComponent(returnTo)}${why}` : '/auth/login');
    },
    beginLogOut: () => {
      loggingOut = true;
    },
    isLoggingOut: () => loggingOut,
    setEndReason: (given) => {
      reason = given;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
