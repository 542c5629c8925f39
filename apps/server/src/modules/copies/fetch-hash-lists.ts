import { sql } from 'kysely';
import { transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { messageOf } from '../../platform/thrown.ts';
import { type ListedHash, compareFile, countListed, forgetListMatches, keepListed, removeListed, writeListed } from '../files/index.ts';
import { releaseItemsWithFile } from '../items/index.ts';
import { type HashList, HashListError, type HashListPage, createFeedList } from './read-hash-list.ts';

/** The job that reads one list, and the scheduled one that starts it for each. */
export const FETCH_LIST_TASK = 'copies:fetchList';
const FETCH_LISTS_TASK = 'copies:fetchLists';

/** Entries written in one transaction, so that whoever takes something down meanwhile waits for moments only. */
const BATCH = 5000;
/** Pages of one fetch; the next one goes on. */
const MAX_PAGES = 500;

/** The purpose that a list's token is encrypted for. */
export const hashListContext = (listId: string): string => `hashList:${listId}`;

/** Compares the files again that waited for the sake of a list: what it no longer has lets them go. */
export const compareAgain = async (platform: Platform, fileIds: readonly string[]): Promise<void> => {
  const { background, clock } = platform;
  for (const fileId of fileIds) {
    if (await compareFile(platform, fileId)) continue;
    await transact(background, undefined, (trx) => releaseItemsWithFile(platform, trx, fileId, clock.now()));
  }
};

/** Writes a page of a list. @returns files that waited for the sake of what is withdrawn */
const writePage = async (platform: Platform, listId: string, page: HashListPage): Promise<string[]> => {
  const { background, clock } = platform;
  const inBatches = async (entries: readonly ListedHash[]): Promise<void> => {
    for (let at = 0; at < entries.length; at += BATCH)
      await transact(background, undefined, (trx) => writeListed(trx, listId, entries.slice(at, at + BATCH), clock.now()));
  };
  await inBatches(page.added);
  return transact(background, undefined, async (trx) => {
    const removed =
      (await removeListed(trx, listId, page.withdrawn)) + (page.cursor === null ? await keepListed(trx, listId, page.added) : 0);
    return removed > 0 ? forgetListMatches(trx, listId) : [];
  });
};

/**
 * Reads what a list has new. Each page is kept with where the next one begins, so that a fetch that is stopped goes on from there.
 * @throws HashListError
 */
export const fetchHashList = async (
  platform: Platform,
  listId: string,
  list: HashList,
  from: string | null,
  signal: AbortSignal,
): Promise<void> => {
  const { background, clock } = platform;
  let cursor = from;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    signal.throwIfAborted();
    const page = await list.entriesSince(cursor);
    if (page.hasMore && page.cursor === cursor) throw new HashListError('format', 'the cursor stays the same');
    await compareAgain(platform, await writePage(platform, listId, page));
    cursor = page.cursor;
    await background.updateTable('hash_lists').set({ cursor }).where('id', '=', listId).execute();
    if (!page.hasMore) break;
  }
  await background
    .updateTable('hash_lists')
    .set({ fetched_at: clock.now(), failure: null, failed_at: null, entries: await countListed(background, listId) })
    .where('id', '=', listId)
    .execute();
};

/** Reads a stored list; a failure is noted in its row, and the next day it is tried again. */
const fetchStored = async (platform: Platform, listId: string, signal: AbortSignal): Promise<void> => {
  const { background, encryption, config, clock, log } = platform;
  const row = await background
    .selectFrom('hash_lists')
    .selectAll()
    .where('id', '=', listId)
    .where('is_enabled', '=', true)
    .executeTakeFirst();
  if (!row) return;
  const token = row.token_sealed && encryption.decrypt<string>(row.token_sealed, hashListContext(listId));
  const list = createFeedList({ name: row.name, address: row.address, token }, { networks: config.linkPreviewNetworks });
  try {
    await fetchHashList(platform, listId, list, row.cursor, signal);
  } catch (error) {
    if (!(error instanceof HashListError)) throw error;
    log.warn({ err: messageOf(error), list: row.name }, 'a list of hashes could not be read');
    await background.updateTable('hash_lists').set({ failure: error.problem, failed_at: clock.now() }).where('id', '=', listId).execute();
  }
};

export const registerHashLists = (platform: Platform): void => {
  const { jobs, background } = platform;
  jobs.register(FETCH_LIST_TASK, (payload, { signal }) => fetchStored(platform, String(payload['listId']), signal), { isLong: true });
  jobs.schedule(FETCH_LISTS_TASK, '11 3 * * *', async () => {
    const { rows } = await sql<{ id: string }>`select id from hash_lists where is_enabled order by id`.execute(background);
    for (const { id } of rows) await enqueueFetch(platform, background, id);
  });
};

/** Has a list read in the background. */
export const enqueueFetch = ({ jobs }: Platform, executor: Parameters<typeof jobs.enqueue>[0], listId: string): Promise<void> =>
  jobs.enqueue(executor, FETCH_LIST_TASK, { listId }, { key: `hashList:${listId}`, queue: FETCH_LIST_TASK, maxAttempts: 3 });
