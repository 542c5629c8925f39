import type { IceServerView } from '@stagedoor/contract/streams';
import { endSession, h264Codecs, offerSession } from './sdp-exchange.ts';

export interface WhepOptions {
  url: string;
  token: string;
  iceServers: readonly IceServerView[];
  signal: AbortSignal;
  /** An established connection was lost. */
  onLost: () => void;
}

export interface WhepSession {
  stream: MediaStream;
  /** Seconds from the performer's network to this screen; null until known. */
  delay: () => Promise<number | null>;
  /** `isOver`: the session has ended already. */
  stop: (isOver?: boolean) => void;
}

/** Whether this browser can play the engine's video: H264 over WebRTC. */
export const canPlayWhep = (): boolean =>
  typeof RTCPeerConnection === 'function' && h264Codecs(RTCRtpReceiver.getCapabilities?.('video') ?? null).length > 0;

const delayOf = (report: RTCStatsReport): number | null => {
  let buffered: number | null = null;
  let roundTrip = 0;
  for (const entry of report.values() as MapIterator<Record<string, unknown>>) {
    const figure = (name: string): number => (typeof entry[name] === 'number' ? entry[name] : 0);
    if (entry['type'] === 'inbound-rtp' && entry['kind'] === 'video' && figure('jitterBufferEmittedCount') > 0) {
      buffered = figure('jitterBufferDelay') / figure('jitterBufferEmittedCount');
    } else if (entry['type'] === 'candidate-pair' && entry['nominated'] === true) roundTrip = figure('currentRoundTripTime');
  }
  return buffered === null ? null : buffered + roundTrip;
};

/**
 * Plays a show by WHEP.
 * @throws SdpExchangeError when the endpoint refuses or can't be reached
 */
export const playWhep = async ({ url, token, iceServers, signal, onLost }: WhepOptions): Promise<WhepSession> => {
  const connection = new RTCPeerConnection({ iceServers: iceServers as RTCIceServer[], bundlePolicy: 'max-bundle' });
  const stream = new MediaStream();
  const left = new AbortController();
  connection
    .addTransceiver('video', { direction: 'recvonly' })
    .setCodecPreferences((RTCRtpReceiver.getCapabilities('video')?.codecs ?? []).filter(({ mimeType }) => /\/(h264|rtx)$/i.test(mimeType)));
  connection.addTransceiver('audio', { direction: 'recvonly' });
  connection.addEventListener('track', ({ track }) => stream.addTrack(track));
  let session: string | null = null;
  const stop = (isOver = false): void => {
    if (left.signal.aborted) return;
    left.abort();
    connection.close();
    if (session && !isOver) endSession(session, token);
  };
  connection.addEventListener('connectionstatechange', () => {
    if (!left.signal.aborted && ['failed', 'disconnected', 'closed'].includes(connection.connectionState)) onLost();
  });
  window.addEventListener('pagehide', () => stop(), { signal: left.signal });
  try {
    session = await offerSession(connection, { url, token, signal });
  } catch (error) {
    stop();
    throw error;
  }
  return { stream, delay: async () => delayOf(await connection.getStats()), stop };
};
