import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import { findVisiblePerformerId } from './performers.queries.ts';

/** Whether an account subscribes to a performer now, and until when. */
export const checkSubscription = async (
  platform: Platform,
  viewer: AccountViewer,
  country: string | null,
  idOrUsername: string,
): Promise<{ subscribed: boolean; expiresAt: string | null }> => {
  const performerId = await findVisiblePerformerId(platform, viewer, country, idOrUsername);
  const row = await platform.database
    .selectFrom('subscriptions')
    .select('expires_at')
    .where('fan_id', '=', viewer.accountId)
    .where('performer_id', '=', performerId)
    .executeTakeFirst();
  const subscribed = row !== undefined && row.expires_at > platform.clock.now();
  return { subscribed, expiresAt: subscribed ? row.expires_at.toISOString() : null };
};
