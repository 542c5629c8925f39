import type { SessionView } from '@stagedoor/contract/account';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { describeDevice } from './user-agent.rules.ts';

/** More than anybody reads through. */
const MAX_SHOWN = 100;

/** Active sessions that the account's owner opened, the caller's first, then by when they were last seen. */
export const listSessions = async (
  platform: Platform,
  viewer: AccountViewer,
  countryOf: (ip: string) => string | null,
): Promise<{ data: SessionView[]; total: number }> => {
  const rows = await platform.database
    .selectFrom('sessions')
    .select((select) => [
      'id',
      'user_agent',
      'ip',
      'logged_in_at',
      'expires_at',
      select.fn.coalesce('last_seen_at', 'logged_in_at').as('seen_at'),
      select.fn.countAll<bigint>().over().as('total'),
    ])
    .where('account_id', '=', viewer.accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', platform.clock.now())
    .orderBy((order) => order('id', '=', viewer.sessionId), 'desc')
    .orderBy('seen_at', 'desc')
    .limit(MAX_SHOWN)
    .execute();
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
    total: Number(rows[0]?.total ?? 0),
  };
};

/** Ends one of the account's sessions. @throws CodedError NOT_FOUND also for somebody else's */
export const revokeOwnSession = async (platform: Platform, viewer: AccountViewer, sessionId: string): Promise<void> => {
  const own = await platform.database
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('account_id', '=', viewer.accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!own) throw new CodedError('NOT_FOUND');
  await platform.sessions.revoke(platform.database, sessionId);
};

/** Ends all sessions the owner opened except the caller's. @returns how many */
export const revokeOtherSessions = async (platform: Platform, viewer: AccountViewer): Promise<number> => {
  const others = await platform.database
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', viewer.accountId)
    .where('id', '<>', viewer.sessionId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', platform.clock.now())
    .execute();
  for (const { id } of others) await platform.sessions.revoke(platform.database, id);
  return others.length;
};
