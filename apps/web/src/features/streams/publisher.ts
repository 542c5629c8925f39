import type { ErrorCode } from '@stagedoor/contract/errors';
import type { Publishing } from '@stagedoor/contract/streams';
import { endSession, SdpExchangeError, h264Codecs, offerSession } from './sdp-exchange.ts';
import { RETURN_SECONDS } from '@stagedoor/contract/streams.values';
import { type ConnectionHealth, healthBetween, type HealthSample, NO_CONNECTION_HEALTH, sampleOf } from './connection-health.ts';
import { iceServersOf } from './ice-servers.ts';
import { onNetworkChange } from './network-changes.ts';

/** connecting: first attempt · live: media flows · reconnecting: interrupted and being retried · failed: given up. */
export type PublishState = 'connecting' | 'live' | 'reconnecting' | 'failed';

/** Why publishing was given up. */
export interface PublishFailure {
  code: ErrorCode;
  /** The server's message; empty if it gave none. */
  sentence: string;
}

export interface PublisherOptions {
  stream: MediaStream;
  publishing: Publishing;
  /** Video bit rate. */
  maxBitrate: number;
  maxFramerate: number;
  /** The current endpoint, when token or show is refused; null when the show is over. */
  renew: () => Promise<Publishing | null>;
  onState: (state: PublishState, failure: PublishFailure | null) => void;
}

export interface Publisher {
  /** Sends another picture or sound over the running connection; later connections take the stream's. */
  replaceTrack: (track: MediaStreamTrack) => Promise<void>;
  health: () => Promise<ConnectionHealth>;
  /** Ends the session permanently. `isOver`: the show and its session have ended. */
  stop: (isOver?: boolean) => void;
}

/** Delay between two attempts, also when another publisher still holds the show. */
const RETRY_MS = 2000;
/** A connection to a media server in the state "disconnected" gets this time to recover: such servers take no second one beside it. */
const DISCONNECT_GRACE_MS = 2000;
/** A connection that was lost sooner isn't followed by another at once. */
const LASTED_MS = 2000;
/** Timeout for establishing the connection. */
const CONNECT_MS = 8000;
/** A refusal because somebody else publishes is final after so long. */
const BUSY_MS = 10_000;

/** Permanent refusals. */
const FINAL: readonly (ErrorCode | null)[] = ['LIVE_CODEC_UNSUPPORTED', 'LIVE_OFFER_INVALID'];
/** Refusals after which the show is looked up again: it may be over, or need another token. */
const RECHECK_STATUSES: readonly number[] = [401, 403, 404, 410];

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      over.abort();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const over = new AbortController();
    const timer = setTimeout(end, milliseconds);
    onNetworkChange(end, over.signal);
    signal.addEventListener('abort', end);
  });

/**
 * Exchanges descriptions by the show's protocol: WHIP, or a media server's signalling.
 * @returns a function that ends the session; `isOver`: it has ended already
 * @throws SdpExchangeError when the server refuses or can't be reached
 */
const exchange = async (
  connection: RTCPeerConnection,
  { whip, signalling, streamId, token, subscriberId }: Publishing,
  signal: AbortSignal,
  onEnded: () => void,
): Promise<(isOver: boolean) => void> => {
  if (signalling) {
    const { connectBySignalling } = await import('./signalling.ts');
    return connectBySignalling(connection, 'publish', { url: signalling, streamId, token, subscriberId, signal, onEnded });
  }
  const session = await offerSession(connection, { url: whip!, token, signal });
  return (isOver) => {
    if (session && !isOver) endSession(session, token);
  };
};

/** A connection that sends H264 video, preferring resolution over frame rate, and audio. */
const createConnection = ({ stream, publishing, maxBitrate, maxFramerate }: PublisherOptions): RTCPeerConnection => {
  const codecs = h264Codecs(RTCRtpSender.getCapabilities('video'));
  if (codecs.length === 0) throw new SdpExchangeError(422, 'LIVE_CODEC_UNSUPPORTED');
  const connection = new RTCPeerConnection({ iceServers: iceServersOf(publishing.iceServers), bundlePolicy: 'max-bundle' });
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
  // Browsers without this preference throw; they then choose the codec.
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
    if (signal.aborted) end(false);
    else look();
  });

/** A connection of a publisher. */
interface Link {
  connection: RTCPeerConnection;
  /** Ends its session; `isOver`: it has ended already. Absent until the server has accepted it. */
  end?: (isOver: boolean) => void;
  /** Aborted by the server. */
  ended: AbortController;
}

const isDead = ({ connection }: Link): boolean => connection.connectionState === 'failed' || connection.connectionState === 'closed';

/**
 * Resolves when an established connection is lost, its network changes, or the publisher stops; reports its state meanwhile.
 *
 * @param graceMs how long it may be disconnected
 * @returns whether the network changed
 */
const lost = (
  connection: RTCPeerConnection,
  graceMs: number,
  signal: AbortSignal,
  onSteady: (isSteady: boolean) => void,
): Promise<boolean> =>
  new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new AbortController();
    const leave = (hasMoved: boolean) => {
      clearTimeout(timer);
      over.abort();
      connection.removeEventListener('connectionstatechange', look);
      resolve(hasMoved);
    };
    const end = () => leave(false);
    const look = () => {
      clearTimeout(timer);
      if (connection.connectionState === 'failed' || connection.connectionState === 'closed') end();
      else if (connection.connectionState === 'disconnected') {
        onSteady(false);
        timer = setTimeout(end, graceMs);
      } else if (connection.connectionState === 'connected') onSteady(true);
    };
    signal.addEventListener('abort', end, { once: true });
    connection.addEventListener('connectionstatechange', look);
    if (signal.aborted) end();
    else {
      if (graceMs === 0) onNetworkChange(() => leave(true), over.signal);
      look();
    }
  });

/** The connections of a publisher: one, and while it changes to another, both. */
const createLinks = (options: PublisherOptions, signal: AbortSignal, publishingNow: () => Publishing) => {
  /** The newest last. */
  let links: Link[] = [];
  const current = (): Link | undefined => links.at(-1);

  const release = (released: readonly Link[], isOver = false): void => {
    links = links.filter((link) => !released.includes(link));
    for (const { end, connection } of released) {
      end?.(isOver);
      connection.close();
    }
  };
  const drop = (isOver: boolean): void => release(links, isOver);

  /** Connects; an earlier connection is left once this one is established, and kept if it isn't: it may recover. @returns whether it is */
  const connect = async (): Promise<boolean> => {
    const publishing = publishingNow();
    if (publishing.signalling) drop(false);
    const earlier = links;
    const link: Link = { connection: createConnection({ ...options, publishing }), ended: new AbortController() };
    links = [...earlier, link];
    let isEstablished = false;
    try {
      link.end = await exchange(link.connection, publishing, signal, () => link.ended.abort());
      await keepSharp(link.connection);
      isEstablished = await connected(link.connection, AbortSignal.any([signal, link.ended.signal]));
      return isEstablished;
    } finally {
      release(isEstablished ? earlier : [link, ...earlier.filter(isDead)]);
    }
  };

  return { current, connect, release, drop, dropDead: () => release(links.filter(isDead)) };
};

/**
 * Publishes a camera over WHIP or a media server's signalling, and reconnects: after a loss or on another network at once, then every 2 s until the
 * show's time to return (90 s) is over. By WHIP the earlier connection is kept until the new one is established.
 */
export const publish = (options: PublisherOptions): Publisher => {
  const stopped = new AbortController();
  const { signal } = stopped;
  let { publishing } = options;
  const { current, connect, release, dropDead, drop } = createLinks(options, signal, () => publishing);
  let before: { link: Link; sample: HealthSample } | null = null;

  /**
   * One attempt, until its connection is lost.
   *
   * @param hasRecovered the connection of an earlier one is watched again
   * @returns whether another follows at once; undefined when no connection was established
   */
  const attempt = async (hasRecovered: boolean): Promise<boolean | undefined> => {
    if (!hasRecovered && !(await connect())) return undefined;
    const link = current();
    if (!link) return undefined;
    const since = performance.now();
    const until = AbortSignal.any([signal, link.ended.signal]);
    const graceMs = publishing.signalling ? DISCONNECT_GRACE_MS : 0;
    const hasMoved = await lost(link.connection, graceMs, until, (isSteady) => options.onState(isSteady ? 'live' : 'reconnecting', null));
    if (link.ended.signal.aborted) release([link]);
    return !publishing.signalling && (hasMoved || performance.now() - since > LASTED_MS);
  };

  /** Takes the current endpoint. @returns whether the show is still on; if the lookup fails, the old endpoint is used for the next attempt */
  const renew = async (): Promise<boolean> => {
    const renewed = await options.renew().catch(() => publishing);
    publishing = renewed ?? publishing;
    return renewed !== null;
  };

  const run = async (): Promise<void> => {
    let deadline = performance.now() + RETURN_SECONDS * 1000;
    options.onState('connecting', null);
    let state: PublishState = 'connecting';
    let last: PublishFailure = { code: 'LIVE_NOT_ON_AIR', sentence: '' };
    let hasRecovered = false;
    let busySince: number | undefined;
    while (!signal.aborted && performance.now() < deadline) {
      let isUrgent: boolean | undefined;
      try {
        isUrgent = await attempt(hasRecovered);
        if (isUrgent !== undefined) {
          state = 'reconnecting';
          deadline = performance.now() + RETURN_SECONDS * 1000;
          // A media server's tokens are short: that of a connection which lasted has expired.
          if (publishing.signalling && !signal.aborted && !(await renew())) break;
        }
      } catch (error) {
        if (signal.aborted) break;
        if (!(error instanceof SdpExchangeError)) throw error;
        last = { code: error.code ?? last.code, sentence: error.sentence };
        if (FINAL.includes(error.code)) break;
        // The connection of a page that crashed is noticed within seconds; one that stays is of another device or program.
        busySince = error.code === 'LIVE_ALREADY_PUBLISHING' ? (busySince ?? performance.now()) : undefined;
        if (busySince !== undefined && performance.now() - busySince > BUSY_MS) break;
        if ((RECHECK_STATUSES.includes(error.status) || error.code === 'LIVE_NOT_ON_AIR') && !(await renew())) break;
      }
      hasRecovered = false;
      if (signal.aborted) break;
      if (isUrgent) continue;
      dropDead();
      options.onState(state, null);
      await wait(RETRY_MS, signal);
      hasRecovered = current()?.connection.connectionState === 'connected';
    }
    drop(false);
    if (!signal.aborted) options.onState('failed', last);
  };
  run().catch(() => {
    drop(false);
    if (!signal.aborted) options.onState('failed', { code: 'LIVE_OFFER_INVALID', sentence: '' });
  });

  // Ends the session on page unload: the show is interrupted at once, and the next page can continue it without waiting.
  window.addEventListener('pagehide', () => drop(false), { signal });
  return {
    replaceTrack: async (track) => {
      const sender = current()
        ?.connection.getSenders()
        .find((one) => one.track?.kind === track.kind);
      if (sender?.track !== track) await sender?.replaceTrack(track);
    },
    health: async () => {
      const link = current();
      if (!link) return NO_CONNECTION_HEALTH;
      const sample = sampleOf(await link.connection.getStats());
      // Another connection counts from zero.
      const health = healthBetween(before?.link === link ? before.sample : null, sample);
      before = { link, sample };
      return health;
    },
    stop: (isOver) => {
      stopped.abort();
      drop(isOver === true);
    },
  };
};
