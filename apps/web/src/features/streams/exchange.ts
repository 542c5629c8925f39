import type { ErrorCode } from '@stagedoor/contract/errors';

/** How long candidates are gathered before the offer is sent with those there are, in milliseconds. */
const GATHERING_MS = 2000;
/** How long an answer may take, in milliseconds. */
const ANSWER_MS = 10_000;

/** A refusal of a WHIP or WHEP endpoint, or of the way to it (status 0). */
export class ExchangeError extends Error {
  readonly status: number;
  /** The contract's code where the answer names one. */
  readonly code: ErrorCode | null;
  /** The sentence of the answer, for people; empty without one. */
  readonly sentence: string;

  constructor(status: number, code: ErrorCode | null = null, sentence = '') {
    super(`The session was refused: ${status} ${code ?? ''}`);
    this.name = 'ExchangeError';
    this.status = status;
    this.code = code;
    this.sentence = sentence;
  }
}

/** The payloads of H264 this browser has, packetization mode 1 and the constrained baseline first; none where it has no H264. */
export const h264Codecs = (capabilities: RTCRtpCapabilities | null): RTCRtpCodec[] => {
  const rank = ({ sdpFmtpLine = '' }: RTCRtpCodec): number =>
    (sdpFmtpLine.includes('packetization-mode=1') ? 0 : 2) + (/profile-level-id=42[ce]0/i.test(sdpFmtpLine) ? 0 : 1);
  return (capabilities?.codecs ?? [])
    .filter(({ mimeType }) => mimeType.toLowerCase() === 'video/h264')
    .toSorted((one, other) => rank(one) - rank(other));
};

const gathered = (connection: RTCPeerConnection): Promise<void> =>
  new Promise((resolve) => {
    if (connection.iceGatheringState === 'complete') return resolve();
    const end = () => {
      clearTimeout(timer);
      connection.removeEventListener('icegatheringstatechange', look);
      resolve();
    };
    const look = () => {
      if (connection.iceGatheringState === 'complete') end();
    };
    const timer = setTimeout(end, GATHERING_MS);
    connection.addEventListener('icegatheringstatechange', look);
  });

const refusalOf = async (answer: Response): Promise<ExchangeError> => {
  const body = (await answer.json().catch(() => null)) as { error?: string; message?: unknown } | null;
  const sentence = typeof body?.message === 'string' ? body.message : '';
  return new ExchangeError(answer.status, (body?.error as ErrorCode | undefined) ?? null, sentence);
};

/**
 * Offers a session to a WHIP (RFC 9725) or WHEP endpoint, without trickle, and takes its answer.
 * @returns the session's address, to be deleted at the end; null where the endpoint gave none.
 * @throws ExchangeError when the endpoint refuses or can't be reached
 */
export const offerSession = async (
  connection: RTCPeerConnection,
  { url, token, signal }: { url: string; token: string; signal: AbortSignal },
): Promise<string | null> => {
  await connection.setLocalDescription(await connection.createOffer());
  await gathered(connection);
  signal.throwIfAborted();
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: connection.localDescription?.sdp ?? '',
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
  }).catch(() => {
    throw new ExchangeError(0);
  });
  if (answer.status !== 201) throw await refusalOf(answer);
  const location = answer.headers.get('location');
  const session = location ? new URL(location, new URL(url, document.baseURI)).href : null;
  const sdp = await answer.text();
  if (signal.aborted) {
    if (session) endSession(session, token);
    signal.throwIfAborted();
  }
  await connection.setRemoteDescription({ type: 'answer', sdp });
  return session;
};

/** Ends a session, also while the page goes. Nothing depends on its answer. */
export const endSession = (session: string, token: string): void => {
  void fetch(session, {
    method: 'DELETE',
    keepalive: true,
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
  }).catch(() => undefined);
};
