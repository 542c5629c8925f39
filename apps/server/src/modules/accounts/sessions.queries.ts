import type { SessionView } from '@stagedoor/contract/account';
import { sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, type Sorts, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { endTokens } from './account-tokens.ts';
import { describeDevice } from './user-agent.rules.ts';

interface Row {
  id: string;
  user_agent: string;
  ip: string;
  logged_in_at: Date;
  expires_at: Date;
  seen_at: Date;
}

const SEEN = by.instant(sql`coalesce(s.last_seen_at, s.logged_in_at)`);

/** Active sessions that the account's owner opened. `seenAt`: the caller's, then those seen last. */
export const listSessions = async (
  platform: Platform,
  viewer: AccountViewer,
  countryOf: (ip: string) => string | null,
  query: ListQuery<'seenAt' | 'createdAt' | 'updatedAt'>,
): Promise<List<SessionView>> => {
  const from = sql`
    from sessions s where s.account_id = ${viewer.accountId}::uuid and s.revoked_at is null and s.expires_at > ${platform.clock.now()}`;
  const sorts: Sorts<'seenAt' | 'createdAt' | 'updatedAt'> = {
    seenAt: [by.number(sql`(s.id = ${viewer.sessionId}::uuid)::int`), SEEN],
    createdAt: by.instant(sql`s.logged_in_at`),
    updatedAt: SEEN,
  };
  const page = sql<Row>`
    select s.id, s.user_agent, s.ip, s.logged_in_at, s.expires_at, coalesce(s.last_seen_at, s.logged_in_at) as seen_at
    ${from} order by ${sorted(sorts, query, sql`s.id`).order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, from);
  return {
    data: rows.map((row) => ({
      _id: row.id,
      ...describeDevice(row.user_agent),
      country: countryOf(row.ip),
      loggedInAt: row.logged_in_at.toISOString(),
      seenAt: row.seen_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      isCurrent: row.id === viewer.sessionId,
    })),
    ...totals,
  };
};

/** Ends one of the account's sessions, and a change of address that is not confirmed yet: who ends sessions may suspect a stranger. @throws CodedError NOT_FOUND also for somebody else's */
export const revokeOwnSession = async (platform: Platform, viewer: AccountViewer, sessionId: string): Promise<void> => {
  const own = await platform.database
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('account_id', '=', viewer.accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!own) throw new CodedError('NOT_FOUND');
  await transact(platform.database, undefined, async (trx) => {
    await platform.sessions.revoke(trx, sessionId);
    await endTokens(trx, viewer.accountId, ['changeEmail'], platform.clock.now());
  });
};

/** Ends all sessions the owner opened except the caller's, and a change of address that is not confirmed yet. @returns how many */
export const revokeOtherSessions = async (platform: Platform, viewer: AccountViewer): Promise<number> => {
  const others = await platform.database
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', viewer.accountId)
    .where('id', '<>', viewer.sessionId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', platform.clock.now())
    .execute();
  await transact(platform.database, undefined, async (trx) => {
    for (const { id } of others) await platform.sessions.revoke(trx, id);
    await endTokens(trx, viewer.accountId, ['changeEmail'], platform.clock.now());
  });
  return others.length;
};
