import { CodedError } from '../../platform/errors.ts';
import { networkOf } from '../../platform/network.ts';
import type { StreamGrant } from '../live-authority.ts';
import type { Access } from './access.ts';
import type { Spectator } from './audience.ts';
import { respondCreated, ufragOf } from './created-sessions.ts';
import { type Exchange, callerAddress, readBody } from './http.ts';
import { type KeyAdmission, sha256 } from './key-admission.ts';
import { spectatorOf } from './media-routes.ts';
import { type Session, createSession } from './sessions.ts';
import type { Show } from './show.ts';
import { claimByKey } from './takeovers.ts';

/** The path in place of a show's id, for publishers with a stream key. */
export const BY_KEY = 'key';

export interface PublishingOptions {
  access: Access;
  admission: KeyAdmission;
  /** The show, created if this node doesn't host it yet. @throws CodedError LIVE_FULL, LIVE_NOT_ON_AIR */
  claim(grant: StreamGrant): Show;
  /** `Link` headers of answers: the ICE servers of a client that may publish. */
  linksFor(spectator: Spectator): string[];
  /** Counts a session that isn't connected yet. @returns ends the count @throws CodedError LIVE_FULL */
  startHandshake(): () => void;
}

/** Opens the session of a show's publisher, in place of the previous one. */
const openPublishing = (show: Show, opening: Parameters<typeof createSession>[1], endHandshake: () => void): Session => {
  const session = createSession('publish', opening, (own) => {
    endHandshake();
    show.sessions.delete(own.id);
    if (show.publishing === own) show.publishing = undefined;
  });
  show.publishing = session;
  show.sessions.set(session.id, session);
  return session;
};

/** The stream key of a request: in a header alone, since addresses are logged. @throws CodedError LIVE_KEY_INVALID without one */
const keyOf = ({ token, tokenInQuery }: Exchange): string => {
  if (token === undefined || tokenInQuery) throw new CodedError('LIVE_KEY_INVALID');
  return token;
};

/** Publishing by WHIP (RFC 9725): to a show's own address with its token, or to the lasting one with a stream key. */
export const createPublishing = ({ access, admission, claim, linksFor, startHandshake }: PublishingOptions) => {
  /** Accepts an offer for a show in place of its previous publisher, who stays if the offer can't be accepted. */
  const accept = async (
    exchange: Exchange,
    offer: string,
    { show, before }: { show: Show; before: Session | undefined },
    opening: { grant: StreamGrant; token: string | undefined; byKey: boolean },
  ): Promise<void> => {
    const endHandshake = startHandshake();
    const spectator = spectatorOf(exchange, opening.grant);
    const session = openPublishing(show, { ...opening, ufrag: ufragOf(offer), spectator }, endHandshake);
    try {
      const publisher = await show.stream.publish(offer, {
        isProgram: opening.byKey,
        isWanted: () => show.publishing === session && !session.isClosed(),
        connected: endHandshake,
        closed: () => session.close(),
      });
      session.accepted(publisher);
      before?.close();
      respondCreated(
        exchange,
        exchange.path.replace(new RegExp(`/${BY_KEY}$`), `/${show.id}`),
        session,
        publisher.answer,
        linksFor(spectator),
      );
    } catch (error) {
      session.close();
      // A failed attempt does not affect the previous connection.
      if (!show.publishing && before && !before.isClosed()) show.publishing = before;
      throw error;
    }
  };

  const publish = async (exchange: Exchange, id: string): Promise<void> => {
    const offer = await readBody(exchange, 'application/sdp');
    const grant = await access.authorize(id, 'publish', exchange.token, { skipCache: true });
    const show = claim(grant);
    const before = show.publishing;
    if (before && before.grant.grantId !== grant.grantId) throw new CodedError('LIVE_ALREADY_PUBLISHING');
    await accept(exchange, offer, { show, before }, { grant, token: exchange.token, byKey: false });
  };

  /** Publishing with a stream key, which finds the show; the session's address has the show's id. */
  const publishByKey = async (exchange: Exchange): Promise<void> => {
    const network = networkOf(callerAddress(exchange.request));
    const leave = admission.enter(network);
    if (!leave) throw new CodedError('LIVE_FULL');
    try {
      const offer = await readBody(exchange, 'application/sdp');
      const key = keyOf(exchange);
      const grant = await admission.admit(network, key);
      await accept(exchange, offer, claimByKey(claim, grant, network), { grant, token: sha256(key).toString('hex'), byKey: true });
    } finally {
      leave();
    }
  };

  return { publish, publishByKey };
};
