import { blockedWordIn } from '@stagedoor/contract/chat.values';
import type { Message } from '@stagedoor/contract/conversations';
import { DEFAULT_LOCALE } from '@stagedoor/contract/texts/text';
import { sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { type Idempotency, type Trx, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import {
  type ChatPlace,
  chatObstacleOf,
  findChatPlace,
  isFreeOfRules,
  requireEntry,
  requireNoTimeout,
  requirePictures,
} from './chat.queries.ts';
import { messageOf } from './conversations.queries.ts';
import { insertLine } from './conversations.store.ts';
import { attachMessageFiles } from './message-files.ts';

/** @throws CodedError CHAT_TIMED_OUT, CHAT_FOLLOWERS_ONLY, CHAT_SUBSCRIBERS_ONLY, CHAT_WORD_REFUSED */
const checkRules = (place: ChatPlace, accountId: string, text: string, now: Date): void => {
  if (place.performer_id === accountId) return;
  requireNoTimeout(place, accountId, now);
  const obstacle = chatObstacleOf(place, accountId);
  if (obstacle) throw new CodedError(obstacle === 'follow' ? 'CHAT_FOLLOWERS_ONLY' : 'CHAT_SUBSCRIBERS_ONLY');
  if (blockedWordIn(text, place.blocked_words)) throw new CodedError('CHAT_WORD_REFUSED');
};

/** Notes that an account writes, in slow mode. Of lines at the same moment one passes: the row is locked. @throws CodedError CHAT_SLOW */
const takeTurn = async (trx: Trx, place: ChatPlace, accountId: string, now: Date): Promise<void> => {
  const earliest = new Date(now.getTime() - place.slow_seconds * 1000);
  const { rows } = await sql<{ said_at: Date }>`
    insert into chat_writers as w (conversation_id, account_id, said_at)
    values (${place.conversation_id}::uuid, ${accountId}::uuid, ${now}::timestamptz)
    on conflict (conversation_id, account_id) do update set said_at = excluded.said_at
      where w.said_at is null or w.said_at <= ${earliest}::timestamptz
    returning said_at`.execute(trx);
  if (rows[0]) return;
  const said = await trx
    .selectFrom('chat_writers')
    .select('said_at')
    .where('conversation_id', '=', place.conversation_id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const waitedMs = now.getTime() - (said?.said_at?.getTime() ?? now.getTime());
  throw new CodedError('CHAT_SLOW', { seconds: Math.max(1, place.slow_seconds - Math.floor(waitedMs / 1000)) });
};

/**
 * Posts a message in a public show, or as one of those in a private or group show: stored first, then sent to the show's room from this process, without the outbox, for speed.
 * @throws CodedError NOT_FOUND, LOCKED, BLOCKED_PAIR, LIVE_NOT_ON_AIR once the show has ended; by the chat's rules CHAT_TIMED_OUT, CHAT_SLOW, CHAT_FOLLOWERS_ONLY, CHAT_SUBSCRIBERS_ONLY, CHAT_WORD_REFUSED;
 *   of pictures CHAT_PICTURES_SUBSCRIBERS_ONLY, and as `attachMessageFiles`
 */
export const postMessage = async (
  platform: Platform,
  realtime: Realtime,
  viewer: AccountViewer,
  country: string | null,
  { conversationId, text, fileId, isPublic }: { conversationId: string; text: string; fileId: readonly string[]; isPublic: boolean },
  idempotency: Idempotency | undefined,
): Promise<Message> => {
  const now = platform.clock.now();
  const { accountId } = viewer;
  const types = isPublic ? ['stream_public'] : ['stream_private', 'stream_group'];
  const which = sql`c.id = ${conversationId}::uuid and c.type = any(${types}::text[])`;
  const place = await findChatPlace(platform, { viewer, country }, which);
  if (place?.is_blocked) throw new CodedError('BLOCKED_PAIR');
  if (!place?.is_visible) throw new CodedError('NOT_FOUND');
  await requireEntry(platform, { viewer, country }, place);
  const message = await transact(platform.database, idempotency, async (trx) => {
    // Within: a repetition of what was stored is answered as before, whatever holds now.
    if (place.is_closed) throw new CodedError('LIVE_NOT_ON_AIR');
    checkRules(place, accountId, text, now);
    if (place.slow_seconds > 0 && !isFreeOfRules(place, accountId)) await takeTurn(trx, place, accountId, now);
    if (fileId.length > 0) requirePictures(place, accountId);
    const fileIds = await attachMessageFiles(trx, accountId, fileId, now, { picturesOnly: true });
    const row = await insertLine(trx, conversationId, { senderId: accountId, text, at: now, fileIds });
    if (!row) throw new CodedError('LIVE_NOT_ON_AIR');
    return messageOf(platform, row, DEFAULT_LOCALE);
  });
  realtime.toRoom(`stream:${place.stream_id}`, 'messages/created', { streamId: place.stream_id, message }, place.hidden_from);
  return message;
};
