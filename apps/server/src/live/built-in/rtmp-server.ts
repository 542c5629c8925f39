import { createHash } from 'node:crypto';
import { type Server, type Socket, createServer } from 'node:net';
import { LRUCache } from 'lru-cache';
import { portOf } from '../../platform/bound-port.ts';
import { CodedError } from '../../platform/errors.ts';
import { networkOf } from '../../platform/network.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { KeyDecision, StreamGrant } from '../live-authority.ts';
import { RtmpError } from '../media/rtmp/rtmp-error.ts';
import { type RtmpMedia, type RtmpSession, createRtmpSession } from '../media/rtmp/session.ts';

/** A client that doesn't publish by then is disconnected. */
const HANDSHAKE_MS = 10_000;
/** A publisher who sends nothing for so long is gone. */
const SILENCE_MS = 8_000;
const LOOK_MS = 1_000;
/** Connections of one network that don't publish. */
const STRANGERS_PER_NETWORK = 16;
const CONNECTIONS = 1_000;
/** Wrong keys of a network, after which it waits. */
const WRONG_KEYS = 10;
const WRONG_KEYS_MS = 10 * 60_000;
/** Output that a client doesn't read: it gets a few bytes only. */
const MAX_UNREAD_BYTES = 256 * 1024;
const MAX_NETWORKS = 10_000;

/** Refusals of a key, in words that encoders show. */
const REFUSALS = {
  wrongKey: 'This stream key is not valid. Copy it from the studio again.',
  noShow: 'No show is waiting. Start one in the studio first.',
  tooMany: 'Too many wrong stream keys. Try again in ten minutes.',
  elsewhere: 'You are on air from the browser. End that first.',
  full: 'The site can take no more shows now. Try again later.',
  busy: 'The site is busy. Try again later.',
} as const;

/** A publisher who was let in. */
export interface RtmpConnection {
  take(media: RtmpMedia): void;
  close(): void;
}

export interface RtmpServerOptions {
  /** Decides about a key by its SHA-256. */
  authorizeKey(keyHash: Buffer): Promise<KeyDecision>;
  /**
   * Takes a publisher into their show.
   * @param close ends the connection
   * @throws CodedError LIVE_FULL, LIVE_NOT_ON_AIR, LIVE_ALREADY_PUBLISHING
   */
  publish(grant: StreamGrant, close: () => void): RtmpConnection;
  log: Log;
}

const sha256 = (key: string): Buffer => createHash('sha256').update(key).digest();

const refusalOf = (error: unknown): string => {
  if (!(error instanceof CodedError)) return REFUSALS.busy;
  if (error.code === 'LIVE_ALREADY_PUBLISHING') return REFUSALS.elsewhere;
  if (error.code === 'LIVE_FULL') return REFUSALS.full;
  return error.code === 'LIVE_NOT_ON_AIR' ? REFUSALS.noShow : REFUSALS.busy;
};

/** Counts strangers and wrong keys by network. */
const createAdmission = () => {
  const strangers = new Map<string, number>();
  const wrongKeys = new LRUCache<string, number>({ max: MAX_NETWORKS, ttl: WRONG_KEYS_MS, noUpdateTTL: true });
  return {
    /** @returns ends the count; undefined when the network has too many */
    enter(network: string): (() => void) | undefined {
      const count = strangers.get(network) ?? 0;
      if (count >= STRANGERS_PER_NETWORK) return undefined;
      strangers.set(network, count + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const left = (strangers.get(network) ?? 1) - 1;
        if (left > 0) strangers.set(network, left);
        else strangers.delete(network);
      };
    },
    isGuessing: (network: string): boolean => (wrongKeys.get(network) ?? 0) >= WRONG_KEYS,
    noteWrongKey: (network: string): void => void wrongKeys.set(network, (wrongKeys.get(network) ?? 0) + 1),
  };
};

/** Serves one connection. */
const serve = (socket: Socket, { authorizeKey, publish, log }: RtmpServerOptions, admission: ReturnType<typeof createAdmission>): void => {
  const network = networkOf(socket.remoteAddress ?? '');
  const leave = admission.enter(network);
  if (!leave) return void socket.destroy();
  let connection: RtmpConnection | undefined;
  let grant: StreamGrant | undefined;
  let heardAt = performance.now();
  const openedAt = heardAt;
  const authorize = async (key: string): Promise<string | undefined> => {
    if (admission.isGuessing(network)) return REFUSALS.tooMany;
    const decision = await authorizeKey(sha256(key));
    if ('refusal' in decision) {
      if (decision.refusal === 'wrongKey') admission.noteWrongKey(network);
      return REFUSALS[decision.refusal];
    }
    // It may have hung up meanwhile: then nothing may be opened for it.
    if (socket.destroyed) return REFUSALS.busy;
    try {
      grant = decision.grant;
      connection = publish(grant, () => socket.destroy());
      return undefined;
    } catch (error) {
      return refusalOf(error);
    }
  };
  const session: RtmpSession = createRtmpSession({
    send(bytes) {
      if (socket.writableLength > MAX_UNREAD_BYTES) socket.destroy();
      else socket.write(bytes);
    },
    authorize,
    started() {
      leave();
      log.info({ streamId: grant?.streamId }, 'an encoder publishes by RTMP');
    },
    media: (media) => connection?.take(media),
    // The client reads the refusal before the connection ends.
    ended: () => void socket.end(),
  });
  const timer = setInterval(() => {
    const now = performance.now();
    if (connection ? now - heardAt > SILENCE_MS : now - openedAt > HANDSHAKE_MS) socket.destroy();
  }, LOOK_MS);
  socket.setNoDelay(true);
  socket.on('data', (bytes) => {
    heardAt = performance.now();
    try {
      session.push(bytes);
    } catch (error) {
      // Neither the application nor the name is logged: they contain the key.
      if (error instanceof RtmpError) log.info({ reason: error.message }, 'an RTMP connection was closed');
      else log.error({ err: error }, 'an RTMP connection failed');
      socket.destroy();
    }
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    clearInterval(timer);
    leave();
    connection?.close();
  });
};

/** Takes encoders such as OBS by RTMP: a stream key is checked before a byte of media is taken. */
export const createRtmpServer = (options: RtmpServerOptions) => {
  const admission = createAdmission();
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, options, admission);
  });
  server.maxConnections = CONNECTIONS;
  return {
    /** @param port 0 for any @param host all addresses by default @returns the port it listens on @throws when the port is taken */
    async listen(port: number, host?: string): Promise<number> {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve();
        });
      });
      return portOf(server);
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
};

export type RtmpServer = ReturnType<typeof createRtmpServer>;
