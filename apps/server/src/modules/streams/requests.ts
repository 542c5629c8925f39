import { ANSWER_SECONDS } from '@stagedoor/contract/paid-shows.values';
import { parseHundredths } from '@stagedoor/contract/shapes';
import { sql } from 'kysely';
import { holdTokens, openShow, releaseHold } from '../../ledger/index.ts';
import type { LiveEngine } from '../../live/live-engine.ts';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { type Executor, type Idempotency, type Trx, isUniqueViolation, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { isOnline, lastSeenEverOf } from '../../platform/presence/presence.store.ts';
import { blockedPair, isBlockedPair, tokenValueOf } from '../access/index.ts';
import { closeStreamConversations, openStreamConversation } from '../conversations/index.ts';
import { insertItem } from '../items/index.ts';
import { rateOf } from '../orders/index.ts';
import { findVisiblePerformerId } from '../performers/index.ts';
import { assertMayBegin } from './closing.ts';
import { isHeld } from './participants.queries.ts';
import { recordSeats } from './seat-events.ts';
import { setRequestStates } from './request-states.ts';
import { endShows, pauseShow } from './stream-state.ts';

const OPEN = sql`('requested', 'accepted', 'active')`;

interface Terms {
  private_price_amount: bigint | null;
  private_minimum_minutes: number;
  commission_overrides: Record<string, number>;
  last_seen_at: Date | null;
  is_busy: boolean;
  is_on_air: boolean;
}

/** What a private show of a performer costs now, and whether they can be asked. */
export const privateTermsOf = async (platform: Pick<Platform, 'database' | 'clock' | 'settings'>, performerId: string) => {
  const { rows } = await sql<Terms>`
    select p.private_price_amount, p.private_minimum_minutes, p.commission_overrides, ${lastSeenEverOf(sql`p.account_id`)} as last_seen_at,
      exists (select from streams s where s.performer_id = p.account_id and s.ended_at is null and s.type <> 'public') as is_busy,
      exists (select from streams s where s.performer_id = p.account_id and s.state in ('live', 'interrupted')) as is_on_air
    from performers p where p.account_id = ${performerId}::uuid`.execute(platform.database);
  const row = rows[0]!;
  const isAway = !row.is_on_air && !isOnline(platform.clock, row.last_seen_at);
  return {
    price: row.private_price_amount ?? parseHundredths(platform.settings.get('privateC2CDefaultPrice'))!,
    minimumMinutes: row.private_minimum_minutes,
    overrides: row.commission_overrides,
    obstacle: row.is_busy ? ('busy' as const) : isAway ? ('offline' as const) : null,
  };
};

/** The request of a fan that waits or is a show. */
export const findOpenRequest = async (executor: Executor, fanId: string): Promise<{ id: string; performer_id: string } | undefined> => {
  const { rows } = await sql<{ id: string; performer_id: string }>`
    select id, performer_id from stream_requests where fan_id = ${fanId}::uuid and state in ${OPEN}`.execute(executor);
  return rows[0];
};

/** Ends requests that were not accepted: what was held is returned, and the conversation closes. */
const close = async (trx: Trx, requestIds: readonly string[], to: 'declined' | 'cancelled' | 'expired', at: Date): Promise<number> => {
  const closed = await setRequestStates(trx, requestIds, ['requested'], to, at);
  for (const { id: holdId, fan_id: accountId } of closed) await releaseHold(trx, { holdId, accountId, at });
  await closeStreamConversations(
    trx,
    closed.map(({ id }) => id),
    at,
  );
  return closed.length;
};

/** Expires the requests that nobody answered, and cancels those whose two may no longer meet. */
export const closeRequests = ({ database }: Pick<Platform, 'database'>, now: Date, fanId?: string): Promise<void> =>
  transact(database, undefined, async (trx) => {
    const own = fanId === undefined ? sql`` : sql`and q.fan_id = ${fanId}::uuid`;
    const { rows } = await sql<{ id: string; is_late: boolean }>`
      select q.id, q.expires_at <= ${now}::timestamptz as is_late from stream_requests q
      join accounts f on f.id = q.fan_id join accounts a on a.id = q.performer_id
      where q.state = 'requested' ${own} and (q.expires_at <= ${now}::timestamptz or f.status <> 'active' or a.status <> 'active'
        or ${blockedPair(sql`q.performer_id`, sql`q.fan_id`)})
      order by q.id for no key update of q`.execute(trx);
    const idsOf = (isLate: boolean) => rows.filter((row) => row.is_late === isLate).map(({ id }) => id);
    await close(trx, idsOf(true), 'expired', now);
    await close(trx, idsOf(false), 'cancelled', now);
  });

/**
 * Asks a performer for a private show and holds its minimum; asking again answers the request that waits.
 * @returns the request's id
 * @throws CodedError NOT_FOUND, OWN_ITEM, LIVE_BUSY, SHOWS_CLOSING, REQUEST_OPEN, INSUFFICIENT_TOKENS, SPENDING_LIMIT, COOL_OFF
 */
export const askForShow = async (
  platform: Platform,
  viewer: AccountViewer,
  country: string | null,
  performer: string,
  { message, withCamera }: { message: string; withCamera: boolean },
  idempotency: Idempotency | undefined,
): Promise<string> => {
  const { database, clock, settings } = platform;
  const at = clock.now();
  const fanId = viewer.accountId;
  const performerId = await findVisiblePerformerId(platform, viewer, country, performer);
  if (performerId === fanId) throw new CodedError('OWN_ITEM');
  if (await isBlockedPair(database, performerId, fanId)) throw new CodedError('NOT_FOUND');
  await closeRequests(platform, at, fanId);
  const terms = await privateTermsOf(platform, performerId);
  const tokenValue = tokenValueOf(settings);
  const held = terms.price * BigInt(terms.minimumMinutes);
  return transact(database, idempotency, async (trx) => {
    const before = await findOpenRequest(trx, fanId);
    if (before?.performer_id === performerId) return before.id;
    if (before) throw new CodedError('REQUEST_OPEN');
    assertMayBegin(platform);
    if (terms.obstacle) throw new CodedError('LIVE_BUSY');
    const { rows } = await sql<{ id: string }>`
      insert into stream_requests (performer_id, fan_id, message, with_camera, price_amount, token_value, commission_rate, minimum_minutes,
        held_amount, expires_at, created_at, updated_at)
      values (${performerId}::uuid, ${fanId}::uuid, ${message}, ${withCamera}, ${terms.price}::bigint, ${tokenValue}::bigint,
        ${rateOf(platform, { kind: 'privateMinute' }, terms.overrides)}, ${terms.minimumMinutes}, ${held}::bigint,
        ${new Date(at.getTime() + ANSWER_SECONDS * 1000)}::timestamptz, ${at}::timestamptz, ${at}::timestamptz)
      on conflict (fan_id) where state in ${OPEN} do nothing returning id`.execute(trx);
    const id = rows[0]?.id;
    if (!id) {
      // Another call of the fan was faster.
      const other = await findOpenRequest(trx, fanId);
      if (other?.performer_id === performerId) return other.id;
      throw new CodedError('REQUEST_OPEN');
    }
    await holdTokens(trx, { holdId: id, accountId: fanId, streamId: id, tokens: held, tokenValue, at });
    await openStreamConversation(trx, { streamId: id, performerId, type: 'private', at });
    await setRequestStates(trx, [id], ['requested'], 'requested', at);
    return id;
  });
};

const closeOwn =
  (platform: Platform, requestId: string, who: 'fan_id' | 'performer_id', accountId: string, to: 'declined' | 'cancelled') =>
  async (trx: Trx): Promise<void> => {
    const { rows } = await sql<{ state: string; expires_at: Date }>`
      select state, expires_at from stream_requests
      where id = ${requestId}::uuid and ${sql.ref(who)} = ${accountId}::uuid for no key update`.execute(trx);
    if (!rows[0]) throw new CodedError('NOT_FOUND');
    const at = platform.clock.now();
    if (rows[0].state !== 'requested' || rows[0].expires_at <= at) throw new CodedError('REQUEST_STATE');
    await close(trx, [requestId], to, at);
  };

/** @throws CodedError NOT_FOUND also for other people's, REQUEST_STATE */
export const cancelRequest = (platform: Platform, fanId: string, requestId: string): Promise<void> =>
  transact(platform.database, undefined, closeOwn(platform, requestId, 'fan_id', fanId, 'cancelled'));

/** @throws CodedError NOT_FOUND also for other people's, REQUEST_STATE */
export const declineRequest = (
  platform: Platform,
  performerId: string,
  requestId: string,
  idempotency: Idempotency | undefined,
): Promise<void> => transact(platform.database, idempotency, closeOwn(platform, requestId, 'performer_id', performerId, 'declined'));

interface AskedRow {
  fan_id: string;
  state: string;
  with_camera: boolean;
  price_amount: bigint;
  token_value: bigint;
  commission_rate: number;
  held_amount: bigint;
  expires_at: Date;
  is_there: boolean;
}

const beginShow = async (engine: LiveEngine, trx: Trx, performerId: string, requestId: string, row: AskedRow, at: Date): Promise<void> => {
  await sql`
    insert into streams (id, performer_id, type, title, addresses, created_at, updated_at)
    values (${requestId}::uuid, ${performerId}::uuid, 'private', '', ${JSON.stringify(engine.addressesNow('private'))}::jsonb, ${at}::timestamptz, ${at}::timestamptz)`.execute(
    trx,
  );
  const item = {
    id: requestId,
    kind: 'stream',
    performerId,
    title: '',
    audience: 'buyers',
    priceAmount: row.price_amount,
    state: 'active',
    at,
  } as const;
  await insertItem(trx, item);
  await sql`
    insert into stream_participants (stream_id, account_id, price_amount, token_value, commission_rate, hold_id, camera_id, created_at, updated_at)
    values (${requestId}::uuid, ${row.fan_id}::uuid, ${row.price_amount}::bigint, ${row.token_value}::bigint, ${row.commission_rate},
      ${requestId}::uuid, case when ${row.with_camera} then uuidv7() end, ${at}::timestamptz, ${at}::timestamptz)`.execute(trx);
  await openShow(trx, requestId, row.fan_id, at);
  await recordSeats(trx, requestId, [row.fan_id], 'joined');
};

/**
 * Accepts a request: the show waits for both; the performer's public show is paused or ends. Accepting again changes nothing.
 * @throws CodedError NOT_FOUND also for other people's, REQUEST_STATE, LIVE_BUSY while another paid show is open
 */
export const acceptRequest = async (
  platform: Platform,
  engine: LiveEngine,
  performerId: string,
  requestId: string,
  publicShow: 'pause' | 'end',
): Promise<void> => {
  const at = platform.clock.now();
  try {
    await transact(platform.database, undefined, async (trx) => {
      const { rows } = await sql<AskedRow>`
        select q.fan_id, q.state, q.with_camera, q.price_amount, q.token_value, q.commission_rate, q.held_amount, q.expires_at,
          f.status = 'active' and not ${blockedPair(sql`q.performer_id`, sql`q.fan_id`)}
            and ${isHeld(sql`q.id`, sql`q.held_amount`)} as is_there
        from stream_requests q join accounts f on f.id = q.fan_id
        where q.id = ${requestId}::uuid and q.performer_id = ${performerId}::uuid for no key update of q`.execute(trx);
      const row = rows[0];
      if (!row) throw new CodedError('NOT_FOUND');
      if (row.state === 'accepted' || row.state === 'active') return;
      if (row.state !== 'requested' || row.expires_at <= at || !row.is_there) throw new CodedError('REQUEST_STATE');
      assertMayBegin(platform);
      const { rows: open } = await sql<{ id: string; type: string; rehearsal: string | null }>`
        select id, type, rehearsal from streams where performer_id = ${performerId}::uuid and ended_at is null for no key update`.execute(
        trx,
      );
      if (open.some(({ type }) => type !== 'public')) throw new CodedError('LIVE_BUSY');
      for (const { id, rehearsal } of open)
        if (publicShow === 'pause' && rehearsal === null) await pauseShow(trx, id, at);
        else await endShows(trx, sql`s.id = ${id}::uuid`, 'privateShow', at);
      await beginShow(engine, trx, performerId, requestId, row, at);
      await setRequestStates(trx, [requestId], ['requested'], 'accepted', at);
    });
  } catch (error) {
    // Another show of the performer began meanwhile.
    if (isUniqueViolation(error, 'streams_open')) throw new CodedError('LIVE_BUSY');
    throw error;
  }
};
