import type { BlockedUser } from '@stagedoor/contract/blocks';
import { sql } from 'kysely';
import { type Idempotency, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, ONE_ROW, type Sorts, allOf, by, likePattern, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { avatarUrl, hasName } from '../accounts/index.ts';

interface Row {
  id: string;
  username: string;
  name: string;
  avatar_key: string | null;
  reason: string;
  created_at: Date;
}

/** A block is from its first day on; only its reason changes, which has no date. */
const SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.instant(sql`b.created_at`), updatedAt: by.instant(sql`b.created_at`) };

/** Accounts a performer has blocked. */
export const listBlockedUsers = async (
  platform: Platform,
  performerId: string,
  query: ListQuery & { q?: string | undefined; id?: string },
): Promise<List<BlockedUser>> => {
  const pattern = query.q ? likePattern(query.q) : null;
  const isNamed = query.q ? await hasName(platform, sql`a.id`, query.q, sql`lower(a.name) like ${pattern}`) : null;
  const from = sql`from blocks b join accounts a on a.id = b.account_id where ${allOf(
    sql`b.performer_id = ${performerId}::uuid and b.is_performers`,
    query.id && sql`a.id = ${query.id}::uuid`,
    isNamed && sql`(a.username like ${pattern} or ${isNamed})`,
  )}`;
  const { order } = sorted(SORTS, query, sql`a.id`);
  const page = sql<Row>`select a.id, a.username, a.name, a.avatar_key, b.reason, b.created_at ${from} order by ${order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, from);
  return {
    data: rows.map((row) => ({
      _id: row.id,
      username: row.username,
      name: row.name,
      avatar: avatarUrl(platform, row.avatar_key),
      reason: row.reason,
      blockedAt: row.created_at.toISOString(),
    })),
    ...totals,
  };
};

/**
 * Blocks an account. The effects (its subscription no longer renews, the performer disappears from its home feed, it leaves the rooms)
 * follow from the event and the database's notification, each in its own module. For an account already blocked, updates the reason.
 *
 * @throws CodedError NOT_FOUND; FORBIDDEN for admins and oneself
 */
export const blockUser = async (
  platform: Platform,
  performerId: string,
  { userId, username, reason }: { userId?: string | undefined; username?: string | undefined; reason: string },
  idempotency: Idempotency | undefined,
): Promise<BlockedUser> => {
  const { database, clock } = platform;
  const { accountId } = await transact(database, idempotency, async (trx) => {
    let wanted = trx.selectFrom('accounts').select(['id', 'role']).where('status', '<>', 'deleted');
    wanted = userId ? wanted.where('id', '=', userId) : wanted.where('username', '=', username ?? '');
    const account = await wanted.executeTakeFirst();
    if (!account) throw new CodedError('NOT_FOUND');
    if (account.id === performerId || account.role === 'admin') throw new CodedError('FORBIDDEN');
    const { rows } = await sql<{ is_new: boolean }>`
      insert into blocks as b (performer_id, account_id, reason, created_at)
      values (${performerId}::uuid, ${account.id}::uuid, ${reason}, ${clock.now()}::timestamptz)
      on conflict (performer_id, account_id) do update set is_performers = true, reason = excluded.reason,
        created_at = case when b.is_performers then b.created_at else excluded.created_at end
      returning (old.performer_id is null) as is_new`.execute(trx);
    if (rows[0]?.is_new) await recordEvent(trx, 'blocks.added', { performerId, accountId: account.id });
    return { accountId: account.id };
  });
  const { data } = await listBlockedUsers(platform, performerId, { ...ONE_ROW, id: accountId });
  if (!data[0]) throw new CodedError('NOT_FOUND');
  return data[0];
};

/** Unblocks an account. @throws CodedError NOT_FOUND for one that isn't blocked */
export const unblockUser = async (
  platform: Platform,
  performerId: string,
  accountId: string,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  await transact(platform.database, idempotency, async (trx) => {
    // The account's own block stays, and tells nobody of it.
    const { numUpdatedRows: kept } = await trx
      .updateTable('blocks')
      .set({ is_performers: false, reason: '' })
      .where('performer_id', '=', performerId)
      .where('account_id', '=', accountId)
      .where('is_performers', '=', true)
      .where('is_accounts', '=', true)
      .executeTakeFirstOrThrow();
    if (kept > 0n) return {};
    const gone = await trx
      .deleteFrom('blocks')
      .where('performer_id', '=', performerId)
      .where('account_id', '=', accountId)
      .where('is_performers', '=', true)
      .returning('account_id')
      .executeTakeFirst();
    if (!gone) throw new CodedError('NOT_FOUND');
    await recordEvent(trx, 'blocks.removed', { performerId, accountId });
    return {};
  });
};
