import { CodedError } from '../../platform/errors.ts';
import type { StreamGrant } from '../live-authority.ts';
import type { RtmpConnection } from './rtmp-server.ts';
import { createSession } from './sessions.ts';
import type { Show } from './show.ts';

/**
 * Takes an encoder into its show, in place of an earlier connection with the same key: after a cut the encoder is back before the old connection is
 * noticed to be dead.
 *
 * @param claim the show, created if this node doesn't host it yet; throws CodedError LIVE_FULL, LIVE_NOT_ON_AIR
 * @param hangUp ends the connection
 * @throws CodedError LIVE_FULL, LIVE_NOT_ON_AIR, LIVE_ALREADY_PUBLISHING while a browser publishes the show
 */
export const openRtmpSession = (claim: (grant: StreamGrant) => Show, grant: StreamGrant, hangUp: () => void): RtmpConnection => {
  const show = claim(grant);
  const before = show.publishing;
  if (before && before.grant.grantId !== grant.grantId) throw new CodedError('LIVE_ALREADY_PUBLISHING');
  before?.close();
  const publisher = show.stream.publishRtmp();
  const spectator = { key: 'encoder', network: '', grantId: grant.grantId, device: '' };
  const session = createSession('publish', { grant, token: undefined, spectator }, (own) => {
    show.sessions.delete(own.id);
    if (show.publishing === own) show.publishing = undefined;
  });
  session.accepted({
    isConnected: () => true,
    addCandidate: () => undefined,
    close() {
      publisher.close();
      hangUp();
    },
  });
  show.publishing = session;
  show.sessions.set(session.id, session);
  return { take: publisher.take, close: () => session.close() };
};
