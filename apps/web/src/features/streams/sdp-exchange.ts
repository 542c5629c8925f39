import type { ErrorCode } from '@stagedoor/contract/errors';
import { watchMediaPolicy } from './media-policy.ts';

/** Maximum time for gathering ICE candidates before the offer is sent, in milliseconds: on a new network the offer must go out within a second. */
const GATHERING_MS = 800;
/** Response timeout, in milliseconds. */
const ANSWER_MS = 10_000;

/** An error response of a WHIP or WHEP endpoint, or a failure to reach it (status 0). */
export class SdpExchangeError extends Error {
  readonly status: number;
  /** The contract's error code, if the response has one. */
  readonly code: ErrorCode | null;
  /** The message of the response; empty without one. */
  readonly sentence: string;

  constructor(status: number, code: ErrorCode | null = null, sentence = '') {
    super(`The session was refused: ${status} ${code ?? ''}`);
    this.name = 'SdpExchangeError';
    this.status = status;
    this.code = code;
    this.sentence = sentence;
  }
}

/** The H264 codecs of this browser, packetization mode 1 and constrained baseline first; empty without H264. */
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

const refusalOf = async (answer: Response): Promise<SdpExchangeError> => {
  const body = (await answer.json().catch(() => null)) as { error?: string; message?: unknown } | null;
  const sentence = typeof body?.message === 'string' ? body.message : '';
  return new SdpExchangeError(answer.status, (body?.error as ErrorCode | undefined) ?? null, sentence);
};

/**
 * Sends an SDP offer to a WHIP (RFC 9725) or WHEP endpoint, without trickle ICE, and applies its answer.
 * @returns the session's URL, to be deleted at the end; null if the endpoint returned none.
 * @throws SdpExchangeError when the endpoint refuses or can't be reached
 */
export const offerSession = async (
  connection: RTCPeerConnection,
  { url, token, signal }: { url: string; token: string; signal: AbortSignal },
): Promise<string | null> => {
  await connection.setLocalDescription(await connection.createOffer());
  await gathered(connection);
  signal.throwIfAborted();
  watchMediaPolicy(url);
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: connection.localDescription?.sdp ?? '',
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
  }).catch(() => {
    throw new SdpExchangeError(0);
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

/** Ends a session, also during page unload. The response is ignored. */
export const endSession = (session: string, token: string): void => {
  void fetch(session, {
    method: 'DELETE',
    keepalive: true,
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
  }).catch(() => undefined);
};
