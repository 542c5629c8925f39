import { sql } from 'kysely';
import { type Trx, isUniqueViolation, recordEvent, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { deactivateHomes } from './deactivate-homes.ts';
import { MIN_ID, TIMELINES, clearExpiredTimelines, lockAudience, latestItems, trimTimelines, writeSlice } from './timelines.ts';

const WRITE = 'feeds:writeTimelines';

/** An item and its performer, as the events of items carry them. */
export interface PublishedItem {
  itemId: string;
  performerId: string;
}

/** Whether a performer's feeds are merged on read. Marks the performer when the audience has grown beyond the limit. */
const isWideAudience = async (trx: Trx, performerId: string, now: Date): Promise<boolean> => {
  await sql`
    update performers p set wide_since = ${now}
    from performer_counters n where n.performer_id = p.account_id
      and p.account_id = ${performerId}::uuid and p.wide_since is null and n.follower_count + n.subscriber_count > ${TIMELINES.wideAudience}`.execute(
    trx,
  );
  const performer = await trx.selectFrom('performers').select('wide_since').where('account_id', '=', performerId).executeTakeFirst();
  return Boolean(performer?.wide_since);
};

/**
 * Writes a published feed to the active home feeds of followers and subscribers: the first slice at once, the others by a job. Does nothing
 * for a performer whose feeds are merged on read.
 * @returns whether it is in all of them; otherwise the event `timelines.written` follows
 */
export const publishToTimelines = async (platform: Platform, trx: Trx, { itemId, performerId }: PublishedItem): Promise<boolean> => {
  const now = platform.clock.now();
  await lockAudience(trx, performerId);
  if (await isWideAudience(trx, performerId, now)) return true;
  const last = await writeSlice(trx, {
    performerId,
    itemIds: [itemId],
    after: MIN_ID,
    accounts: TIMELINES.firstSlice,
    isNew: false,
    homes: 'active',
    now,
  });
  if (last === null) return true;
  await platform.jobs.enqueue(trx, WRITE, { itemId, performerId, after: last }, { key: `${WRITE}:${itemId}` });
  return false;
};

/** Writes feeds to all accounts after a given one, one transaction per slice. Idempotent: existing rows stay. */
const writeSlices = async (
  platform: Platform,
  performerId: string,
  itemIds: readonly string[],
  after: string,
  homes: 'active' | 'all',
  signal?: AbortSignal,
): Promise<void> => {
  const accounts = Math.max(1, Math.floor(TIMELINES.slice / itemIds.length));
  for (let last: string | null = after; last !== null; ) {
    signal?.throwIfAborted();
    const from: string = last;
    const write = (isNew: boolean): Promise<string | null> =>
      transact(platform.background, undefined, async (trx) => {
        await lockAudience(trx, performerId);
        return writeSlice(trx, { performerId, itemIds, after: from, accounts, isNew, homes, now: platform.clock.now() });
      });
    last = await write(true).catch((error: unknown) => {
      if (!isUniqueViolation(error, 'timelines_pkey')) throw error;
      return write(false);
    });
  }
};

/**
 * Switches performers who have lost half of a wide audience back to written home feeds: first their latest feeds are written to all
 * followers and subscribers, inactive ones too, because a fill leaves out performers who are still wide; then, if none was published
 * meanwhile, reading switches over.
 */
export const narrowAudiences = async (platform: Platform): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select p.account_id as id from performers p join performer_counters n on n.performer_id = p.account_id
    where p.wide_since is not null and n.follower_count + n.subscriber_count <= ${Math.floor(TIMELINES.wideAudience / 2)}`.execute(
    platform.database,
  );
  for (const { id: performerId } of rows) {
    const written = new Set<string>();
    for (;;) {
      const missing = (await latestItems(platform.database, performerId)).filter((id) => !written.has(id));
      if (missing.length > 0) await writeSlices(platform, performerId, missing, MIN_ID, 'all');
      for (const id of missing) written.add(id);
      const isDone = await transact(platform.database, undefined, async (trx) => {
        await lockAudience(trx, performerId);
        if ((await latestItems(trx, performerId)).some((id) => !written.has(id))) return false;
        await sql`update performers set wide_since = null where account_id = ${performerId}::uuid`.execute(trx);
        return true;
      });
      if (isDone) break;
    }
  }
};

/**
 * Trims every account's home feed to its newest rows, some accounts per transaction. Not done with each publication: counting an account's
 * rows visits as many places of the table, which costs more than everything a publication writes.
 */
export const trimAllTimelines = async (platform: Platform, signal?: AbortSignal): Promise<void> => {
  for (let after: string | undefined = MIN_ID; after !== undefined; ) {
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
    const itemId = String(payload['itemId']);
    const performerId = String(payload['performerId']);
    await writeSlices(platform, performerId, [itemId], String(payload['after']), 'active', signal);
    await transact(platform.database, undefined, (trx) => recordEvent(trx, 'timelines.written', { itemId, performerId }));
  });
  platform.jobs.schedule('feeds:narrowAudiences', '23 4 * * *', () => narrowAudiences(platform));
  platform.jobs.schedule(
    'feeds:clearExpiredTimelines',
    '43 4 * * *',
    async () => void (await clearExpiredTimelines(platform.database, platform.clock.now())),
  );
  platform.jobs.schedule('timelines:deactivateHomes', '53 3 * * *', (_, { signal }) => deactivateHomes(platform, signal));
  platform.jobs.schedule('feeds:trimTimelines', '3 5 * * *', (_, { signal }) => trimAllTimelines(platform, signal));
};
