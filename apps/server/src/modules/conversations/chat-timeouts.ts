import type { ChatTimeout } from '@stagedoor/contract/chat';
import type { TIMEOUT_MINUTES } from '@stagedoor/contract/chat.values';
import { sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Caller } from '../../platform/caller.ts';
import { transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { avatarUrl } from '../accounts/index.ts';
import { type ChatPlace, moderatorIdsOf, requireChatPlace } from './chat.queries.ts';

/** @throws CodedError NOT_FOUND; FORBIDDEN unless the caller is the show's performer or a moderator */
const requireModerator = async (platform: Platform, caller: Caller<AccountViewer>, streamId: string): Promise<ChatPlace> => {
  const place = await requireChatPlace(platform, caller, streamId);
  if (!place.is_moderator && place.performer_id !== caller.viewer.accountId) throw new CodedError('FORBIDDEN');
  return place;
};

/** Tells the account, the performer and the moderators: nobody else in the room learns of it. */
const announce = async (
  platform: Platform,
  realtime: Realtime,
  place: ChatPlace,
  accountId: string,
  timeout: { until: string | null } | undefined,
): Promise<void> => {
  const event = { streamId: place.stream_id, accountId, isTimedOut: timeout !== undefined, until: timeout?.until ?? null };
  const readers = new Set([accountId, place.performer_id, ...(await moderatorIdsOf(platform.database, place.performer_id))]);
  for (const reader of readers) realtime.toAccount(reader, 'chat/timeout', event);
};

/**
 * Times an account out of a show's chat; a later one replaces an earlier one.
 * @throws CodedError NOT_FOUND; FORBIDDEN for who doesn't moderate, for the performer, and by a moderator for moderators; LIVE_NOT_ON_AIR once the show is over
 */
export const timeOut = async (
  platform: Platform,
  realtime: Realtime,
  caller: Caller<AccountViewer>,
  streamId: string,
  { accountId, minutes }: { accountId: string; minutes: (typeof TIMEOUT_MINUTES)[number] | null },
): Promise<ChatTimeout> => {
  const place = await requireModerator(platform, caller, streamId);
  if (place.is_closed) throw new CodedError('LIVE_NOT_ON_AIR');
  const isHost = place.performer_id === caller.viewer.accountId;
  const until = minutes === null ? null : new Date(platform.clock.now().getTime() + minutes * 60_000);
  const account = await transact(platform.database, undefined, async (trx) => {
    const found = await trx
      .selectFrom('accounts')
      .select(['id', 'username', 'name', 'avatar_key', 'role'])
      .where('id', '=', accountId)
      .where('status', '=', 'active')
      .executeTakeFirst();
    if (!found) throw new CodedError('NOT_FOUND');
    const isProtected =
      accountId === place.performer_id ||
      found.role === 'admin' ||
      (!isHost && (await moderatorIdsOf(trx, place.performer_id)).includes(accountId));
    if (isProtected) throw new CodedError('FORBIDDEN');
    const given = { muted_until: until, is_muted_for_show: until === null, muted_by: caller.viewer.accountId };
    await trx
      .insertInto('chat_writers')
      .values({ conversation_id: place.conversation_id, account_id: accountId, ...given })
      .onConflict((conflict) => conflict.columns(['conversation_id', 'account_id']).doUpdateSet(given))
      .execute();
    return found;
  });
  const timeout = { until: until?.toISOString() ?? null };
  await announce(platform, realtime, place, accountId, timeout);
  const { id, username, name, avatar_key } = account;
  return { account: { _id: id, username, name, avatar: avatarUrl(platform, avatar_key) }, ...timeout };
};

/** Lifts a time-out. Idempotent. @throws CodedError NOT_FOUND, FORBIDDEN */
export const liftTimeout = async (
  platform: Platform,
  realtime: Realtime,
  caller: Caller<AccountViewer>,
  streamId: string,
  accountId: string,
): Promise<{ success: true }> => {
  const place = await requireModerator(platform, caller, streamId);
  // A moderator who was timed out by the performer doesn't undo it.
  if (accountId === caller.viewer.accountId) throw new CodedError('FORBIDDEN');
  const { numAffectedRows } = await sql`
    update chat_writers set muted_until = null, is_muted_for_show = false, muted_by = null
    where conversation_id = ${place.conversation_id}::uuid and account_id = ${accountId}::uuid
      and (is_muted_for_show or muted_until is not null)`.execute(platform.database);
  if (numAffectedRows) await announce(platform, realtime, place, accountId, undefined);
  return { success: true };
};
