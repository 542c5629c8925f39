import type { PrivateShow, ShowRequest } from '@stagedoor/contract/paid-shows';
import type { RequestState } from '@stagedoor/contract/paid-shows.values';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import type { LiveEngine } from '../../live/live-engine.ts';
import { spentOf } from '../../ledger/index.ts';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, type Sorts, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { isOnline, lastSeenOf } from '../../platform/presence/presence.store.ts';
import { avatarUrl } from '../accounts/index.ts';
import { noteOf, streamConversationOf } from '../conversations/index.ts';
import { type AuthorNow, type AuthorRow, authorOf } from '../performers/index.ts';
import { blockedPair } from '../access/index.ts';
import { liveWhere } from '../stage/index.ts';
import { findMinutesLeft } from './minutes-left.queries.ts';
import { type ParticipantRow, findParticipant, seatOf } from './participants.queries.ts';
import { getShow } from './streams.queries.ts';
import { type ShowRow, playbackOf, sessionOf } from './streams.view.ts';

interface RequestRow extends AuthorRow, AuthorNow {
  id: string;
  performer_id: string;
  fan_id: string;
  state: RequestState;
  message: string;
  with_camera: boolean;
  price_amount: bigint;
  token_value: bigint;
  minimum_minutes: number;
  held_amount: bigint;
  expires_at: Date;
  end_reason: string | null;
  created_at: Date;
  updated_at: Date;
  conversation_id: string;
  fan_username: string;
  fan_name: string;
  fan_avatar_key: string | null;
  fan_last_seen_at: Date | null;
  spent: bigint;
  subscribed_until: Date | null;
  note: string;
}

/** A private show is never recorded. */
export const RECORDS_PRIVATE_SHOWS = false;

const columns = (now: Date) => sql`
  q.id, q.performer_id, q.fan_id, q.state, q.message, q.with_camera, q.price_amount, q.token_value, q.minimum_minutes, q.held_amount, q.expires_at, q.created_at,
  q.updated_at, s.end_reason, c.id as conversation_id, a.username, a.name, a.avatar_key, p.craft, p.city, ${liveWhere(sql`a.id`, sql`not ${blockedPair(sql`q.performer_id`, sql`q.fan_id`)}`)} as live,
  ${lastSeenOf(sql`a.id`)} as last_seen_at, f.username as fan_username, f.name as fan_name, f.avatar_key as fan_avatar_key,
  ${lastSeenOf(sql`f.id`)} as fan_last_seen_at, ${spentOf(sql`q.performer_id`, sql`q.fan_id`)} as spent,
  (select b.expires_at from subscriptions b where b.fan_id = q.fan_id and b.performer_id = q.performer_id and b.expires_at > ${now}::timestamptz)
    as subscribed_until, ${noteOf(sql`q.performer_id`, sql`q.fan_id`)} as note`;
const joins = sql`
  join performers p on p.account_id = q.performer_id
  join accounts a on a.id = q.performer_id
  join accounts f on f.id = q.fan_id
  join conversations c on c.stream_id = q.id
  left join streams s on s.id = q.id`;

/** @param minutesLeft for the fan alone */
const requestOf = (platform: Platform, row: RequestRow, viewerId: string, minutesLeft: number | null): ShowRequest => {
  const isPerformer = viewerId === row.performer_id;
  return {
    _id: row.id,
    conversationId: row.conversation_id,
    // The sweep writes it within seconds.
    state: row.state === 'requested' && row.expires_at <= platform.clock.now() ? 'expired' : row.state,
    performer: authorOf(platform, row.performer_id, row, row),
    fan: {
      _id: row.fan_id,
      username: row.fan_username,
      name: row.fan_name,
      avatar: avatarUrl(platform, row.fan_avatar_key),
      isOnline: isOnline(platform.clock, row.fan_last_seen_at),
      spent: isPerformer ? hundredthsToNumber(row.spent) : null,
      subscribedUntil: isPerformer ? (row.subscribed_until?.toISOString() ?? null) : null,
      note: isPerformer ? row.note : null,
    },
    message: row.message,
    withCamera: row.with_camera,
    price: hundredthsToNumber(row.price_amount),
    minimumMinutes: row.minimum_minutes,
    held: hundredthsToNumber(row.held_amount),
    minutesLeft,
    isRecorded: RECORDS_PRIVATE_SHOWS,
    expiresAt: row.expires_at.toISOString(),
    endReason: row.end_reason,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
};

const isOfPair = (accountId: string): RawBuilder<unknown> => sql`(q.performer_id = ${accountId}::uuid or q.fan_id = ${accountId}::uuid)`;

/** @throws CodedError NOT_FOUND also for other people's */
export const getRequest = async (platform: Platform, viewerId: string, requestId: string): Promise<ShowRequest> => {
  const { rows } = await sql<RequestRow>`
    select ${columns(platform.clock.now())} from stream_requests q ${joins}
    where q.id = ${requestId}::uuid and ${isOfPair(viewerId)}`.execute(platform.database);
  const row = rows[0];
  if (!row) throw new CodedError('NOT_FOUND');
  const terms = { show: requestId, holdId: requestId, price: row.price_amount, tokenValue: row.token_value };
  const isFan = row.fan_id === viewerId;
  return requestOf(platform, row, viewerId, isFan ? await findMinutesLeft(platform.database, viewerId, terms, platform.clock.now()) : null);
};

/** Ids follow the order of creation. */
const SORTS = { createdAt: by.id(sql`q.id`), updatedAt: by.instant(sql`q.updated_at`) } satisfies Sorts<string>;

/** The requests that wait for a performer's answer. */
export const listWaiting = async (
  platform: Platform,
  performerId: string,
  query: ListQuery<keyof typeof SORTS>,
): Promise<List<ShowRequest>> => {
  const now = platform.clock.now();
  const where = sql`q.performer_id = ${performerId}::uuid and q.state = 'requested' and q.expires_at > ${now}::timestamptz`;
  const page = sql<RequestRow>`
    select ${columns(now)} from stream_requests q ${joins} where ${where} order by ${sorted(SORTS, query, sql`q.id`).order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, sql`from stream_requests q where ${where}`);
  return { data: rows.map((row) => requestOf(platform, row, performerId, null)), ...totals };
};

/** Whether a private show of two accounts is asked for or in progress. @throws CodedError NOT_FOUND where there is no such account */
export const checkPair = async (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  one: string,
  other: string,
): Promise<{ isStreaming: boolean; state: RequestState | null; streamId: string | null; conversationId: string | null }> => {
  const { rows } = await sql<{ id: string | null; state: RequestState | null; conversation_id: string | null }>`
    select r.id, r.state, r.conversation_id from accounts a
    left join lateral (
      select q.id, q.state, c.id as conversation_id from stream_requests q join conversations c on c.stream_id = q.id
      where q.state in ('requested', 'accepted', 'active') and (q.state <> 'requested' or q.expires_at > ${clock.now()}::timestamptz)
        and ((q.performer_id = ${one}::uuid and q.fan_id = a.id) or (q.performer_id = a.id and q.fan_id = ${one}::uuid))
      order by q.id desc limit 1) r on true
    where a.id = ${other}::uuid and a.deleted_at is null`.execute(database);
  const [row] = rows;
  if (!row) throw new CodedError('NOT_FOUND');
  const { id: streamId, state, conversation_id: conversationId } = row;
  return { isStreaming: state !== null && state !== 'requested', state, streamId, conversationId };
};

/** The fan's camera, at the addresses of its show. */
const cameraOf = (
  platform: Platform,
  engine: LiveEngine,
  seat: ParticipantRow,
  { addresses }: Pick<ShowRow, 'addresses'>,
): PrivateShow['camera'] => {
  if (!seat.camera_id || seat.left_at) return null;
  const medium = { id: seat.camera_id, type: 'private', audience: 'buyers', addresses } as const;
  return {
    mediaId: seat.camera_id,
    whip: engine.whip(medium),
    signalling: engine.signalling(medium, 'publish'),
    playback: playbackOf(platform, engine, medium, undefined),
  };
};

/**
 * A private show, for its two: also while it is only asked for, and afterwards.
 * @throws CodedError NOT_FOUND
 */
export const getPrivateShow = async (
  platform: Platform,
  engine: LiveEngine,
  viewer: AccountViewer,
  country: string | null,
  showId: string,
): Promise<PrivateShow> => {
  const request = await getRequest(platform, viewer.accountId, showId);
  const conversation = await streamConversationOf(platform, showId);
  const seat = await findParticipant(platform.database, showId, request.fan._id, platform.clock.now());
  const show = seat && (await getShow(platform, viewer, country, showId));
  return {
    request,
    session: show ? sessionOf(platform, engine, viewer, show) : null,
    conversation,
    seat: seat ? seatOf(seat, request.fan._id === viewer.accountId) : null,
    camera: seat && show ? cameraOf(platform, engine, seat, show) : null,
  };
};
