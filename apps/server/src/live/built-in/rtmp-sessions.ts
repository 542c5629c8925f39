import type { StreamGrant } from '../live-authority.ts';
import type { RtmpConnection } from './rtmp-server.ts';
import { createSession } from './sessions.ts';
import type { Show } from './show.ts';
import { claimByKey } from './takeovers.ts';

/**
 * Takes an encoder into its show, in place of an earlier connection with the same key.
 *
 * @param claim the show, created if this node doesn't host it yet
 * @param network where the encoder is
 * @param hangUp ends the connection
 * @throws CodedError as claimByKey
 */
export const openRtmpSession = (
  claim: (grant: StreamGrant) => Show,
  grant: StreamGrant,
  network: string,
  hangUp: () => void,
): RtmpConnection => {
  const { show, before } = claimByKey(claim, grant, network);
  before?.close();
  const publisher = show.stream.publishRtmp();
  const spectator = { key: 'encoder', network, grantId: grant.grantId, device: '' };
  const session = createSession('publish', { grant, token: undefined, byKey: true, spectator }, (own) => {
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
