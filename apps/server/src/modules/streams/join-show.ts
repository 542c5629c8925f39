import type { StreamSession, StreamToken, StreamType } from '@stagedoor/contract/streams';
import type { LiveEngine } from '../../live/live-engine.ts';
import { type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { accessOfRows, tokenValueOf } from '../entitlement/index.ts';
import { type GrantedRight, expiryOf, grantRight } from './stream-rights.ts';
import { getShow } from './streams.queries.ts';
import { type ShowRow, sessionOf } from './streams.view.ts';

const hasAccess = (platform: Platform, viewer: Viewer, show: ShowRow): boolean =>
  accessOfRows(show, show, viewer, tokenValueOf(platform.settings)).allowed;

/** @throws CodedError LIVE_NOT_ON_AIR, UNAUTHENTICATED for a visitor of what isn't public, LOCKED */
const assertMayWatch = (platform: Platform, viewer: Viewer, show: ShowRow): void => {
  if (show.state === 'ended') throw new CodedError('LIVE_NOT_ON_AIR');
  if (show.type !== 'public' && viewer.kind === 'visitor') throw new CodedError('UNAUTHENTICATED');
  if (!hasAccess(platform, viewer, show)) throw new CodedError('LOCKED');
};

const tokenOf = (streamId: string, type: StreamToken['type'], right: GrantedRight): StreamToken => ({
  tokenId: right.token,
  streamId,
  type,
  expireDate: right.expiresAt.toISOString(),
});

/**
 * Joins a show: access, then a right to play it.
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
  const right = await grantRight(platform.database, grant);
  return { session: sessionOf(platform, engine, show, right.token), token: tokenOf(show.id, 'play', right) };
};

/**
 * A token to play or publish one show. Publishing is its performer's alone.
 * @throws CodedError NOT_FOUND, FORBIDDEN, LIVE_NOT_ON_AIR, UNAUTHENTICATED, LOCKED; FieldsError for an instant that has passed
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
    await grantRight(platform.database, { streamId: show.id, accountId, country, kind: wanted.type, now, expiresAt }),
  );
};

/**
 * The open show of a type, or the last one; of private and group shows only for those in them.
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
