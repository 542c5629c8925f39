import type { IceServerView } from '@stagedoor/contract/streams';
import type { ReceivedPackets } from './connection-health.ts';
import { endSession, h264Codecs, offerSession } from './sdp-exchange.ts';
import { iceServersOf } from './ice-servers.ts';
import { statsOf } from './stats.ts';

export interface WhepOptions {
  url: string;
  token: string;
  iceServers: readonly IceServerView[];
  signal: AbortSignal;
  /** An established connection was lost. */
  onLost: () => void;
}

interface WhepSample extends ReceivedPackets {
  /** Seconds from the performer's network to this screen; null until known. */
  delay: number | null;
}

export interface WhepSession {
  stream: MediaStream;
  sample: () => Promise<WhepSample>;
  /** `isOver`: the session has ended already. */
  stop: (isOver?: boolean) => void;
}

/** Whether this browser can play the engine's video: H264 over WebRTC. */
export const canPlayWhep = (): boolean =>
  typeof RTCPeerConnection === 'function' && h264Codecs(RTCRtpReceiver.getCapabilities?.('video') ?? null).length > 0;

const sampleOf = (report: RTCStatsReport): WhepSample => {
  let buffered: number | null = null;
  let roundTrip = 0;
  let [packets, packetsLost] = [0, 0];
  for (const entry of statsOf(report)) {
    const figure = (name: string): number => (typeof entry[name] === 'number' ? entry[name] : 0);
    if (entry['type'] === 'inbound-rtp') {
      packets += figure('packetsReceived');
      packetsLost += figure('packetsLost');
      if (entry['kind'] === 'video' && figure('jitterBufferEmittedCount') > 0)
        buffered = figure('jitterBufferDelay') / figure('jitterBufferEmittedCount');
    } else if (entry['type'] === 'candidate-pair' && entry['nominated'] === true) roundTrip = figure('currentRoundTripTime');
  }
  return { delay: buffered === null ? null : buffered + roundTrip, packets, packetsLost };
};

/**
 * Plays a show by WHEP.
 * @throws SdpExchangeError when the endpoint refuses or can't be reached
 */
export const playWhep = async ({ url, token, iceServers, signal, onLost }: WhepOptions): Promise<WhepSession> => {
  const connection = new RTCPeerConnection({ iceServers: iceServersOf(iceServers), bundlePolicy: 'max-bundle' });
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
  return { stream, sample: async () => sampleOf(await connection.getStats()), stop };
};
