import type { ChatRules, ChatState } from '@stagedoor/contract/chat';
import { type ChatWriters, type SlowSeconds, SLOW_SECONDS, blockedWordIn } from '@stagedoor/contract/chat.values';
import { type RawBuilder, sql } from 'kysely';
import { type AccountViewer, accountIdOf } from '../../platform/auth/viewer.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Executor } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { avatarUrl } from '../accounts/index.ts';
import { blockedIdsOf, blockedPair, isKnownShow, isRestrictedShow, mayEnterShow, visiblePerformer } from '../access/index.ts';
import { type ConversationType, isModerator } from './conversations.store.ts';

interface PersonRow {
  id: string;
  username: string;
  name: string;
  avatar_key: string | null;
}
const personOf = (platform: Pick<Platform, 'storage'>, { id, username, name, avatar_key }: PersonRow) => ({
  _id: id,
  username,
  name,
  avatar: avatarUrl(platform, avatar_key),
});

/** A performer's rules and moderators. */
export const getChatRules = async (platform: Pick<Platform, 'storage'>, executor: Executor, performerId: string): Promise<ChatRules> => {
  const rules = await executor.selectFrom('chat_rules').selectAll().where('performer_id', '=', performerId).executeTakeFirst();
  const { rows } = await sql<PersonRow>`
    select a.id, a.username, a.name, a.avatar_key from chat_moderators o join accounts a on a.id = o.account_id
    where o.performer_id = ${performerId}::uuid order by o.created_at, a.id`.execute(executor);
  return {
    slowSeconds: SLOW_SECONDS.find((seconds) => seconds === rules?.slow_seconds) ?? 0,
    writers: rules?.writers ?? 'everyone',
    blockedWords: rules?.blocked_words ?? [],
    moderators: rows.map((row) => personOf(platform, row)),
  };
};

/** One account in a show's chat: the rules, and what the account is there. */
export interface ChatPlace {
  conversation_id: string;
  stream_id: string;
  performer_id: string;
  type: ConversationType;
  is_closed: boolean;
  is_blocked: boolean;
  /** Accounts that don't hear the account: they have a block with it. */
  hidden_from: string[];
  is_visible: boolean;
  /** The show isn't for everyone who may see its performer. */
  is_restricted: boolean;
  is_moderator: boolean;
  follows: boolean;
  subscribes: boolean;
  slow_seconds: SlowSeconds;
  writers: ChatWriters;
  blocked_words: string[];
  said_at: Date | null;
  muted_until: Date | null;
  is_muted_for_show: boolean;
}

/**
 * @param which condition over `conversations c`, which has a show
 * @returns undefined when there is none
 */
export const findChatPlace = async (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  { viewer, country }: Pick<Caller<AccountViewer>, 'viewer' | 'country'>,
  which: RawBuilder<unknown>,
): Promise<ChatPlace | undefined> => {
  const account = sql`${accountIdOf(viewer)}::uuid`;
  const { rows } = await sql<ChatPlace>`
    select c.id as conversation_id, c.stream_id, c.performer_id, c.type, c.closed_at is not null as is_closed,
      ${visiblePerformer(viewer, country)} and ${isKnownShow(accountIdOf(viewer))} as is_visible,
      c.type <> 'stream_public' or ${isRestrictedShow} as is_restricted, ${blockedPair(sql`c.performer_id`, account)} as is_blocked,
      ${blockedIdsOf(account)} as hidden_from,
      ${isModerator(sql`c.performer_id`, account)} as is_moderator,
      exists (select from reactions f where f.account_id = ${account} and f.action = 'follow' and f.object_id = c.performer_id) as follows,
      exists (select from subscriptions s where s.fan_id = ${account} and s.performer_id = c.performer_id
        and s.expires_at > ${clock.now()}) as subscribes,
      coalesce(r.slow_seconds, 0) as slow_seconds, coalesce(r.writers, 'everyone') as writers,
      coalesce(r.blocked_words, '{}') as blocked_words,
      w.said_at, w.muted_until, coalesce(w.is_muted_for_show, false) as is_muted_for_show
    from conversations c
    left join streams s on s.id = c.stream_id
    left join items i on i.id = c.stream_id
    join performers p on p.account_id = c.performer_id
    join accounts a on a.id = c.performer_id
    left join chat_rules r on r.performer_id = c.performer_id
    left join chat_writers w on w.conversation_id = c.id and w.account_id = ${account}
    where c.stream_id is not null and ${which}`.execute(database);
  return rows[0];
};

/** The running time-out; undefined without one, `until` null for the whole show. */
export const timeoutOf = (
  { muted_until, is_muted_for_show }: Pick<ChatPlace, 'muted_until' | 'is_muted_for_show'>,
  now: Date,
): { until: Date | null } | undefined => {
  if (is_muted_for_show) return { until: null };
  return muted_until && muted_until > now ? { until: muted_until } : undefined;
};

/** @throws CodedError CHAT_TIMED_OUT */
export const requireNoTimeout = (place: ChatPlace, accountId: string, now: Date): void => {
  const timeout = place.performer_id === accountId ? undefined : timeoutOf(place, now);
  if (timeout) throw new CodedError('CHAT_TIMED_OUT', { until: timeout.until?.toISOString() ?? null });
};

/** The rules of who writes, and slow mode, hold in public shows, for viewers. */
export const isFreeOfRules = (place: ChatPlace, accountId: string): boolean =>
  place.type !== 'stream_public' || place.is_moderator || place.performer_id === accountId;

/** What an account lacks to write. */
export const chatObstacleOf = (place: ChatPlace, accountId: string): ChatState['obstacle'] => {
  if (isFreeOfRules(place, accountId) || place.writers === 'everyone' || place.subscribes) return null;
  if (place.writers === 'followers') return place.follows ? null : 'follow';
  return 'subscribe';
};

/** Whether an account may send pictures: the show's performer, and who subscribes to them now. */
export const maySendPictures = (place: ChatPlace, accountId: string): boolean => place.performer_id === accountId || place.subscribes;

/** @throws CodedError CHAT_PICTURES_SUBSCRIBERS_ONLY */
export const requirePictures = (place: ChatPlace, accountId: string): void => {
  if (!maySendPictures(place, accountId)) throw new CodedError('CHAT_PICTURES_SUBSCRIBERS_ONLY');
};

/** @throws CodedError NOT_FOUND for a private or group show that the caller isn't in, LOCKED for a public one that isn't for the caller */
export const requireEntry = async (
  platform: Platform,
  { viewer, country }: Pick<Caller<AccountViewer>, 'viewer' | 'country'>,
  place: ChatPlace,
): Promise<void> => {
  if (place.is_restricted && !(await mayEnterShow(platform, viewer, country, place.stream_id)))
    throw new CodedError(place.type === 'stream_public' ? 'LOCKED' : 'NOT_FOUND');
};

/**
 * Where an account would send a picture now; whether its line is taken is decided when it is posted.
 * @throws CodedError NOT_FOUND, LOCKED, BLOCKED_PAIR, LIVE_NOT_ON_AIR, CHAT_TIMED_OUT, CHAT_PICTURES_SUBSCRIBERS_ONLY
 */
export const requirePicturePlace = async (
  platform: Platform,
  caller: Pick<Caller<AccountViewer>, 'viewer' | 'country'>,
  place: ChatPlace,
): Promise<void> => {
  if (place.is_blocked) throw new CodedError('BLOCKED_PAIR');
  if (!place.is_visible) throw new CodedError('NOT_FOUND');
  await requireEntry(platform, caller, place);
  if (place.is_closed) throw new CodedError('LIVE_NOT_ON_AIR');
  requireNoTimeout(place, caller.viewer.accountId, platform.clock.now());
  requirePictures(place, caller.viewer.accountId);
};

/** @throws CodedError NOT_FOUND also for a private or group show that the caller isn't in; LOCKED for a public one that isn't for the caller */
export const requireChatPlace = async (platform: Platform, caller: Caller<AccountViewer>, streamId: string): Promise<ChatPlace> => {
  const place = await findChatPlace(platform, caller, sql`c.stream_id = ${streamId}::uuid`);
  if (!place?.is_visible) throw new CodedError('NOT_FOUND');
  await requireEntry(platform, caller, place);
  return place;
};

/** @throws CodedError NOT_FOUND */
export const getChatState = async (platform: Platform, caller: Caller<AccountViewer>, streamId: string): Promise<ChatState> => {
  const now = platform.clock.now();
  const { accountId } = caller.viewer;
  const place = await requireChatPlace(platform, caller, streamId);
  const role = place.performer_id === accountId ? 'host' : place.is_moderator ? 'moderator' : 'viewer';
  const timeout = timeoutOf(place, now);
  const wait = place.said_at && !isFreeOfRules(place, accountId) ? place.said_at.getTime() + place.slow_seconds * 1000 : 0;
  const { rows } = await sql<PersonRow & { muted_until: Date | null; is_muted_for_show: boolean }>`
    select a.id, a.username, a.name, a.avatar_key, w.muted_until, w.is_muted_for_show
    from chat_writers w join accounts a on a.id = w.account_id
    where w.conversation_id = ${place.conversation_id}::uuid and ${role !== 'viewer'}
      and (w.is_muted_for_show or w.muted_until > ${now})
    order by a.name, a.id`.execute(platform.database);
  return {
    streamId,
    performerId: place.performer_id,
    slowSeconds: place.slow_seconds,
    writers: place.writers,
    moderatorIds: await moderatorIdsOf(platform.database, place.performer_id),
    role,
    obstacle: chatObstacleOf(place, accountId),
    canSendPictures: maySendPictures(place, accountId),
    timeout: timeout ? { until: timeout.until?.toISOString() ?? null } : null,
    waitUntil: wait > now.getTime() ? new Date(wait).toISOString() : null,
    timeouts: rows.map((row) => ({
      account: personOf(platform, row),
      until: timeoutOf(row, now)?.until?.toISOString() ?? null,
    })),
  };
};

export const moderatorIdsOf = async (executor: Executor, performerId: string): Promise<string[]> => {
  const rows = await executor
    .selectFrom('chat_moderators')
    .select('account_id')
    .where('performer_id', '=', performerId)
    .orderBy('created_at')
    .orderBy('account_id')
    .execute();
  return rows.map(({ account_id }) => account_id);
};

/** The words of a payment that its show's chat takes: of who is timed out, and with a blocked word, the announcement has none. */
export const spokenInChat = async (
  trx: Executor,
  streamId: string,
  said: { senderId: string; text: string; at: Date },
): Promise<string> => {
  if (said.text === '') return '';
  const { rows } = await sql<Pick<ChatPlace, 'blocked_words' | 'muted_until' | 'is_muted_for_show'>>`
    select coalesce(r.blocked_words, '{}') as blocked_words, w.muted_until, coalesce(w.is_muted_for_show, false) as is_muted_for_show
    from conversations c left join chat_rules r on r.performer_id = c.performer_id
    left join chat_writers w on w.conversation_id = c.id and w.account_id = ${said.senderId}::uuid
    where c.stream_id = ${streamId}::uuid`.execute(trx);
  const place = rows[0];
  return place && (timeoutOf(place, said.at) || blockedWordIn(said.text, place.blocked_words)) ? '' : said.text;
};
