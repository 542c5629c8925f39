import { sweepItemViews } from './count-item-view.ts';
import { kindsWith } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import { type Trx, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { registerSearchIndex } from '../../platform/search/search-indexes.ts';
import { countFrequencies } from './item-frequencies.ts';
import { ITEM_SEARCH } from './item-search.store.ts';
import { reconcileCounters } from './counters.ts';
import { refreshContents } from './item-files.ts';
import { stateAfterFiles } from './items.rules.ts';
import { type ItemRow, withdrawItem } from './items.store.ts';
import { itemKind, registeredKinds } from './kinds.ts';
import { releaseFiles } from './release-files.ts';
import { publishItem } from './review.store.ts';
import { countWords } from './search-items.queries.ts';

const BATCH = 50;

/** Handles rows in batches of a transaction each, until a batch isn't full. @returns how many */
const inBatches = async (platform: Platform, handle: (trx: Trx, now: Date) => Promise<number>): Promise<number> => {
  for (let count = 0; ; ) {
    const now = platform.clock.now();
    const done = await transact(platform.database, undefined, (trx) => handle(trx, now));
    count += done;
    if (done < BATCH) return count;
  }
};

/** Shows the items whose time has come, oldest first; one whose video is still being encoded is shown once it is ready. */
export const publishDueItems = (platform: Platform): Promise<number> =>
  inBatches(platform, async (trx, now) => {
    // Two nodes at once take different ones.
    const { rows } = await sql<ItemRow>`
      select * from items where state = 'scheduled' and scheduled_at <= ${now} and kind = any(${registeredKinds()}::text[])
      order by scheduled_at, id limit ${sql.lit(BATCH)} for update skip locked`.execute(trx);
    for (const item of rows) {
      const files = await refreshContents(trx, item.id, now, itemKind(item.kind).mediaType);
      if (stateAfterFiles(files) === 'active') await publishItem(platform, trx, item, now);
      else await trx.updateTable('items').set({ state: 'processing', updated_at: now }).where('id', '=', item.id).execute();
    }
    return rows.length;
  });

/** Withdraws the items whose time is over: they are drafts again, and those who bought them keep them. */
export const withdrawExpiredItems = (platform: Platform): Promise<number> =>
  inBatches(platform, async (trx, now) => {
    const { rows } = await sql<ItemRow>`
      select * from items where state = 'active' and expires_at <= ${now} order by expires_at, id limit ${sql.lit(BATCH)}
      for update skip locked`.execute(trx);
    for (const item of rows) await withdrawItem(trx, item, 'draft', now);
    return rows.length;
  });

export const registerItemJobs = (platform: Platform): void => {
  platform.jobs.schedule('feeds:publishDue', '* * * * *', async () => void (await publishDueItems(platform)));
  platform.jobs.schedule('feeds:withdrawExpired', '* * * * *', async () => void (await withdrawExpiredItems(platform)));
  platform.jobs.schedule('items:releaseFiles', '17 * * * *', async (_, { signal }) => void (await releaseFiles(platform, signal)));
  platform.jobs.schedule('items:sweepViews', '19 2 * * *', async () => void (await sweepItemViews(platform)));
  registerSearchIndex(platform, ITEM_SEARCH);
  platform.jobs.schedule('items:countFrequencies', '47 3 * * *', () => countFrequencies(platform));
  platform.jobs.schedule('items:countWords', '47 4 * * *', () => countWords(platform, kindsWith('isSearched')));
  platform.jobs.schedule('items:reconcileCounters', '33 4 * * *', (_, { signal }) => reconcileCounters(platform, signal));
};
