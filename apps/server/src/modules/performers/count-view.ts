import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import { transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findVisiblePerformerId } from './performers.queries.ts';

/**
 * Counts a view of a profile: once a day for each account, or for each address of visitors (kept as a hash); one's
 * own views don't count, nor those of an admin who looks at the site as someone else does.
 * @throws CodedError NOT_FOUND
 */
export const countView = async (
  platform: Platform,
  viewer: Viewer,
  ip: string,
  country: string | null,
  idOrUsername: string,
): Promise<number> => {
  const performerId = await findVisiblePerformerId(platform, viewer, country, idOrUsername);
  const day = platform.clock.now().toISOString().slice(0, 10);
  const accountId = accountIdOf(viewer);
  const who = accountId ?? createHash('sha256').update(`${day}:${ip}`).digest('base64url');
  return transact(platform.database, undefined, async (trx) => {
    if (accountId !== performerId && !(viewer.kind === 'account' && viewer.actingAdminId)) {
      const counted = await trx
        .insertInto('profile_views')
        .values({ performer_id: performerId, viewer: who, day })
        .onConflict((conflict) => conflict.doNothing())
        .returning('day')
        .executeTakeFirst();
      if (counted) await sql`update performers set view_count = view_count + 1 where account_id = ${performerId}::uuid`.execute(trx);
    }
    const { view_count } = await trx
      .selectFrom('performers')
      .select('view_count')
      .where('account_id', '=', performerId)
      .executeTakeFirstOrThrow();
    return view_count;
  });
};
