import { sql } from 'kysely';
import { recordEvent, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { withdrawItem } from '../entitlement/index.ts';
import { stateAfterFiles } from './feeds.rules.ts';
import { type FeedRow, refreshFeedMedia } from './feeds.store.ts';
import { activateFeed } from './publish-feed.ts';
import { registerTimelineJobs } from './write-timelines.ts';

const BATCH = 50;

/** Publishes the feeds that are due, oldest first; one whose video is still processing is published once it is ready. */
export const publishDueFeeds = async (platform: Platform): Promise<number> => {
  let count = 0;
  for (;;) {
    const now = platform.clock.now();
    const done = await transact(platform.database, undefined, async (trx) => {
      // Concurrent nodes take different ones.
      const { rows } = await sql<FeedRow>`
        select * from feeds where state = 'scheduled' and scheduled_at <= ${now} order by scheduled_at, id limit ${BATCH}
        for update skip locked`.execute(trx);
      for (const feed of rows) {
        const files = await refreshFeedMedia(trx, feed);
        if (stateAfterFiles(files) === 'active') await activateFeed(trx, feed, now);
        else await trx.updateTable('feeds').set({ state: 'processing', updated_at: now }).where('id', '=', feed.id).execute();
      }
      return rows.length;
    });
    count += done;
    if (done < BATCH) return count;
  }
};

/** Withdraws expired feeds: they become drafts again, and buyers keep access. */
export const withdrawExpiredFeeds = async (platform: Platform): Promise<number> => {
  let count = 0;
  for (;;) {
    const now = platform.clock.now();
    const done = await transact(platform.database, undefined, async (trx) => {
      const { rows } = await sql<FeedRow>`
        select * from feeds where state = 'active' and expires_at <= ${now} order by expires_at, id limit ${BATCH} for update skip locked`.execute(
        trx,
      );
      for (const { id, performer_id: performerId } of rows) {
        await trx
          .updateTable('feeds')
          .set({ state: 'draft', expires_at: null, scheduled_at: null, pinned_at: null, updated_at: now })
          .where('id', '=', id)
          .execute();
        await withdrawItem(trx, id);
        await recordEvent(trx, 'feeds.deleted', { feedId: id, performerId });
      }
      return rows.length;
    });
    count += done;
    if (done < BATCH) return count;
  }
};

export const registerFeedJobs = (platform: Platform): void => {
  registerTimelineJobs(platform);
  platform.jobs.schedule('feeds:publishDue', '* * * * *', async () => void (await publishDueFeeds(platform)));
  platform.jobs.schedule('feeds:withdrawExpired', '* * * * *', async () => void (await withdrawExpiredFeeds(platform)));
};
