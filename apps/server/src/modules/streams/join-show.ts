import type { StreamSession, StreamToken, StreamType } from '@stagedoor/contract/streams';
import type { LiveEngine } from '../../live/live-engine.ts';
import { type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { accessOfRows, tokenValueOf } from '../access/index.ts';
import { type IssuedGrant, expiryOf, createStreamGrant } from './stream-grants.ts';
import { getShow } from './streams.queries.ts';
import { type ShowRow, sessionOf } from './streams.view.ts';

const hasAccess = (platform: Platform, viewer: Viewer, show: ShowRow): boolean =>
  accessOfRows(show, show, viewer, tokenValueOf(platform.settings)).allowed;

/** @throws CodedError LIVE_NOT_ON_AIR, UNAUTHENTICATED for visitors unless public, LOCKED */
const assertMayWatch = (platform: Platform, viewer: Viewer, show: ShowRow): void => {
  if (show.state === 'ended') throw new CodedError('LIVE_NOT_ON_AIR');
  if (show.type !== 'public' && viewer.kind === 'visitor') throw new CodedError('UNAUTHENTICATED');
  if (!hasAccess(platform, viewer, show)) throw new CodedError('LOCKED');
};

const tokenOf = (streamId: string, type: StreamToken['type'], right: IssuedGrant): StreamToken => ({
  tokenId: right.token,
  streamId,
  type,
  expireDate: right.expiresAt.toISOString(),
});

/**
 * Joins a show: checks access and creates a playing grant.
 * @throws CodedError NOT_FOUND, LIVE_NOT_ON_AIR, UNAUTHENTICATED, LOCKED
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
  assertMayWatch(platform, viewer, show);
  const grant = {
    streamId: show.id,
    accountId: accountIdOf(viewer),
    country,
    kind: 'play',
    now,
    expiresAt: expiryOf(now, undefined),
  } as const;
  const right = await createStreamGrant(platform.database, grant);
  return { session: sessionOf(platform, engine, show, right.token), token: tokenOf(show.id, 'play', right) };
};

/**
 * A token to play or publish one show. Only its performer may publish.
 * @throws CodedError NOT_FOUND, FORBIDDEN, LIVE_NOT_ON_AIR, UNAUTHENTICATED, LOCKED; FieldsError for a past instant
 */
export const createToken = async (
  platform: Platform,
  viewer: Viewer,
  country: string | null,
  wanted: { id: string; type: 'play' | 'publish'; expireDate?: Date | undefined },
): Promise<StreamToken> => {
  const now = platform.clock.now();
  const show = await getShow(platform, viewer, country, wanted.id);
  if (show.id !== wanted.id) throw new CodedError('NOT_FOUND');
  const accountId = accountIdOf(viewer);
  if (wanted.type === 'publish' && show.performer_id !== accountId) throw new CodedError('FORBIDDEN');
  assertMayWatch(platform, viewer, show);
  const expiresAt = expiryOf(now, wanted.expireDate);
  return tokenOf(
    show.id,
    wanted.type,
    await createStreamGrant(platform.database, { streamId: show.id, accountId, country, kind: wanted.type, now, expiresAt }),
  );
};

/**
 * The open show of a type, or the most recent one; private and group shows only for their participants.
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
  if (type !== 'public' && !hasAccess(platform, viewer, show)) throw new CodedError('NOT_FOUND');
  return sessionOf(platform, engine, show);
};
