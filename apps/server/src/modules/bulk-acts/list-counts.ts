import { mayAdmin } from '@stagedoor/contract/admin-roles';
import type { ListCount } from '@stagedoor/contract/bulk-acts';
import { type AdminList, LIST_PERMISSIONS } from '@stagedoor/contract/bulk-acts.values';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { countOn } from '../../platform/listed.ts';
import type { Platform } from '../../platform/platform.ts';
import { LISTS } from './lists.ts';

const COUNT_TASK = 'bulkActs:count';
/** Rows counted in one statement: after each, how many there are so far is written. */
const BATCH = 20_000;

/** A count that an admin asked for. @throws CodedError NOT_FOUND */
export const getCount = async ({ database }: Platform, admin: AccountViewer, countId: string): Promise<ListCount> => {
  const row = await database
    .selectFrom('list_counts')
    .select(['id', 'list', 'counted', 'ended_at'])
    .where('id', '=', countId)
    .where('actor_id', '=', admin.accountId)
    .executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  return { _id: row.id, list: row.list, counted: Number(row.counted), endedAt: row.ended_at?.toISOString() ?? null };
};

/** Begins to count all rows of a list that a filter lets through. @throws CodedError FORBIDDEN without the list's permission */
export const startCount = (
  platform: Platform,
  admin: AccountViewer,
  { list, filter }: { list: AdminList; filter: Readonly<Record<string, unknown>> },
  idempotency: Idempotency | undefined,
): Promise<ListCount> => {
  if (admin.adminRole === null || !mayAdmin(admin.adminRole, LIST_PERMISSIONS[list])) throw new CodedError('FORBIDDEN');
  return transact(platform.database, idempotency, async (trx) => {
    const { id } = await trx
      .insertInto('list_counts')
      .values({ list, filter: JSON.stringify(filter), actor_id: admin.accountId, created_at: platform.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await platform.jobs.enqueue(trx, COUNT_TASK, { countId: id }, { key: `list-count:${id}` });
    return { _id: id, list, counted: 0, endedAt: null };
  });
};

/** Counts in batches, by id; after an interruption from the last row counted. */
const runCount = async (platform: Platform, countId: string, signal: AbortSignal): Promise<void> => {
  const { database, background, clock } = platform;
  const row = await database.selectFrom('list_counts').selectAll().where('id', '=', countId).executeTakeFirst();
  if (!row || row.ended_at) return;
  const listed = await LISTS[row.list](platform, row.filter);
  let { reached, counted } = row;
  do {
    signal.throwIfAborted();
    const batch = await countOn(background, listed, reached, BATCH);
    counted += BigInt(batch.counted);
    reached = batch.last;
    await database
      .updateTable('list_counts')
      .set({ counted, reached, ...(reached === null ? { ended_at: clock.now() } : {}) })
      .where('id', '=', countId)
      .execute();
  } while (reached !== null);
};

export const registerCountJobs = (platform: Platform): void =>
  platform.jobs.register(COUNT_TASK, ({ countId }, { signal }) => runCount(platform, String(countId), signal), { isLong: true });
