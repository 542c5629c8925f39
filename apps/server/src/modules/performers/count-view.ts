import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import { transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findVisiblePerformerId } from './performers.queries.ts';

const DAY_MS = 86_400_000;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Whoever has one address of IPv6 has all of its /64: they are one. An address of IPv4 is itself, in whatever form it came. */
export const networkOf = (ip: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1]!;
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const whole =
    tail === undefined ? groups : [...groups, ...Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0'), ...rest];
  return whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
};

/**
 * Counts a view of a profile: once a day for each account, and for each network that visitors come from. An account's view takes its
 * network's too, so that logging out makes no second one; an account whose address isn't verified is a visitor here, so that inventing some
 * doesn't help. The own views don't count, nor an admin's. Who looked is kept as a fingerprint by the site's key, for a day
 * (`sweepViews`).
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
      const keyOf = (who: string): string => platform.sealing.fingerprint(`${day} ${performerId} ${who}`, 'profileViews');
      const insert = async (who: string): Promise<boolean> =>
        (await trx
          .insertInto('profile_views')
          .values({ performer_id: performerId, viewer: keyOf(who), day })
          .onConflict((conflict) => conflict.doNothing())
          .returning('day')
          .executeTakeFirst()) !== undefined;
      const isAccount = viewer.kind === 'account' && viewer.emailVerified;
      const isFirstOfNetwork = await insert(`network ${networkOf(ip)}`);
      const counts = isAccount ? await insert(`account ${accountId}`) : isFirstOfNetwork;
      if (counts) await sql`update performers set view_count = view_count + 1 where account_id = ${performerId}::uuid`.execute(trx);
    }
    const { view_count } = await trx
      .selectFrom('performers')
      .select('view_count')
      .where('account_id', '=', performerId)
      .executeTakeFirstOrThrow();
    return view_count;
  });
};

/** Forgets who looked: the counts stay. A day is over everywhere after two. @returns how many rows went */
export const sweepViews = async ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<number> => {
  const before = dayOf(new Date(clock.now().getTime() - DAY_MS));
  const { numDeletedRows } = await database.deleteFrom('profile_views').where('day', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
};
