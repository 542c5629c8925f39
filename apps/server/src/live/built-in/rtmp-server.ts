import { TEXTS } from '@stagedoor/contract/texts/index';
import { type Server, type Socket, createServer } from 'node:net';
import { portOf } from '../../platform/bound-port.ts';
import { CodedError } from '../../platform/errors.ts';
import { networkOf } from '../../platform/network.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { StreamGrant } from '../live-authority.ts';
import { RtmpError } from '../media/rtmp/rtmp-error.ts';
import { type RtmpMedia, type RtmpSession, createRtmpSession } from '../media/rtmp/session.ts';
import type { KeyAdmission } from './key-admission.ts';

/** A client that doesn't publish by then is disconnected. */
const HANDSHAKE_MS = 10_000;
/** A publisher who sends nothing for so long is gone. */
const SILENCE_MS = 8_000;
const LOOK_MS = 1_000;
const CONNECTIONS = 1_000;
/** Output that a client doesn't read: it gets a few bytes only. */
const MAX_UNREAD_BYTES = 256 * 1024;

/** A publisher who was let in. */
export interface RtmpConnection {
  take(media: RtmpMedia): void;
  close(): void;
}

export interface RtmpServerOptions {
  admission: KeyAdmission;
  /**
   * Takes a publisher into their show.
   * @param network where they are
   * @param close ends the connection
   * @throws CodedError as claimByKey
   */
  publish(grant: StreamGrant, network: string, close: () => void): RtmpConnection;
  log: Log;
}

/** The cause in words that encoders show. They may take nothing but ASCII. */
const refusalOf = (error: unknown): string =>
  TEXTS[`errors.${error instanceof CodedError ? error.code : 'UNAVAILABLE'}`].en.replaceAll('’', "'");

/** Serves one connection. */
const serve = (socket: Socket, { admission, publish, log }: RtmpServerOptions): void => {
  const network = networkOf(socket.remoteAddress ?? '');
  const leave = admission.enter(network);
  if (!leave) return void socket.destroy();
  let connection: RtmpConnection | undefined;
  let grant: StreamGrant | undefined;
  let heardAt = performance.now();
  const openedAt = heardAt;
  const authorize = async (key: string): Promise<string | undefined> => {
    try {
      grant = await admission.admit(network, key);
      // It may have hung up meanwhile: then nothing may be opened for it.
      if (socket.destroyed) throw new CodedError('UNAVAILABLE');
      connection = publish(grant, network, () => socket.destroy());
      return undefined;
    } catch (error) {
      if (!(error instanceof CodedError)) log.error({ err: error }, 'an encoder could not be let in');
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
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, options);
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
