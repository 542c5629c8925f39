import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { countUnreadOfAll } from './notifications.queries.ts';

const TASK = 'notifications/announceTotals';
/** Accounts of one message between nodes. */
const SLICE = 500;

/** Tells the browsers of accounts how many notifications are unread, after the commit: of those that are connected, to any node. */
export const announceTotals = async (realtime: Realtime, accountIds: readonly string[]): Promise<void> => {
  for (let start = 0; start < accountIds.length; start += SLICE)
    await realtime.runOnNodes(TASK, { accountIds: accountIds.slice(start, start + SLICE) });
};

/** What each node does to announce totals: it counts for the accounts connected to it. */
export const registerTotals = (platform: Platform, realtime: Realtime): void =>
  realtime.onTask(TASK, async ({ accountIds }) => {
    const here = accountIds.filter((accountId) => realtime.isConnected(accountId));
    if (here.length === 0) return;
    // From which country they look isn't known here: what is hidden there alone is left out when they fetch the list.
    for (const { accountId, total } of await countUnreadOfAll(platform.database, here))
      realtime.local.toAccount(accountId, 'notifications/changed', { total });
  });
