import type { IceServerView } from '@stagedoor/contract/streams';
import { CodedError } from '../../platform/errors.ts';
import type { Right } from '../live-authority.ts';
import { parseSdpFragment } from '../media/sdp.ts';
import type { Access, RightKind } from './access.ts';
import { type Exchange, answer, answerPreflight, answerStatus, readBody, sameSecret } from './http.ts';
import { type Limits, MAX_CANDIDATES } from './limits.ts';
import { spectatorOf } from './media-routes.ts';
import { type Session, createSession } from './sessions.ts';
import type { Show } from './show.ts';

/** Sessions that one right may have at a time; a further one takes the oldest's place. */
const SESSIONS_OF_RIGHT = 4;
/** Sessions of all who come without a right from one address and program. */
const SESSIONS_OF_STRANGER = 50;

export interface WebrtcRoutesOptions {
  access: Access;
  shows: ReadonlyMap<string, Show>;
  /** The show, made where there is none. @throws CodedError LIVE_FULL, LIVE_NOT_ON_AIR */
  claim(right: Right): Show;
  iceServers: readonly IceServerView[];
  limits: Limits;
}

/** `Link` headers that name ICE servers (RFC 9725, section 4.6). */
const linksOf = (iceServers: readonly IceServerView[]): string =>
  iceServers
    .flatMap(({ urls, username, credential }) =>
      urls.map((url) =>
        [
          `<${url}>; rel="ice-server"`,
          ...(username === undefined ? [] : [`username=${JSON.stringify(username)}`]),
          ...(credential === undefined ? [] : [`credential=${JSON.stringify(credential)}`, 'credential-type="password"']),
        ].join('; '),
      ),
    )
    .join(', ');

/** Publishing by WHIP (RFC 9725) and watching by WHEP (draft-ietf-wish-whep). */
export const createWebrtcRoutes = ({ access, shows, claim, iceServers, limits }: WebrtcRoutesOptions) => {
  const links = linksOf(iceServers);
  let handshakes = 0;

  /** Counts a session as a handshake until it is connected or closed. */
  const shakingHands = (): (() => void) => {
    if (handshakes >= limits.handshakes) throw new CodedError('LIVE_FULL');
    handshakes += 1;
    let isOver = false;
    return () => {
      if (!isOver) handshakes -= 1;
      isOver = true;
    };
  };
  const created = (exchange: Exchange, session: Session, sdp: string): void =>
    answer(
      exchange,
      201,
      {
        'content-type': 'application/sdp',
        location: `${exchange.path}/${session.id}`,
        etag: session.etag,
        ...(links ? { link: links } : {}),
      },
      sdp,
    );

  const publish = async (exchange: Exchange, id: string): Promise<void> => {
    const offer = await readBody(exchange, 'application/sdp');
    const right = await access.authorize(id, 'publish', exchange.token, { anew: true });
    const show = claim(right);
    const before = show.publishing;
    if (before && before.right.rightId !== right.rightId) throw new CodedError('LIVE_ALREADY_PUBLISHING');
    const shaken = shakingHands();
    const session = createSession('publish', { right, token: exchange.token, spectator: spectatorOf(exchange, right) }, (own) => {
      shaken();
      show.sessions.delete(own.id);
      if (show.publishing === own) show.publishing = undefined;
    });
    show.publishing = session;
    show.sessions.set(session.id, session);
    try {
      const publisher = await show.stream.publish(offer, {
        isWanted: () => show.publishing === session && !session.isClosed(),
        connected: shaken,
        closed: () => session.close(),
      });
      session.accepted(publisher);
      before?.close();
      created(exchange, session, publisher.answer);
    } catch (error) {
      session.close();
      // What doesn't work out leaves the connection before it alone.
      if (!show.publishing && before && !before.isClosed()) show.publishing = before;
      throw error;
    }
  };

  const watch = async (exchange: Exchange, id: string): Promise<void> => {
    const offer = await readBody(exchange, 'application/sdp');
    const right = await access.authorize(id, 'play', exchange.token);
    const show = shows.get(id);
    if (!show?.stream.isPublishing()) throw new CodedError('LIVE_NOT_ON_AIR');
    const spectator = spectatorOf(exchange, right);
    const watching = [...show.sessions.values()].filter(({ kind }) => kind === 'play');
    const own = watching.filter((one) => one.spectator.key === spectator.key);
    if (watching.length >= limits.webrtcViewers) throw new CodedError('LIVE_FULL');
    if (right.rightId === null && own.length >= SESSIONS_OF_STRANGER) throw new CodedError('LIVE_FULL');
    const shaken = shakingHands();
    if (right.rightId !== null && own.length >= SESSIONS_OF_RIGHT) own[0]!.close();
    const session = createSession('play', { right, token: exchange.token, spectator }, (one) => {
      shaken();
      show.sessions.delete(one.id);
      show.audience.left(spectator.key);
    });
    show.sessions.set(session.id, session);
    try {
      const viewer = await show.stream.watch(offer, { connected: shaken, closed: () => session.close() });
      session.accepted(viewer);
      created(exchange, session, viewer.answer);
    } catch (error) {
      session.close();
      throw error;
    }
  };

  /** The session that a request names, for who opened it. */
  const sessionOf = (exchange: Exchange, kind: RightKind, id: string, sessionId: string): Session => {
    const session = shows.get(id)?.sessions.get(sessionId);
    if (session?.kind !== kind) throw new CodedError('NOT_FOUND');
    if (!sameSecret(exchange.token, session.token)) throw new CodedError('LIVE_TOKEN_INVALID');
    return session;
  };

  const trickle = async (exchange: Exchange, kind: RightKind, id: string, sessionId: string): Promise<void> => {
    const text = await readBody(exchange, 'application/trickle-ice-sdpfrag');
    const session = sessionOf(exchange, kind, id, sessionId);
    await access.authorize(id, kind, exchange.token);
    const match = exchange.request.headers['if-match'];
    if (match === undefined) return answerStatus(exchange, 428, 'BAD_REQUEST');
    // A new start of ICE, which needs a new session here.
    if (match.trim() === '*') return answerStatus(exchange, 422, 'BAD_REQUEST');
    if (match.trim() !== session.etag) return answerStatus(exchange, 412, 'BAD_REQUEST');
    const fragment = parseSdpFragment(text, MAX_CANDIDATES);
    if (!fragment || session.candidates + fragment.candidates.length > MAX_CANDIDATES) throw new CodedError('LIVE_OFFER_INVALID');
    session.candidates += fragment.candidates.length;
    for (const { candidate, mid } of fragment.candidates) session.addCandidate(candidate, mid);
    answer(exchange, 204);
  };

  /** @returns whether it was a request of this kind */
  return async (exchange: Exchange): Promise<boolean> => {
    const parts = /^(?:\/media)?\/[^/]+\/(whip|whep)\/([\w-]{1,64})(?:\/([\w-]{1,64}))?$/.exec(exchange.path);
    if (!parts) return false;
    const [, protocol, id, sessionId] = parts;
    const kind = protocol === 'whip' ? 'publish' : 'play';
    const { method } = exchange.request;
    if (method === 'OPTIONS') {
      answerPreflight(exchange, {
        'accept-post': 'application/sdp',
        'accept-patch': 'application/trickle-ice-sdpfrag',
        ...(links ? { link: links } : {}),
      });
    } else if (method === 'GET' || method === 'HEAD') answer(exchange, 200);
    else if (method === 'POST' && sessionId === undefined) await (kind === 'publish' ? publish : watch)(exchange, id!);
    else if (method === 'PATCH' && sessionId !== undefined) await trickle(exchange, kind, id!, sessionId);
    else if (method === 'DELETE' && sessionId !== undefined) {
      // One that the server ended meanwhile is as gone as its client wants it.
      if (shows.get(id!)?.sessions.has(sessionId)) sessionOf(exchange, kind, id!, sessionId).close();
      answer(exchange, 200);
    } else {
      exchange.response.setHeader('allow', sessionId === undefined ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, PATCH, DELETE, OPTIONS');
      answerStatus(exchange, 405, 'BAD_REQUEST');
    }
    return true;
  };
};
