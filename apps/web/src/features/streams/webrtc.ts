import type { IceServerView } from '@stagedoor/contract/streams';
import type { ReceivedPackets } from './connection-health.ts';
import { endSession, h264Codecs, offerSession } from './sdp-exchange.ts';
import { iceServersOf } from './ice-servers.ts';
import { statsOf } from './stats.ts';

interface ReceiverOptions {
  token: string;
  iceServers: readonly IceServerView[];
  signal: AbortSignal;
  /** An established connection was lost. */
  onLost: () => void;
}

export interface WhepOptions extends ReceiverOptions {
  url: string;
}

export interface SignallingPlayOptions extends ReceiverOptions {
  signalling: string;
  streamId: string;
  /** Goes with the token. */
  subscriberId: string | null;
}

interface ReceivedSample extends ReceivedPackets {
  /** Seconds from the performer's network to this screen; null until known. */
  delay: number | null;
}

export interface WebRtcSession {
  stream: MediaStream;
  sample: () => Promise<ReceivedSample>;
  /** `isOver`: the session has ended already. */
  stop: (isOver?: boolean) => void;
}

/** Whether this browser can play the engine's video: H264 over WebRTC. */
export const canPlayWebRtc = (): boolean =>
  typeof RTCPeerConnection === 'function' && h264Codecs(RTCRtpReceiver.getCapabilities?.('video') ?? null).length > 0;

const sampleOf = (report: RTCStatsReport): ReceivedSample => {
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

/** Exchanges descriptions with the server. @returns a function that ends the session; `isOver`: it has ended already */
type Exchange = (connection: RTCPeerConnection, signal: AbortSignal, onEnded: () => void) => Promise<(isOver: boolean) => void>;

const receive = async ({ iceServers, signal, onLost }: ReceiverOptions, exchange: Exchange): Promise<WebRtcSession> => {
  const connection = new RTCPeerConnection({ iceServers: iceServersOf(iceServers), bundlePolicy: 'max-bundle' });
  const stream = new MediaStream();
  const left = new AbortController();
  let end: ((isOver: boolean) => void) | undefined;
  connection.addEventListener('track', ({ track }) => stream.addTrack(track));
  const stop = (isOver = false): void => {
    if (left.signal.aborted) return;
    left.abort();
    end?.(isOver);
    connection.close();
  };
  const lost = (): void => {
    if (!left.signal.aborted) onLost();
  };
  connection.addEventListener('connectionstatechange', () => {
    if (['failed', 'disconnected', 'closed'].includes(connection.connectionState)) lost();
  });
  window.addEventListener('pagehide', () => stop(), { signal: left.signal });
  try {
    end = await exchange(connection, signal, lost);
    if (left.signal.aborted) end(false);
  } catch (error) {
    stop();
    throw error;
  }
  return { stream, sample: async () => sampleOf(await connection.getStats()), stop };
};

/**
 * Plays a show by WHEP.
 * @throws SdpExchangeError when the endpoint refuses or can't be reached
 */
export const playWhep = (options: WhepOptions): Promise<WebRtcSession> =>
  receive(options, async (connection, signal) => {
    connection
      .addTransceiver('video', { direction: 'recvonly' })
      .setCodecPreferences(
        (RTCRtpReceiver.getCapabilities('video')?.codecs ?? []).filter(({ mimeType }) => /\/(h264|rtx)$/i.test(mimeType)),
      );
    connection.addTransceiver('audio', { direction: 'recvonly' });
    const { url, token } = options;
    const session = await offerSession(connection, { url, token, signal });
    return (isOver) => {
      if (session && !isOver) endSession(session, token);
    };
  });

/**
 * Plays a show by a media server's signalling, where the server offers.
 * @throws SdpExchangeError when the server refuses or doesn't answer
 */
export const playBySignalling = (options: SignallingPlayOptions): Promise<WebRtcSession> =>
  receive(options, async (connection, signal, onEnded) => {
    const { connectBySignalling } = await import('./signalling.ts');
    const { signalling: url, streamId, token, subscriberId } = options;
    return connectBySignalling(connection, 'play', { url, streamId, token, subscriberId, signal, onEnded });
  });
