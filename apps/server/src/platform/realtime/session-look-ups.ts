import type { AccountViewer } from '../auth/viewer.ts';

/** Stands for all sessions and accounts where changes of any may have been missed. */
export const ANY = 'any';

/** Looks sessions up so that no result is older than a change that was noted meanwhile. Owns the look-ups under way. */
export const createSessionLookUps = () => {
  /** For each look-up under way, the sessions and accounts that changed since it began. */
  const lookUps = new Set<Set<string>>();

  return {
    /** @param id of a session or an account, or ANY */
    noteChange(id: string): void {
      for (const changed of lookUps) changed.add(id);
    },
    async lookUp(token: string, find: (token: string) => Promise<AccountViewer | null>): Promise<AccountViewer | null> {
      const changed = new Set<string>();
      lookUps.add(changed);
      try {
        for (;;) {
          const viewer = await find(token);
          if (!viewer || ![ANY, viewer.sessionId, viewer.accountId, viewer.actingAdminId].some((id) => id !== null && changed.has(id)))
            return viewer;
          changed.clear();
        }
      } finally {
        lookUps.delete(changed);
      }
    },
  };
};
