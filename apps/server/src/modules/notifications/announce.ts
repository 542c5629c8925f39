import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { countUnread } from './notifications.queries.ts';

/** Tells the browsers of accounts how many notifications are unread, after the commit: of those that are connected. */
export const announceTotals = async (platform: Platform, realtime: Realtime, accountIds: readonly string[]): Promise<void> => {
  if (accountIds.length === 0) return;
  const connected = new Set(realtime.accounts());
  for (const accountId of accountIds) {
    if (!connected.has(accountId)) continue;
    // From which country they look isn't known here: what is hidden there alone is left out when they fetch the list.
    const { total } = await countUnread(platform.database, { accountId, country: null });
    realtime.toAccount(accountId, 'notifications/changed', { total });
  }
};
