import type { HashList as HashListView } from '@stagedoor/contract/copies';
import { HASH_LIST_PROBLEMS, type HashListProblem } from '@stagedoor/contract/copies.values';
import { isOneOf } from '@stagedoor/contract/keys.values';
import { type Selectable, sql } from 'kysely';
import { type Executor, type Idempotency, recordAudit, transact } from '../../platform/database/database.ts';
import type { HashLists } from '../../platform/database/schema.gen.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { forgetListMatches } from '../files/index.ts';
import { compareAgain, enqueueFetch, hashListContext } from './fetch-hash-lists.ts';
import { HashListError, createFeedList } from './read-hash-list.ts';

type Row = Selectable<HashLists>;

/** A site has so many lists at most. */
const MAX_LISTS = 50;

const viewOf = (row: Row): HashListView => ({
  _id: row.id,
  name: row.name,
  address: row.address,
  hasToken: row.token_sealed !== null,
  isEnabled: row.is_enabled,
  entries: row.entries,
  fetchedAt: row.fetched_at?.toISOString() ?? null,
  problem: row.failure !== null && isOneOf(HASH_LIST_PROBLEMS, row.failure) ? row.failure : null,
  failedAt: row.failed_at?.toISOString() ?? null,
});

export const listHashLists = async ({ database }: Pick<Platform, 'database'>): Promise<{ data: HashListView[] }> => {
  const rows = await database.selectFrom('hash_lists').selectAll().orderBy('name').orderBy('id').execute();
  return { data: rows.map(viewOf) };
};

/** @throws CodedError NOT_FOUND */
const rowOf = async (executor: Executor, listId: string): Promise<Row> => {
  const row = await executor.selectFrom('hash_lists').selectAll().where('id', '=', listId).executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  return row;
};

/** The token that was entered, or the stored one: for the stored address alone, since a test would send it to anybody. */
const tokenOf = (
  { encryption }: Pick<Platform, 'encryption'>,
  stored: Row | null,
  { address, token }: { address: string; token: string },
) =>
  token !== ''
    ? token
    : stored?.token_sealed && stored.address === address
      ? encryption.decrypt<string>(stored.token_sealed, hashListContext(stored.id))
      : null;

interface ListEntry {
  name: string;
  address: string;
  /** Empty for the stored one. */
  token: string;
}

/** Reads the first page of a list, and stores nothing. */
export const tryHashList = async (
  platform: Platform,
  { listId, ...entry }: Omit<ListEntry, 'name'> & { listId: string | null },
): Promise<{ problem: HashListProblem | null; entries: number }> => {
  const stored = listId === null ? null : await rowOf(platform.database, listId);
  const list = createFeedList(
    { name: '', address: entry.address, token: tokenOf(platform, stored, entry) },
    { networks: platform.config.linkPreviewNetworks },
  );
  try {
    const { added } = await list.entriesSince(null);
    return { problem: null, entries: added.length };
  } catch (error) {
    if (error instanceof HashListError) return { problem: error.problem, entries: 0 };
    throw error;
  }
};

/** @throws CodedError HASH_LIST_FAILED for a list that can't be read */
const requireReadable = async (platform: Platform, entry: ListEntry, listId: string | null): Promise<void> => {
  const { problem } = await tryHashList(platform, { address: entry.address, token: entry.token, listId });
  if (problem) throw new CodedError('HASH_LIST_FAILED', { problem });
};

/** Adds a list, and has it read. @throws CodedError HASH_LIST_FAILED, HASH_LISTS_FULL */
export const addHashList = async (
  platform: Platform,
  adminId: string,
  entry: ListEntry,
  idempotency: Idempotency | undefined,
): Promise<HashListView> => {
  const { database, encryption, clock } = platform;
  await requireReadable(platform, entry, null);
  return transact(database, idempotency, async (trx) => {
    await sql`lock table hash_lists in share row exclusive mode`.execute(trx);
    const { rows } = await sql<{ count: number; id: string }>`select count(*)::int as count, uuidv7() as id from hash_lists`.execute(trx);
    const { count, id } = rows[0]!;
    if (count >= MAX_LISTS) throw new CodedError('HASH_LISTS_FULL');
    const at = clock.now();
    const row = await trx
      .insertInto('hash_lists')
      .values({
        id,
        name: entry.name,
        address: entry.address,
        token_sealed: entry.token === '' ? null : encryption.encrypt(entry.token, hashListContext(id)),
        created_at: at,
        updated_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAudit(trx, {
      actorId: adminId,
      action: 'settings.hashListSaved',
      objectKind: 'hashList',
      objectId: id,
      detail: { name: entry.name },
      at,
    });
    await enqueueFetch(platform, trx, id);
    return viewOf(row);
  });
};

/** Changes a list. Another address is read from its beginning, without the stored token. @throws CodedError NOT_FOUND, HASH_LIST_FAILED */
export const changeHashList = async (
  platform: Platform,
  adminId: string,
  listId: string,
  entry: ListEntry & { isEnabled: boolean },
  idempotency: Idempotency | undefined,
): Promise<HashListView> => {
  const { database, encryption, clock } = platform;
  const stored = await rowOf(database, listId);
  const isMoved = stored.address !== entry.address;
  if (isMoved || entry.token !== '') await requireReadable(platform, entry, listId);
  return transact(database, idempotency, async (trx) => {
    const at = clock.now();
    const sealed = entry.token === '' ? (isMoved ? null : stored.token_sealed) : encryption.encrypt(entry.token, hashListContext(listId));
    const row = await trx
      .updateTable('hash_lists')
      .set({
        name: entry.name,
        address: entry.address,
        token_sealed: sealed,
        is_enabled: entry.isEnabled,
        ...(isMoved ? { cursor: null } : {}),
        failure: null,
        failed_at: null,
        updated_at: at,
      })
      .where('id', '=', listId)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new CodedError('NOT_FOUND');
    await recordAudit(trx, {
      actorId: adminId,
      action: 'settings.hashListSaved',
      objectKind: 'hashList',
      objectId: listId,
      detail: { name: entry.name },
      at,
    });
    if (row.is_enabled) await enqueueFetch(platform, trx, listId);
    return viewOf(row);
  });
};

/** Removes a list with its entries. @throws CodedError NOT_FOUND */
export const removeHashList = async (
  platform: Platform,
  adminId: string,
  listId: string,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const { database, clock } = platform;
  let freed: string[] = [];
  await transact(database, idempotency, async (trx) => {
    freed = await forgetListMatches(trx, listId);
    const row = await trx.deleteFrom('hash_lists').where('id', '=', listId).returning('name').executeTakeFirst();
    if (!row) throw new CodedError('NOT_FOUND');
    await recordAudit(trx, {
      actorId: adminId,
      action: 'settings.hashListRemoved',
      objectKind: 'hashList',
      objectId: listId,
      detail: { name: row.name },
      at: clock.now(),
    });
    return {};
  });
  await compareAgain(platform, freed);
};
