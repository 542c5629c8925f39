import type { ErrorCode } from '@stagedoor/contract/errors';
import type { Publishing } from '@stagedoor/contract/streams';
import { endSession, ExchangeError, h264Codecs, offerSession } from './exchange.ts';
import { RETURN_SECONDS } from './limits.ts';
import { type Health, healthBetween, type HealthSample, NO_HEALTH, sampleOf } from './health.ts';

/** connecting: for the first time · live: media flows · reconnecting: it ceased and is tried again · failed: given up. */
export type PublishState = 'connecting' | 'live' | 'reconnecting' | 'failed';

/** Why publishing was given up. */
export interface PublishFailure {
  code: ErrorCode;
  /** The server's sentence; empty where it gave none. */
  sentence: string;
}

export interface PublisherOptions {
  stream: MediaStream;
  publishing: Publishing;
  /** Bits a second of the picture. */
  maxBitrate: number;
  maxFramerate: number;
  /** Where to publish now, when token or show is refused; null when the show is over. */
  renew: () => Promise<Publishing | null>;
  onState: (state: PublishState, failure: PublishFailure | null) => void;
}

export interface Publisher {
  health: () => Promise<Health>;
  /** Ends the session, for good. `isOver`: the show has ended, and with it its session. */
  stop: (isOver?: boolean) => void;
}

/** Between two attempts, and when another publisher still holds the show. */
const RETRY_MS = 2000;
/** A connection that says "disconnected" often comes back by itself within this time. */
const PATIENCE_MS = 2000;
/** How long the ways through the network are tried out. */
const CONNECT_MS = 8000;

/** Refusals that no further attempt changes. */
const FINAL: readonly (ErrorCode | null)[] = ['LIVE_CODEC_UNSUPPORTED', 'LIVE_OFFER_INVALID'];
/** Refusals after which the show itself is asked about: it may be over, or want another token. */
const ASK_AGAIN: readonly number[] = [401, 403, 404, 410];

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });

/** A connection that sends the picture as H264, sharp before smooth, and the sound. */
const createConnection = ({ stream, publishing, maxBitrate, maxFramerate }: PublisherOptions): RTCPeerConnection => {
  const codecs = h264Codecs(RTCRtpSender.getCapabilities('video'));
  if (codecs.length === 0) throw new ExchangeError(422, 'LIVE_CODEC_UNSUPPORTED');
  const connection = new RTCPeerConnection({ iceServers: publishing.iceServers as RTCIceServer[], bundlePolicy: 'max-bundle' });
  const [picture] = stream.getVideoTracks();
  const [sound] = stream.getAudioTracks();
  const video = connection.addTransceiver(picture ?? 'video', {
    direction: 'sendonly',
    streams: [stream],
    sendEncodings: [{ maxBitrate, maxFramerate }],
  });
  video.setCodecPreferences(codecs);
  if (sound) connection.addTransceiver(sound, { direction: 'sendonly', streams: [stream] });
  return connection;
};

const keepSharp = async (connection: RTCPeerConnection): Promise<void> => {
  const sender = connection.getSenders().find(({ track }) => track?.kind === 'video');
  const parameters = sender?.getParameters();
  if (!sender || !parameters) return;
  parameters.degradationPreference = 'maintain-resolution';
  // Browsers that don't know the preference refuse it; the picture then is theirs to choose.
  await sender.setParameters(parameters).catch(() => undefined);
};

const connected = (connection: RTCPeerConnection, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (success: boolean) => {
      clearTimeout(timer);
      connection.removeEventListener('connectionstatechange', look);
      resolve(success);
    };
    const look = () => {
      if (connection.connectionState === 'connected') end(true);
      else if (connection.connectionState === 'failed' || connection.connectionState === 'closed') end(false);
    };
    const timer = setTimeout(() => end(false), CONNECT_MS);
    signal.addEventListener('abort', () => end(false), { once: true });
    connection.addEventListener('connectionstatechange', look);
    look();
  });

/** Resolves when a connection that stood is lost for good, or the publisher stops; says meanwhile whether it stands. */
const lost = (connection: RTCPeerConnection, signal: AbortSignal, onSteady: (isSteady: boolean) => void): Promise<void> =>
  new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      clearTimeout(timer);
      connection.removeEventListener('connectionstatechange', look);
      resolve();
    };
    const look = () => {
      clearTimeout(timer);
      if (connection.connectionState === 'failed' || connection.connectionState === 'closed') end();
      else if (connection.connectionState === 'disconnected') {
        onSteady(false);
        timer = setTimeout(end, PATIENCE_MS);
      } else if (connection.connectionState === 'connected') onSteady(true);
    };
    signal.addEventListener('abort', end, { once: true });
    connection.addEventListener('connectionstatechange', look);
    look();
  });

/**
 * Publishes a camera by WHIP, and goes on by itself: after a loss a fresh offer is made each 2 s until the
 * show's time to return (90 s) is over.
 */
export const publish = (options: PublisherOptions): Publisher => {
  const stopped = new AbortController();
  const { signal } = stopped;
  let { publishing } = options;
  let current: { connection: RTCPeerConnection; session: string | null } | null = null;
  let before: HealthSample | null = null;

  const drop = (): void => {
    if (current?.session) endSession(current.session, publishing.token);
    current?.connection.close();
    current = null;
    before = null;
  };

  /** One attempt, until its connection is lost. Answers whether it ever stood. */
  const attempt = async (): Promise<boolean> => {
    const connection = createConnection({ ...options, publishing });
    current = { connection, session: null };
    current.session = await offerSession(connection, { url: publishing.whip, token: publishing.token, signal });
    await keepSharp(connection);
    if (!(await connected(connection, signal))) return false;
    await lost(connection, signal, (isSteady) => options.onState(isSteady ? 'live' : 'reconnecting', null));
    return true;
  };

  const run = async (): Promise<void> => {
    let deadline = performance.now() + RETURN_SECONDS * 1000;
    options.onState('connecting', null);
    let state: PublishState = 'connecting';
    let last: PublishFailure = { code: 'LIVE_NOT_ON_AIR', sentence: '' };
    while (!signal.aborted && performance.now() < deadline) {
      try {
        if (await attempt()) {
          state = 'reconnecting';
          deadline = performance.now() + RETURN_SECONDS * 1000;
        }
      } catch (error) {
        if (signal.aborted) break;
        if (!(error instanceof ExchangeError)) throw error;
        last = { code: error.code ?? last.code, sentence: error.sentence };
        if (FINAL.includes(error.code)) break;
        if (ASK_AGAIN.includes(error.status) || error.code === 'LIVE_NOT_ON_AIR') {
          // Where even that can't be asked, the old one may still do next time.
          const renewed = await options.renew().catch(() => publishing);
          if (!renewed) break;
          publishing = renewed;
        }
      }
      drop();
      if (signal.aborted) break;
      options.onState(state, null);
      await wait(RETRY_MS, signal);
    }
    drop();
    if (!signal.aborted) options.onState('failed', last);
  };
  run().catch(() => {
    drop();
    if (!signal.aborted) options.onState('failed', { code: 'LIVE_OFFER_INVALID', sentence: '' });
  });

  // A page that goes says so: the show is interrupted at once, and the next page may take it up without waiting.
  window.addEventListener('pagehide', drop, { signal });
  return {
    health: async () => {
      if (!current) return NO_HEALTH;
      const sample = sampleOf(await current.connection.getStats());
      const health = healthBetween(before, sample);
      before = sample;
      return health;
    },
    stop: (isOver) => {
      if (isOver && current) current.session = null;
      stopped.abort();
      drop();
    },
  };
};
