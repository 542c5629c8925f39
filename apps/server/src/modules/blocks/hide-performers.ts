import type { HiddenPerformer, HidingKind } from '@stagedoor/contract/blocks';
import { type RawBuilder, sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Caller } from '../../platform/caller.ts';
import { type Idempotency, type Trx, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, ONE_ROW, type Sorts, allOf, by, likePattern, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { avatarUrl, hasName } from '../accounts/index.ts';
import { visiblePerformer } from '../access/index.ts';

// What an account keeps away from itself: a muted performer is not in its home and notifications, a blocked one is hidden as by the performer's own
// block (visibility.queries.ts).

interface Row {
  id: string;
  username: string;
  name: string;
  avatar_key: string | null;
  how: HidingKind;
  since: Date;
}

/** One is hidden from its day on, and nothing else of it changes. */
const SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.instant(sql`h.since`), updatedAt: by.instant(sql`h.since`) };

const hiddenBy = (accountId: string): RawBuilder<unknown> => sql`(
  select performer_id, 'muted' as how, created_at as since from mutes where account_id = ${accountId}::uuid
  union all
  select performer_id, 'blocked', account_blocked_at from blocks where account_id = ${accountId}::uuid and is_accounts)`;

/** The performers whom an account muted or blocked. */
export const listHiddenPerformers = async (
  platform: Platform,
  accountId: string,
  query: ListQuery & { q?: string | undefined; how?: HidingKind | undefined; id?: string },
): Promise<List<HiddenPerformer>> => {
  const pattern = query.q ? likePattern(query.q) : null;
  const isNamed = query.q ? await hasName(platform, sql`a.id`, query.q, sql`lower(a.name) like ${pattern}`) : null;
  const from = sql`from ${hiddenBy(accountId)} h join accounts a on a.id = h.performer_id where ${allOf(
    sql`a.status <> 'deleted'`,
    query.how && sql`h.how = ${query.how}`,
    query.id && sql`a.id = ${query.id}::uuid`,
    isNamed && sql`(a.username like ${pattern} or ${isNamed})`,
  )}`;
  const { order } = sorted(SORTS, query, sql`a.id`);
  const page = sql<Row>`select a.id, a.username, a.name, a.avatar_key, h.how, h.since ${from} order by ${order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, from);
  return {
    data: rows.map((row) => ({
      _id: row.id,
      username: row.username,
      name: row.name,
      avatar: avatarUrl(platform, row.avatar_key),
      how: row.how,
      since: row.since.toISOString(),
    })),
    ...totals,
  };
};

/** Ends an account's own block; the performer's stays. @returns whether there was one */
const unblock = async (trx: Trx, accountId: string, performerId: string): Promise<boolean> => {
  const { rows } = await sql<{ is_performers: boolean }>`
    update blocks set is_accounts = false, account_blocked_at = null
    where account_id = ${accountId}::uuid and performer_id = ${performerId}::uuid and is_accounts and is_performers
    returning is_performers`.execute(trx);
  if (rows[0]) return true;
  const gone = await trx
    .deleteFrom('blocks')
    .where('account_id', '=', accountId)
    .where('performer_id', '=', performerId)
    .where('is_performers', '=', false)
    .returning('account_id')
    .executeTakeFirst();
  if (gone) await recordEvent(trx, 'blocks.removed', { performerId, accountId });
  return gone !== undefined;
};

/**
 * Mutes or blocks a performer for an account; the one replaces the other, and again changes nothing. Payments made stay made.
 *
 * @throws CodedError NOT_FOUND for one whom the account may not see, unless it has hidden them itself; FORBIDDEN for oneself
 */
export const hidePerformer = async (
  platform: Platform,
  { viewer, country }: Caller<AccountViewer>,
  performerId: string,
  how: HidingKind,
  idempotency: Idempotency | undefined,
): Promise<HiddenPerformer> => {
  const { accountId } = viewer;
  if (performerId === accountId) throw new CodedError('FORBIDDEN');
  const now = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const { rows } = await sql`
      select from performers p join accounts a on a.id = p.account_id where p.account_id = ${performerId}::uuid
        and (${visiblePerformer(viewer, country)} or exists (select from ${hiddenBy(accountId)} h where h.performer_id = p.account_id))`.execute(
      trx,
    );
    if (rows.length === 0) throw new CodedError('NOT_FOUND');
    if (how === 'muted') {
      await unblock(trx, accountId, performerId);
      await sql`insert into mutes (account_id, performer_id, created_at) values (${accountId}::uuid, ${performerId}::uuid, ${now})
        on conflict do nothing`.execute(trx);
      return {};
    }
    await sql`delete from mutes where account_id = ${accountId}::uuid and performer_id = ${performerId}::uuid`.execute(trx);
    const { rows: blocked } = await sql<{ is_new: boolean }>`
      insert into blocks as b (performer_id, account_id, reason, created_at, is_performers, is_accounts, account_blocked_at)
      values (${performerId}::uuid, ${accountId}::uuid, '', ${now}, false, true, ${now})
      on conflict (performer_id, account_id) do update set is_accounts = true, account_blocked_at = coalesce(b.account_blocked_at, excluded.created_at)
      returning (old.performer_id is null) as is_new`.execute(trx);
    if (blocked[0]?.is_new) await recordEvent(trx, 'blocks.added', { performerId, accountId });
    return {};
  });
  const { data } = await listHiddenPerformers(platform, accountId, { ...ONE_ROW, id: performerId });
  if (!data[0]) throw new CodedError('NOT_FOUND');
  return data[0];
};

/** Ends an account's mute or block of a performer. @throws CodedError NOT_FOUND for one that it hasn't hidden */
export const showPerformer = async (
  platform: Platform,
  accountId: string,
  performerId: string,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  await transact(platform.database, idempotency, async (trx) => {
    const muted = await trx
      .deleteFrom('mutes')
      .where('account_id', '=', accountId)
      .where('performer_id', '=', performerId)
      .returning('account_id')
      .executeTakeFirst();
    if (!muted && !(await unblock(trx, accountId, performerId))) throw new CodedError('NOT_FOUND');
    return {};
  });
};
