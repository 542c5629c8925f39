import { sql } from 'kysely';
import { type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import { transact } from '../../platform/database/database.ts';
import { networkOf } from '../../platform/network.ts';
import type { Platform } from '../../platform/platform.ts';
import { findVisiblePerformerId } from './performers.queries.ts';

const DAY_MS = 86_400_000;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/**
 * Counts a profile view: once a day per account, and per network for visitors. An account's view also uses up its network's, so that
 * logging out doesn't count twice; accounts with unverified addresses count as visitors, so that creating some doesn't help. Own views and
 * admins' don't count. Viewers are stored as a keyed hash for a day (`sweepViews`).
 * @throws CodedError NOT_FOUND also for those blocked
 */
export const countView = async (
  platform: Platform,
  viewer: Viewer,
  ip: string,
  country: string | null,
  idOrUsername: string,
): Promise<number> => {
  const performerId = await findVisiblePerformerId(platform, viewer, country, idOrUsername);
  const day = dayOf(platform.clock.now());
  const accountId = accountIdOf(viewer);
  const isOther = viewer.kind === 'visitor' || (viewer.role !== 'admin' && !viewer.actingAdminId && accountId !== performerId);
  return transact(platform.database, undefined, async (trx) => {
    if (isOther) {
      const keyOf = (who: string): string => platform.encryption.fingerprint(`${day} ${performerId} ${who}`, 'profileViews');
      const insert = async (who: string): Promise<boolean> =>
        (await trx
          .insertInto('profile_views')
          .values({ performer_id: performerId, viewer: keyOf(who), day })
          .onConflict((conflict) => conflict.doNothing())
          .returning('day')
          .executeTakeFirst()) !== undefined;
      const isAccount = viewer.kind === 'account' && viewer.emailVerified;
      const isNewNetwork = await insert(`network ${networkOf(ip)}`);
      const counts = isAccount ? await insert(`account ${accountId}`) : isNewNetwork;
      if (counts)
        await sql`update performer_counters set view_count = view_count + 1 where performer_id = ${performerId}::uuid`.execute(trx);
    }
    const { view_count } = await trx
      .selectFrom('performer_counters')
      .select('view_count')
      .where('performer_id', '=', performerId)
      .executeTakeFirstOrThrow();
    return view_count;
  });
};

/** Deletes the stored viewers; the counts stay. After two days, a day is over in every time zone. @returns how many rows */
export const sweepViews = async ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<number> => {
  const before = dayOf(new Date(clock.now().getTime() - DAY_MS));
  const { numDeletedRows } = await database.deleteFrom('profile_views').where('day', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
};
