import { sql } from 'kysely';
import { type Trx, isUniqueViolation, recordEvent, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { FIRST, TIMELINES, clearExpiredTimelines, holdAudience, latestFeeds, trimTimelines, writeSlice } from './timelines.ts';

const WRITE = 'feeds:writeTimelines';

/** A feed, and whose it is: what the events of feeds carry. */
export interface PublishedFeed {
  feedId: string;
  performerId: string;
}

/** Whether a performer's feeds are merged at reading; a performer who has got too many fans for anything else becomes one of those. */
const isWide = async (trx: Trx, performerId: string, now: Date): Promise<boolean> => {
  await sql`
    update performers set wide_since = ${now}
    where account_id = ${performerId}::uuid and wide_since is null and follower_count + subscriber_count > ${TIMELINES.wideAudience}`.execute(
    trx,
  );
  const performer = await trx.selectFrom('performers').select('wide_since').where('account_id', '=', performerId).executeTakeFirst();
  return Boolean(performer?.wide_since);
};

/**
 * Brings a published feed into the home feeds of those who follow and subscribe: the first of them at once, the others by a job; none
 * of a performer whose feeds are merged at reading.
 * @returns whether it is in all of them; `timelines.written` tells when it is otherwise
 */
export const publishToTimelines = async (platform: Platform, trx: Trx, { feedId, performerId }: PublishedFeed): Promise<boolean> => {
  const now = platform.clock.now();
  await holdAudience(trx, performerId);
  if (await isWide(trx, performerId, now)) return true;
  const last = await writeSlice(trx, { performerId, feedIds: [feedId], after: FIRST, accounts: TIMELINES.firstSlice, isNew: false, now });
  if (last === null) return true;
  await platform.jobs.enqueue(trx, WRITE, { feedId, performerId, after: last }, { key: `${WRITE}:${feedId}` });
  return false;
};

/** Writes feeds to all accounts after one, a transaction for each slice. It may be repeated: rows that are there stay. */
const writeSlices = async (
  platform: Platform,
  performerId: string,
  feedIds: readonly string[],
  after: string,
  signal?: AbortSignal,
): Promise<void> => {
  const accounts = Math.max(1, Math.floor(TIMELINES.slice / feedIds.length));
  for (let last: string | null = after; last !== null; ) {
    signal?.throwIfAborted();
    const from: string = last;
    const write = (isNew: boolean): Promise<string | null> =>
      transact(platform.background, undefined, async (trx) => {
        await holdAudience(trx, performerId);
        return writeSlice(trx, { performerId, feedIds, after: from, accounts, isNew, now: platform.clock.now() });
      });
    last = await write(true).catch((error: unknown) => {
      if (!isUniqueViolation(error, 'timelines_pkey')) throw error;
      return write(false);
    });
  }
};

/**
 * Gives performers who have lost half of a wide audience back to written home feeds: first their latest feeds are written to all who
 * follow and subscribe, then, when none came meanwhile, reading changes over.
 */
export const narrowAudiences = async (platform: Platform): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from performers where wide_since is not null and follower_count + subscriber_count <= ${Math.floor(TIMELINES.wideAudience / 2)}`.execute(
    platform.database,
  );
  for (const { id: performerId } of rows) {
    const written = new Set<string>();
    for (;;) {
      const missing = (await latestFeeds(platform.database, performerId)).filter((id) => !written.has(id));
      if (missing.length > 0) await writeSlices(platform, performerId, missing, FIRST);
      for (const id of missing) written.add(id);
      const isDone = await transact(platform.database, undefined, async (trx) => {
        await holdAudience(trx, performerId);
        if ((await latestFeeds(trx, performerId)).some((id) => !written.has(id))) return false;
        await sql`update performers set wide_since = null where account_id = ${performerId}::uuid`.execute(trx);
        return true;
      });
      if (isDone) break;
    }
  }
};

/**
 * Leaves every account the newest rows of its home feed, some accounts a transaction. Not with each publication: to count the rows of an
 * account is to visit as many places of the table, which costs more than all that a publication writes.
 */
export const trimAllTimelines = async (platform: Platform, signal?: AbortSignal): Promise<void> => {
  for (let after: string | undefined = FIRST; after !== undefined; ) {
    signal?.throwIfAborted();
    const from: string = after;
    after = await transact(platform.background, undefined, async (trx) => {
      const accounts = await trx
        .selectFrom('accounts')
        .select('id')
        .where('id', '>', from)
        .orderBy('id')
        .limit(TIMELINES.trimmedTogether)
        .execute();
      const ids = accounts.map(({ id }) => id);
      await trimTimelines(trx, ids);
      return ids.at(-1);
    });
  }
};

export const registerTimelineJobs = (platform: Platform): void => {
  platform.jobs.register(WRITE, async (payload, { signal }) => {
    const feedId = String(payload['feedId']);
    const performerId = String(payload['performerId']);
    await writeSlices(platform, performerId, [feedId], String(payload['after']), signal);
    await transact(platform.database, undefined, (trx) => recordEvent(trx, 'timelines.written', { feedId, performerId }));
  });
  platform.jobs.schedule('feeds:narrowAudiences', '23 4 * * *', () => narrowAudiences(platform));
  platform.jobs.schedule(
    'feeds:clearExpiredTimelines',
    '43 4 * * *',
    async () => void (await clearExpiredTimelines(platform.database, platform.clock.now())),
  );
  platform.jobs.schedule('feeds:trimTimelines', '3 5 * * *', (_, { signal }) => trimAllTimelines(platform, signal));
};
