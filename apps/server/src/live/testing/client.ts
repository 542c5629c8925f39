import { type PeerConnection } from 'node-datachannel';

/** What a WHIP or WHEP endpoint answered. */
export interface NegotiatedSession {
  status: number;
  /** The session's address. */
  location: string;
  etag: string;
  body: string;
  headers: Headers;
  /** The offer that was sent; absent by signalling. */
  offer?: string;
}

export const gatherCandidates = (connection: PeerConnection): Promise<string> =>
  new Promise((resolve) => {
    const finish = (): void => resolve(connection.localDescription()!.sdp);
    if (connection.gatheringState() === 'complete') return finish();
    connection.onGatheringStateChange((state) => {
      if (state === 'complete') finish();
    });
  });

export const sendOffer = async (
  url: string,
  token: string | undefined,
  sdp: string,
  headers: Record<string, string> = {},
): Promise<NegotiatedSession> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    body: sdp,
  });
  return {
    status: response.status,
    location: new URL(response.headers.get('location') ?? '', url).href,
    etag: response.headers.get('etag') ?? '',
    body: await response.text(),
    headers: response.headers,
    offer: sdp,
  };
};

/** Sends candidates to a session, or asks to restart its ICE. @param match the ETag, or `*` */
export const trickle = (
  { location }: NegotiatedSession,
  token: string,
  { ufrag, match }: { ufrag: string | undefined; match: string },
): Promise<Response> =>
  fetch(location, {
    method: 'PATCH',
    headers: { 'content-type': 'application/trickle-ice-sdpfrag', 'if-match': match, authorization: `Bearer ${token}` },
    body: `a=ice-ufrag:${ufrag}\r\na=ice-pwd:abcdefghijklmnopqrstuvwx\r\nm=video 9 RTP/AVP 0\r\na=mid:0\r\na=candidate:1 1 UDP 1 127.0.0.1 9 typ host\r\n`,
  });

/** The fragment of a user name in a session's offer. */
export const ufragOf = ({ offer = '' }: NegotiatedSession): string | undefined => /^a=ice-ufrag:(\S+)/m.exec(offer)?.[1];

/**
 * The offer as a client with the policy `max-bundle` writes it: sections after the first have port 0, `a=bundle-only`, and no transport of
 * their own (RFC 9143, section 7.2).
 */
export const asBundleOnly = (offer: string): string => {
  const [session, first, ...others] = offer.split(/(?=^m=)/m);
  const bundled = others.map((section) =>
    section
      .replace(/^m=(\w+) \d+/, 'm=$1 0')
      .replace(/^a=(ice-ufrag|ice-pwd|ice-options|fingerprint|setup|candidate|end-of-candidates|rtcp-mux)\b.*\r\n/gm, '')
      .replace(/^(a=mid:.*\r\n)/m, '$1a=bundle-only\r\n'),
  );
  return [session, first, ...bundled].join('');
};

export interface OfferChanges {
  rewrite?: ((offer: string) => string) | undefined;
  rewriteAnswer?: ((answer: string) => string) | undefined;
  headers?: Record<string, string> | undefined;
}

const unchanged = (sdp: string): string => sdp;

/**
 * Sends an offer by WHIP or WHEP and connects.
 * @param changes.rewrite changes the offer that is sent
 * @param changes.rewriteAnswer changes the answer before it is used
 * @throws when the offer is refused, with the response as `cause`
 */
export const connectTo = async (
  connection: PeerConnection,
  url: string,
  token: string | undefined,
  { rewrite, rewriteAnswer, headers }: OfferChanges = {},
): Promise<NegotiatedSession> => {
  connection.setLocalDescription('offer');
  const session = await sendOffer(url, token, (rewrite ?? unchanged)(await gatherCandidates(connection)), headers);
  if (session.status !== 201) {
    connection.close();
    throw new Error(`refused with ${session.status}`, { cause: session });
  }
  const whenConnected = new Promise<void>((resolve, reject) => {
    connection.onStateChange((state) => {
      if (state === 'connected') resolve();
      if (state === 'failed' || state === 'closed') reject(new Error(state));
    });
  });
  whenConnected.catch(() => {});
  connection.setRemoteDescription((rewriteAnswer ?? unchanged)(session.body), 'answer');
  await whenConnected;
  return session;
};

export const endSession = ({ location }: NegotiatedSession, token: string | undefined): Promise<Response> =>
  fetch(location, { method: 'DELETE', headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
