import type { StreamSession, StreamToken, StreamType } from '@stagedoor/contract/streams';
import { sql } from 'kysely';
import type { LiveEngine } from '../../live/live-engine.ts';
import type { ShowAddresses } from '../../live/show-addresses.ts';
import { type AccountViewer, type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import { transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { assertMayJoin } from './closing.ts';
import { takeSeat } from './group-shows.ts';
import { findParticipant } from './participants.queries.ts';
import { closeSeats } from './seats.ts';
import { settleSeat } from './settle-seat.ts';
import { createStreamGrant, expiryOf } from './stream-grants.ts';
import { endShows } from './stream-state.ts';
import { getShow } from './streams.queries.ts';
import { type ShowRow, accessOf, sessionOf } from './streams.view.ts';
import { renewTicket, ticketOf } from './tickets.ts';

/** Whether the viewer is its performer or has a seat: paid shows have no other viewers, admins neither. */
const isInShow = async (platform: Platform, viewer: Viewer, show: ShowRow): Promise<boolean> => {
  const accountId = accountIdOf(viewer);
  if (accountId === null) return false;
  if (show.performer_id === accountId) return true;
  const seat = await findParticipant(platform.database, show.id, accountId, platform.clock.now());
  return seat !== undefined && !seat.left_at;
};

/** @throws CodedError LIVE_NOT_ON_AIR, UNAUTHENTICATED for visitors unless public, LOCKED */
const assertMayWatch = async (platform: Platform, viewer: Viewer, show: ShowRow): Promise<void> => {
  if (show.state === 'ended') throw new CodedError('LIVE_NOT_ON_AIR');
  if (show.type !== 'public' && viewer.kind === 'visitor') throw new CodedError('UNAUTHENTICATED');
  const mayWatch = show.type === 'public' ? accessOf(platform, viewer, show)?.allowed === true : await isInShow(platform, viewer, show);
  if (!mayWatch) throw new CodedError('LOCKED');
};

const isPaidViewer = (viewer: Viewer, show: ShowRow): boolean => show.type !== 'public' && show.performer_id !== accountIdOf(viewer);

/**
 * Joins a show: checks access and creates a playing grant. In a group show it takes a seat.
 * @throws CodedError NOT_FOUND, LIVE_NOT_ON_AIR, SHOWS_CLOSING, UNAUTHENTICATED, LOCKED, EMAIL_NOT_VERIFIED, LIVE_SEATS_TAKEN, INSUFFICIENT_TOKENS, SPENDING_LIMIT,
 *   COOL_OFF, LIVE_SERVER_AWAY
 */
export const joinShow = async (
  platform: Platform,
  engine: LiveEngine,
  viewer: Viewer,
  country: string | null,
  idOrUsername: string,
): Promise<{ session: StreamSession; token: StreamToken }> => {
  const now = platform.clock.now();
  const show = await getShow(platform, viewer, country, idOrUsername);
  if (show.state !== 'ended') await assertMayJoin(platform, viewer, show.id);
  if (show.type === 'group' && viewer.kind === 'account' && isPaidViewer(viewer, show) && show.state !== 'ended') {
    if (!viewer.emailVerified) throw new CodedError('EMAIL_NOT_VERIFIED');
    if (!(await isInShow(platform, viewer, show))) await takeSeat(platform, viewer, show);
  }
  await assertMayWatch(platform, viewer, show);
  const isRenewed = isPaidViewer(viewer, show);
  const wanted = {
    streamId: show.id,
    accountId: accountIdOf(viewer),
    country,
    kind: 'play',
    now,
    expiresAt: expiryOf(now, undefined, isRenewed),
    isRenewed,
  } as const;
  const grant = await createStreamGrant(platform.database, wanted);
  const token = await ticketOf(platform, engine, show, grant, { kind: 'play', isSeat: isRenewed });
  return { session: sessionOf(platform, engine, viewer, show, token.tokenId), token };
};

interface Wanted {
  id: string;
  type: 'play' | 'publish';
  expireDate?: Date | undefined;
  /** The subscriber of an earlier token, which the new one replaces. */
  subscriberId?: string | undefined;
}

/** A token for the camera of a fan in a private show: the fan publishes it, the performer plays it. Undefined when the id is no camera's. */
const createCameraToken = async (
  platform: Platform,
  engine: LiveEngine,
  viewer: Viewer,
  country: string | null,
  { id: mediaId, type, expireDate }: Wanted,
): Promise<StreamToken | undefined> => {
  const now = platform.clock.now();
  const { rows } = await sql<{
    stream_id: string;
    account_id: string;
    performer_id: string;
    state: string;
    left_at: Date | null;
    addresses: ShowAddresses | null;
  }>`
    select p.stream_id, p.account_id, s.performer_id, s.state, p.left_at, s.addresses from stream_participants p join streams s on s.id = p.stream_id
    where p.camera_id = ${mediaId}::uuid`.execute(platform.database);
  const row = rows[0];
  if (!row) return undefined;
  const accountId = accountIdOf(viewer);
  if (accountId === null) throw new CodedError('UNAUTHENTICATED');
  if (accountId !== row.account_id && accountId !== row.performer_id) throw new CodedError('NOT_FOUND');
  if (accountId !== (type === 'publish' ? row.account_id : row.performer_id)) throw new CodedError('FORBIDDEN');
  if (row.state === 'ended' || row.left_at) throw new CodedError('LIVE_NOT_ON_AIR');
  await assertMayJoin(platform, viewer, row.stream_id);
  const expiresAt = expiryOf(now, expireDate);
  const wanted = { streamId: row.stream_id, mediaId, accountId, country, kind: type, now, expiresAt };
  const medium = { id: mediaId, type: 'private', audience: 'buyers', addresses: row.addresses } as const;
  return ticketOf(platform, engine, medium, await createStreamGrant(platform.database, wanted), { kind: type });
};

/**
 * A token to play or publish one show. Only its performer may publish; the fan's camera of a private show, only that fan.
 * @throws CodedError NOT_FOUND, FORBIDDEN, LIVE_NOT_ON_AIR, SHOWS_CLOSING, UNAUTHENTICATED, LOCKED, LIVE_TOKEN_INVALID for another's
 *   `subscriberId`, LIVE_SERVER_AWAY; FieldsError for a past instant
 */
export const createToken = async (
  platform: Platform,
  engine: LiveEngine,
  viewer: Viewer,
  country: string | null,
  wanted: Wanted,
): Promise<StreamToken> => {
  const camera = await createCameraToken(platform, engine, viewer, country, wanted);
  if (camera) return camera;
  const now = platform.clock.now();
  const show = await getShow(platform, viewer, country, wanted.id);
  if (show.id !== wanted.id) throw new CodedError('NOT_FOUND');
  if (show.state !== 'ended') await assertMayJoin(platform, viewer, show.id);
  const accountId = accountIdOf(viewer);
  if (wanted.type === 'publish' && show.performer_id !== accountId) throw new CodedError('FORBIDDEN');
  await assertMayWatch(platform, viewer, show);
  if (wanted.subscriberId !== undefined && wanted.type === 'play') return renewTicket(platform, engine, viewer, show, wanted.subscriberId);
  const isRenewed = isPaidViewer(viewer, show) && wanted.expireDate === undefined;
  const expiresAt = expiryOf(now, wanted.expireDate, isPaidViewer(viewer, show));
  const grant = { streamId: show.id, accountId, country, kind: wanted.type, now, expiresAt, isRenewed };
  const isSeat = wanted.type === 'play' && isPaidViewer(viewer, show);
  return ticketOf(platform, engine, show, await createStreamGrant(platform.database, grant), { kind: wanted.type, isSeat });
};

/**
 * The open show of a type, or the most recent one; private and group shows only for their participants, afterwards too.
 * @throws CodedError NOT_FOUND
 */
export const getSession = async (
  platform: Platform,
  engine: LiveEngine,
  viewer: Viewer,
  country: string | null,
  idOrUsername: string,
  type: StreamType,
): Promise<StreamSession> => {
  const show = await getShow(platform, viewer, country, idOrUsername, type);
  if (type !== 'public') {
    const accountId = accountIdOf(viewer);
    const isTheirs =
      show.performer_id === accountId ||
      (accountId !== null && (await findParticipant(platform.database, show.id, accountId, platform.clock.now())));
    if (!isTheirs) throw new CodedError('NOT_FOUND');
  }
  return sessionOf(platform, engine, viewer, show);
};

/**
 * Leaves a group show, or ends a private one, and pays what was delivered until then; after the end it changes nothing.
 * @throws CodedError NOT_FOUND for those without a seat
 */
export const leaveShow = async (platform: Platform, engine: LiveEngine, viewer: AccountViewer, showId: string): Promise<void> => {
  const { database, clock, log } = platform;
  const { accountId } = viewer;
  const seat = await findParticipant(database, showId, accountId, clock.now());
  if (!seat) throw new CodedError('NOT_FOUND');
  if (!seat.left_at && seat.state === 'live') await settleSeat(platform, engine, showId, accountId);
  const isEnded = await transact(database, undefined, async (trx) => {
    const now = clock.now();
    if (seat.type === 'private') return (await endShows(trx, sql`s.id = ${showId}::uuid`, 'fan', now)).length > 0;
    await sql`select from streams where id = ${showId}::uuid for no key update`.execute(trx);
    await closeSeats(trx, [showId], 'left', 'fan', now, accountId);
    return false;
  });
  if (isEnded)
    engine.end(showId).catch((error: unknown) => log.warn({ err: error, showId }, 'the engine could not be notified of the end of a show'));
};
