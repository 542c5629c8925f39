import { sql } from 'kysely';
import { transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { blockedPair } from '../access/index.ts';
import { type ChargingPlatform, chargeDueMinutes } from './paid-minutes.ts';
import { closeRequests } from './requests.ts';
import { closeSeats } from './seats.ts';
import { endShows } from './stream-state.ts';

/** Takes those out of paid shows who may no longer be in one: suspended accounts, and blocked pairs. */
const removeExcluded = async ({ database }: ChargingPlatform, now: Date): Promise<void> => {
  const { rows } = await sql<{ stream_id: string; account_id: string; type: string }>`
    select p.stream_id, p.account_id, s.type from stream_participants p
    join streams s on s.id = p.stream_id
    join accounts a on a.id = p.account_id
    where p.left_at is null and (a.status <> 'active' or ${blockedPair(sql`s.performer_id`, sql`p.account_id`)})
    order by p.stream_id, p.account_id`.execute(database);
  for (const { stream_id: streamId, account_id: accountId, type } of rows)
    await transact(database, undefined, async (trx) => {
      await sql`select from streams where id = ${streamId}::uuid for no key update`.execute(trx);
      await closeSeats(trx, [streamId], 'removed', 'fan', now, accountId);
      if (type === 'private') await endShows(trx, sql`s.id = ${streamId}::uuid`, 'fan', now);
    });
};

/**
 * Keeps paid shows true by the tables, whatever engines and browsers tell: charges the minutes that are due, expires requests, and takes out
 * who may no longer be there. Any number of workers may run it at once.
 * @returns how many minutes it charged
 */
export const sweepMinutes = async (platform: ChargingPlatform & Pick<Platform, 'log'>): Promise<number> => {
  const now = platform.clock.now();
  await closeRequests(platform, now);
  await removeExcluded(platform, now);
  return chargeDueMinutes(platform, now);
};
