import type { IceServerView } from '@stagedoor/contract/streams';
import { CodedError } from '../../platform/errors.ts';
import type { IceServers } from '../ice-servers.ts';
import type { StreamGrant } from '../live-authority.ts';
import { parseSdpFragment } from '../media/sdp.ts';
import type { Access, StreamGrantKind } from './access.ts';
import type { Spectator } from './audience.ts';
import { type Exchange, respond, respondPreflight, respondStatus, readBody } from './http.ts';
import { type KeyAdmission, sha256 } from './key-admission.ts';
import { respondCreated, ufragOf } from './created-sessions.ts';
import { BY_KEY, createPublishing } from './publishing.ts';
import { secretsMatch } from '../../platform/secrets-match.ts';
import { type Limits, MAX_CANDIDATES } from './limits.ts';
import { spectatorOf } from './media-routes.ts';
import { type Session, createSession } from './sessions.ts';
import { type Show, countSession, enterSeat } from './show.ts';
import { createViewerPlaces } from './viewer-places.ts';

/** Concurrent sessions of one grant; a further one replaces the oldest. */
const MAX_SESSIONS_PER_GRANT = 4;

export interface WebrtcRoutesOptions {
  access: Access;
  admission: KeyAdmission;
  shows: ReadonlyMap<string, Show>;
  /** The show, created if this node doesn't host it yet. @throws CodedError LIVE_FULL, LIVE_NOT_ON_AIR */
  claim(grant: StreamGrant): Show;
  iceServers: IceServers;
  limits: Limits;
}

/** `Link` headers that name ICE servers (RFC 9725, section 4.6), one for each: OBS reads a single one from a list. */
const linksOf = (iceServers: readonly IceServerView[]): string[] =>
  iceServers.flatMap(({ urls, username, credential }) =>
    urls.map((url) =>
      [
        `<${url}>; rel="ice-server"`,
        ...(username === undefined ? [] : [`username=${JSON.stringify(username)}`]),
        ...(credential === undefined ? [] : [`credential=${JSON.stringify(credential)}`, 'credential-type="password"']),
      ].join('; '),
    ),
  );

/** Sessions that aren't connected yet, of which a node takes so many. Owns their count. */
const createHandshakes = (limits: Limits) => {
  let handshakes = 0;

  /** Counts a session as a handshake until it is connected or closed. */
  return (): (() => void) => {
    if (handshakes >= limits.handshakes) throw new CodedError('LIVE_FULL');
    handshakes += 1;
    let isOver = false;
    return () => {
      if (!isOver) handshakes -= 1;
      isOver = true;
    };
  };
};

/** Takes candidates of a session's peer. */
const takeCandidates = (exchange: Exchange, session: Session, text: string): void => {
  const match = exchange.request.headers['if-match'];
  if (match === undefined) return respondStatus(exchange, 428, 'BAD_REQUEST');
  // How RFC 9725 marks an ICE restart (section 4.3.3), which requires a new session here.
  if (match.trim() === '*') throw new CodedError('LIVE_ICE_RESTART');
  if (match.trim() !== session.etag) return respondStatus(exchange, 412, 'BAD_REQUEST');
  const fragment = parseSdpFragment(text, MAX_CANDIDATES);
  if (fragment?.ufrag !== undefined && fragment.ufrag !== session.ufrag) throw new CodedError('LIVE_ICE_RESTART');
  if (!fragment || session.candidates + fragment.candidates.length > MAX_CANDIDATES) throw new CodedError('LIVE_OFFER_INVALID');
  session.candidates += fragment.candidates.length;
  for (const { candidate, mid } of fragment.candidates) session.addCandidate(candidate, mid);
  respond(exchange, 204);
};

/** Opens the session of a viewer. */
const openWatching = (show: Show, viewer: Pick<Session, 'grant' | 'token' | 'ufrag' | 'spectator'>, endHandshake: () => void): Session => {
  const session = createSession('play', viewer, (own) => {
    endHandshake();
    countSession(show, own);
    show.sessions.delete(own.id);
    show.audience.recordLeave(viewer.spectator.key);
  });
  show.sessions.set(session.id, session);
  return session;
};

/** Returns the session of a request, if its token or stream key opened it. @throws CodedError NOT_FOUND, LIVE_TOKEN_INVALID */
const sessionOf = ({ token }: Exchange, kind: StreamGrantKind, show: Show | undefined, sessionId: string): Session => {
  const session = show?.sessions.get(sessionId);
  if (session?.kind !== kind) throw new CodedError('NOT_FOUND');
  const given = session.byKey ? token && sha256(token).toString('hex') : token;
  if (!secretsMatch(given, session.token)) throw new CodedError('LIVE_TOKEN_INVALID');
  return session;
};

/** Publishing by WHIP (RFC 9725) and watching by WHEP (draft-ietf-wish-whep). */
export const createWebrtcRoutes = ({ access, admission, shows, claim, iceServers, limits }: WebrtcRoutesOptions) => {
  /** The servers of a client that may publish or play. */
  const linksFor = (spectator: Spectator): string[] => linksOf(iceServers.of(spectator.key, new Date()));
  /** Before the offer: all servers with a valid token. Others, such as browsers' preflights, are told only those without credentials. */
  const linksBefore = async (exchange: Exchange, kind: StreamGrantKind, id: string): Promise<string[]> => {
    // A stream key isn't a token of a show.
    if (exchange.token === undefined || id === BY_KEY) return linksOf(iceServers.open);
    return access.authorize(id, kind, exchange.token).then(
      (grant) => linksFor(spectatorOf(exchange, grant)),
      () => linksOf(iceServers.open),
    );
  };
  const startHandshake = createHandshakes(limits);
  const places = createViewerPlaces(shows, limits);

  const { publish, publishByKey } = createPublishing({ access, admission, claim, linksFor, startHandshake });

  const watch = async (exchange: Exchange, id: string): Promise<void> => {
    const offer = await readBody(exchange, 'application/sdp');
    const grant = await access.authorize(id, 'play', exchange.token);
    const show = shows.get(id);
    if (!show?.stream.isPublishing()) throw new CodedError('LIVE_NOT_ON_AIR');
    const spectator = spectatorOf(exchange, grant);
    enterSeat(show, grant.seatId, spectator);
    const own = places.take(show, spectator);
    const endHandshake = startHandshake();
    if (grant.grantId !== null && own.length >= MAX_SESSIONS_PER_GRANT) own[0]!.close();
    const session = openWatching(show, { grant, token: exchange.token, ufrag: ufragOf(offer), spectator }, endHandshake);
    try {
      const viewer = await show.stream.watch(offer, {
        connected() {
          endHandshake();
          places.settle(show, session);
        },
        closed: () => session.close(),
      });
      session.accepted(viewer);
      // A seat plays once, on the same device too.
      if (grant.seatId !== null) for (const one of own) one.close();
      respondCreated(exchange, exchange.path, session, viewer.answer, linksFor(session.spectator));
    } catch (error) {
      session.close();
      throw error;
    }
  };

  const trickle = async (exchange: Exchange, kind: StreamGrantKind, id: string, sessionId: string): Promise<void> => {
    const text = await readBody(exchange, 'application/trickle-ice-sdpfrag');
    const session = sessionOf(exchange, kind, shows.get(id), sessionId);
    // A stream key isn't a token of the show; its sessions are closed with the key.
    if (!session.byKey) await access.authorize(id, kind, exchange.token);
    takeCandidates(exchange, session, text);
  };

  /** @returns whether one of these routes matched */
  return async (exchange: Exchange): Promise<boolean> => {
    const parts = /^(?:\/media)?\/[^/]+\/(whip|whep)\/([\w-]{1,64})(?:\/([\w-]{1,64}))?$/.exec(exchange.path);
    if (!parts) return false;
    const [, protocol, id, sessionId] = parts;
    const kind = protocol === 'whip' ? 'publish' : 'play';
    const { method } = exchange.request;
    if (method === 'OPTIONS') {
      const links = await linksBefore(exchange, kind, id!);
      respondPreflight(exchange, {
        'accept-post': 'application/sdp',
        'accept-patch': 'application/trickle-ice-sdpfrag',
        ...(links.length > 0 ? { link: links } : {}),
      });
    } else if (method === 'GET' || method === 'HEAD') respond(exchange, 200);
    else if (method === 'POST' && sessionId === undefined && kind === 'publish' && id === BY_KEY) await publishByKey(exchange);
    else if (method === 'POST' && sessionId === undefined) await (kind === 'publish' ? publish : watch)(exchange, id!);
    else if (method === 'PATCH' && sessionId !== undefined) await trickle(exchange, kind, id!, sessionId);
    else if (method === 'DELETE' && sessionId !== undefined) {
      // A session that the server has already ended is a success too.
      if (shows.get(id!)?.sessions.has(sessionId)) sessionOf(exchange, kind, shows.get(id!), sessionId).close();
      respond(exchange, 200);
    } else {
      exchange.response.setHeader('allow', sessionId === undefined ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, PATCH, DELETE, OPTIONS');
      respondStatus(exchange, 405, 'BAD_REQUEST');
    }
    return true;
  };
};
