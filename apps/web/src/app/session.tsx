import type { CurrentUser } from '@stagedoor/contract/users';
import { createContext, use, useSyncExternalStore } from 'react';
import { createSessionStore, type SessionStore } from './session-store.ts';

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
